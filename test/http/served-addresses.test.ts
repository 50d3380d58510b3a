import { randomUUID } from 'node:crypto';
import t from 'tap';
import { requireUpgrade } from '../../src/ws/index.js';
import { RawClient } from './raw-client.js';
import { startService } from './service.js';

t.test('links start with what the client sees of the service', async (t) => {
  const cases = [
    { name: 'plain', options: {}, path: '/queries', headers: {}, base: '' },
    {
      name: 'not trusted',
      options: {},
      path: '/queries',
      headers: { 'X-Forwarded-Host': 'evil.example' },
      base: '',
    },
    {
      name: 'trusted proxy',
      options: { trustProxy: true },
      path: '/queries',
      headers: {
        'X-Forwarded-Proto': 'https',
        'X-Forwarded-Host': 'kiosk.example:8443, inner',
        'X-Forwarded-Prefix': '/voice/',
      },
      base: 'https://kiosk.example:8443/voice',
    },
    {
      name: 'base path',
      options: { basePath: '/voice' },
      path: '/voice/queries',
      headers: {},
      base: '/voice',
    },
    {
      name: 'a base address with a slash at its end, and a base path',
      options: { basePath: '/voice' },
      path: '/voice//queries',
      headers: {},
      base: '/voice',
    },
    {
      name: 'a base address with a slash at its end',
      options: {},
      path: '//queries',
      headers: {},
      base: '',
    },
    {
      name: 'base path that a proxy strips',
      options: { basePath: '/voice/' },
      path: '/queries',
      headers: {},
      base: '/voice',
    },
  ];
  for (const { name, options, path, headers, base } of cases) {
    const service = await startService({ http: options });
    t.teardown(() => service.close());
    const response = await fetch(service.base + path, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${await service.sessionToken()}`,
        'Content-Type': 'application/json',
        ...(headers as Record<string, string>),
      },
      body: '{"locale":"en-US"}',
    });
    const { id, conversationId, _links } = (await response.json()) as Record<string, never>;
    const start = base.startsWith('http') ? base : service.base + base;
    t.strictSame(
      _links,
      {
        self: { href: `${start}/queries/${id}` },
        audio: { href: `${start}/queries/${id}/audio` },
        conversation: { href: `${start}/conversations/${conversationId}` },
      },
      name,
    );
    t.equal(response.headers.get('location'), `${start}/queries/${id}`, name);
  }
  const service = await startService({ http: { trustProxy: true } });
  t.teardown(() => service.close());
  const authorization = { Authorization: `Bearer ${await service.sessionToken()}` };
  for (const headers of [
    { 'X-Forwarded-Host': 'a b' },
    { 'X-Forwarded-Proto': 'javascript' },
    { 'X-Forwarded-Prefix': '//evil.example' },
    { 'X-Forwarded-Prefix': 'voice' },
  ] as Record<string, string>[]) {
    const response = await fetch(`${service.base}/conversations`, {
      headers: { ...authorization, ...headers },
    });
    const detail = new RegExp(`^${Object.keys(headers)[0]} must be`);
    t.match(await response.json(), { status: 400, code: 'invalid_header', detail });
  }
});

t.test('links start with the host that the request is for', async (t) => {
  const service = await startService();
  t.teardown(() => service.close());
  const token = await service.sessionToken();
  const self = service.base.slice('http://'.length);
  for (const [target, host, base] of [
    ['/conversations', 'a.example', 'a.example'],
    ['http://b.example:81/conversations', 'a.example', 'b.example:81'],
    ['HTTP://b.example/conversations?limit=1', '', 'b.example'],
    ['/conversations', '', self],
    ['/conversations', ':80', self],
    ['http:///conversations', 'a.example', self],
    ['/conversations', "a!$&'()*+,;=-~_%2e:", "a!$&'()*+,;=-~_%2e:"],
    ['http://me@b.example/conversations', 'a.example', undefined],
  ] as const) {
    const client = await RawClient.open(service.port);
    await client.send(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    const reply = await client.response();
    if (base === undefined) t.match(reply.json(), { status: 400, code: 'invalid_header' }, target);
    else {
      t.equal(reply.status, 200, `${target} ${host}`);
      t.match(reply.json()._links.self.href, `http://${base}/conversations?`);
    }
    client.close();
  }
});

t.test('pages of other origins may call where they are named, and are told how', async (t) => {
  const service = await startService({ http: { corsOrigins: ['https://shop.example'] } });
  t.teardown(() => service.close());
  const preflight = (origin: string, path = '/queries') =>
    fetch(service.base + path, {
      method: 'OPTIONS',
      headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
    });
  const allowed = await preflight('https://shop.example');
  t.equal(allowed.status, 204);
  t.equal(allowed.headers.get('access-control-allow-origin'), 'https://shop.example');
  t.match(allowed.headers.get('access-control-allow-headers'), /X-Service-Entity/);
  t.match(allowed.headers.get('access-control-allow-methods'), /PATCH/);
  t.match(allowed.headers.get('vary'), /Origin/);
  for (const path of ['/queries/made-up', '/nothing']) {
    const { status } = await preflight('https://shop.example', path);
    t.equal(status, 204, `a page is let through to read what is wrong with ${path}`);
  }
  const refused = await preflight('https://evil.example');
  t.notOk(refused.headers.has('access-control-allow-origin'));
  const failed = await fetch(`${service.base}/queries`, { headers: { Origin: 'https://shop.example' } });
  t.equal(failed.status, 405);
  t.equal(failed.headers.get('access-control-allow-origin'), 'https://shop.example', 'on errors too');
  t.match(failed.headers.get('access-control-expose-headers'), /X-Request-Id/);

  const none = await startService();
  t.teardown(() => none.close());
  const plain = await fetch(`${none.base}/health`, { headers: { Origin: none.base } });
  t.notOk(plain.headers.has('access-control-allow-origin') || plain.headers.has('vary'));
  const all = await startService({ http: { corsOrigins: ['*'] } });
  t.teardown(() => all.close());
  const any = await fetch(`${all.base}/health`, { headers: { Origin: 'https://any.example' } });
  t.equal(any.headers.get('access-control-allow-origin'), '*');
});

t.test('the issuer on its own listener, or nowhere', async (t) => {
  const service = await startService({ http: { issuer: 'own', basePath: '/voice' } });
  t.teardown(() => service.close());
  const address = service.http.issuerServer?.address() as { port: number };
  const own = `http://127.0.0.1:${address.port}`;
  const options = {
    method: 'POST',
    headers: { Authorization: `Bearer ${service.organisationToken}`, 'Content-Type': 'application/json' },
    body: '{"uid":"x"}',
  };
  for (const path of ['/tokens', '/auth/tokens', '/voice/tokens']) {
    const issued = await fetch(own + path, options);
    t.equal(issued.status, 200, path);
    t.match(await issued.json(), { value: /^esr_/, expiresAt: String });
  }
  t.equal((await fetch(`${own}/queries`, options)).status, 404);
  t.equal(
    (await fetch(`${service.base}/auth/tokens`, options)).status,
    404,
    'a browser on the main listener never reaches it',
  );
  t.equal((await fetch(`${service.base}/tokens`, options)).status, 403);
  const off = await startService({ http: { issuer: 'off' } });
  t.teardown(() => off.close());
  t.equal((await fetch(`${off.base}/auth/tokens`, { method: 'POST' })).status, 404);
});

t.test('the path of the sockets without an upgrade', async (t) => {
  const service = await startService({ http: { extensions: [requireUpgrade] } });
  t.teardown(() => service.close());
  const response = await fetch(`${service.base}/websocketapi`);
  t.match(await response.json(), { status: 426, code: 'upgrade_required' });
  t.equal(response.headers.get('upgrade'), 'websocket');
});

t.test('OPTIONS for the server as a whole', async (t) => {
  const service = await startService();
  t.teardown(() => service.close());
  const client = await RawClient.open(service.port);
  await client.send('OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  t.match(await client.response(), { status: 204, headers: { allow: 'GET, HEAD, POST, PATCH, OPTIONS' } });
  client.close();
});

t.test('health, readiness and extensions are found beside the API', async (t) => {
  let reason: string | undefined = 'The disk is full.';
  const service = await startService({
    http: {
      whyNotReady: () => reason,
      extensions: [
        async (ctx, next) => {
          if (ctx.path !== '/page') return next();
          ctx.body = '<p>hello</p>';
        },
      ],
    },
  });
  t.teardown(() => service.close());
  t.equal((await fetch(`${service.base}/health`)).status, 200);
  const starting = await fetch(`${service.base}/ready`);
  t.equal(starting.status, 503);
  t.equal(starting.headers.get('retry-after'), '5');
  t.strictSame(await starting.json(), { status: 'unavailable', reason });
  reason = undefined;
  const response = await fetch(`${service.base}/ready`);
  t.equal(response.status, 200);
  t.strictSame(await response.json(), { status: 'ok' });
  t.equal((await fetch(`${service.base}/ready`, { method: 'HEAD' })).status, 200);
  const page = await fetch(`${service.base}/page`);
  t.equal(await page.text(), '<p>hello</p>');
  t.ok(page.headers.get('x-request-id'));
});

t.test('a request id of the caller is in every place', async (t) => {
  const service = await startService();
  t.teardown(() => service.close());
  const requestId = `r-${randomUUID()}`;
  const response = await fetch(`${service.base}/nothing`, { headers: { 'X-Request-Id': requestId } });
  t.equal(response.headers.get('x-request-id'), requestId);
  t.equal(((await response.json()) as { requestId: string }).requestId, requestId);
  t.match(await service.logLine(requestId), { status: 404, path: '(none)' });
});

t.test('the log names the route of an address also where the method is wrong', async (t) => {
  const service = await startService();
  t.teardown(() => service.close());
  const requestId = randomUUID();
  const address = `${service.base}/queries/${randomUUID()}`;
  const response = await fetch(address, { method: 'PUT', headers: { 'X-Request-Id': requestId } });
  t.equal(response.status, 405);
  t.match(await service.logLine(requestId), { status: 405, path: '/queries/:queryId' });
});
