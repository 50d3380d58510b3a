import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request as tlsRequest } from 'node:https';
import { connect, type Socket } from 'node:net';
import { generate } from 'selfsigned';
import t from 'tap';
import { createHttpServer } from '../../src/http/index.js';
import { requireUpgrade } from '../../src/ws/index.js';
import { startSocketService } from '../ws/socket-service.js';
import { RawClient } from './raw-client.js';
import { startService } from './service.js';

t.test('what is no request', async (t) => {
  const service = await startService();
  t.teardown(() => service.close());
  const host = `Host: 127.0.0.1:${service.port}\r\n`;
  const rows: [name: string, request: string, status: number, code: string][] = [
    ['two hosts', `GET /health HTTP/1.1\r\n${host}${host}\r\n`, 400, 'invalid_header'],
    ['two hosts that differ', `GET /health HTTP/1.1\r\n${host}hOsT: other\r\n\r\n`, 400, 'invalid_header'],
    ['no host', 'GET /health HTTP/1.1\r\n\r\n', 400, 'invalid_header'],
    ['not HTTP', 'hello\r\n\r\n', 400, 'invalid_request'],
    ['bad header', `GET /health HTTP/1.1\r\n${host}a(b: c\r\n\r\n`, 400, 'invalid_request'],
    [
      'chunked and a length',
      `POST /tokens HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n`,
      400,
      'invalid_request',
    ],
    [
      'headers over the limit',
      `GET /health HTTP/1.1\r\n${host}X-Big: ${'x'.repeat(140_000)}\r\n\r\n`,
      431,
      'header_too_large',
    ],
    [
      'another transfer coding',
      `POST /tokens HTTP/1.1\r\n${host}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
      501,
      'not_implemented',
    ],
    [
      'credentials that contradict each other',
      `GET /health HTTP/1.1\r\n${host}Authorization: Bearer a\r\nauthorization: Bearer b\r\n\r\n`,
      400,
      'invalid_header',
    ],
    [
      'types that contradict each other',
      `POST /queries HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Type: audio/wav\r\n\r\n`,
      400,
      'invalid_header',
    ],
    ['a host that is none', 'GET /health HTTP/1.1\r\nHost: a b\r\n\r\n', 400, 'invalid_header'],
    ['a host with a user', 'GET /health HTTP/1.1\r\nHost: me@here\r\n\r\n', 400, 'invalid_header'],
    ['a method nobody knows', `BREW /health HTTP/1.1\r\n${host}\r\n`, 501, 'not_implemented'],
    ['a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n', 501, 'not_implemented'],
    ['a version that Node would take', `GET /health HTTP/2.0\r\n${host}\r\n`, 400, 'invalid_request'],
    ['another protocol version', `GET /health HTTP/3.0\r\n${host}\r\n`, 400, 'invalid_request'],
  ];
  for (const [name, request, status, code] of rows) {
    const client = await RawClient.open(service.port);
    await client.send(request);
    const reply = await client.response();
    t.equal(reply.status, status, name);
    t.match(reply.json(), { status, code, requestId: reply.headers['x-request-id'] }, name);
    t.equal(reply.headers['content-type'], 'application/problem+json', name);
    t.ok(Date.parse(reply.headers.date) > 0, `${name}: date`);
    client.close();
  }
  const old = await RawClient.open(service.port);
  await old.send('GET /health HTTP/1.0\r\n\r\n');
  t.equal((await old.response()).status, 200, 'HTTP/1.0 needs no host');
  const twice = await RawClient.open(service.port);
  const same = 'Content-Type: application/json\r\n';
  await twice.send(`GET /health HTTP/1.1\r\n${host}${same}${same}\r\n`);
  t.equal((await twice.response()).status, 200, 'a header twice is no contradiction');
  twice.close();
  const absolute = await RawClient.open(service.port);
  await absolute.send(`GET http://127.0.0.1:${service.port}/health HTTP/1.1\r\n${host}\r\n`);
  t.equal((await absolute.response()).status, 200, 'absolute form');
  absolute.close();
  const next = await RawClient.open(service.port);
  const unknown = `BREW /health HTTP/1.1\r\n${host}\r\n`;
  await next.send(`GET /health HTTP/1.1\r\n${host}\r\n${unknown}`);
  t.equal((await next.response()).status, 200);
  t.equal((await next.response()).status, 501, 'a method nobody knows, after one that is');
  await next.closed;
  for (const name of ['', '[::1]:8080', 'a_b.example:80', 'under.proxy%2e']) {
    const named = await RawClient.open(service.port);
    await named.send(`GET /health HTTP/1.1\r\nHost: ${name}\r\n\r\n`);
    t.equal((await named.response()).status, 200, `Host: ${name}`);
    named.close();
  }
});

t.test('what is wrong with the framing is said', async (t) => {
  const service = await startService();
  t.teardown(() => service.close());
  const start = 'POST /queries HTTP/1.1\r\nHost: a\r\n';
  const chunked = `${start}Transfer-Encoding: chunked\r\n\r\n`;
  for (const [request, status, detail] of [
    [
      `${start}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n`,
      400,
      /Content-Length.*Transfer-Encoding/,
    ],
    [`${start}Content-Length: five\r\n\r\n`, 400, /Content-Length/],
    [`${chunked}five\r\nhello\r\n`, 400, /chunk size/],
    [`${chunked}5;${'x'.repeat(20_000)}\r\nhello\r\n`, 413, /extensions/],
    [`${start}X-Half: a`, 400, /ended before/],
  ] as const) {
    const socket = connect({ port: service.port, host: '127.0.0.1', allowHalfOpen: true });
    socket.end(request);
    let answer = '';
    for await (const chunk of socket) answer += chunk.toString('latin1');
    t.match(answer, new RegExp(`^HTTP/1.1 ${status} `), `${detail}`);
    t.match(JSON.parse(answer.slice(answer.lastIndexOf('\r\n\r\n'))).detail, detail);
  }
});

t.test('the issuer says with the status alone what is wrong with the head of a request', async (t) => {
  const service = await startService();
  t.teardown(() => service.close());
  const start = `POST /auth/tokens HTTP/1.1\r\nAuthorization: Bearer ${service.organisationToken}\r\n`;
  const body = '{"uid":"x"}';
  for (const [name, rest, status] of [
    ['sound', `Host: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`, 200],
    ['two hosts', `Host: a\r\nHost: b\r\nContent-Length: ${body.length}\r\n\r\n${body}`, 400],
    ['a transfer coding', 'Host: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n', 501],
  ] as const) {
    const client = await RawClient.open(service.port);
    await client.send(start + rest);
    const reply = await client.response();
    t.equal(reply.status, status, name);
    if (status !== 200) {
      t.equal(reply.body, '', name);
      t.notOk(reply.headers['content-type'], name);
    }
    client.close();
  }
});

t.test('an answer never overtakes the one before', async (t) => {
  const service = await startService();
  t.teardown(() => service.close());
  const host = `Host: 127.0.0.1:${service.port}\r\n`;
  const token = await service.sessionToken();
  const client = await RawClient.open(service.port);
  await client.send(
    `GET /conversations HTTP/1.1\r\n${host}Authorization: Bearer ${token}\r\n\r\n` +
      `GET /health HTTP/1.1\r\n${host}\r\nnonsense\r\n\r\n`,
  );
  const statuses = [];
  for (let index = 0; index < 3; index++) statuses.push((await client.response()).status);
  t.strictSame(statuses, [200, 200, 400]);
  await client.closed;

  const refused = await RawClient.open(service.port);
  await refused.send(`POST /queries HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n`);
  t.equal((await refused.response()).status, 401);
  await refused.send('no size\r\n');
  await t.rejects(refused.response(), { message: 'closed; received ""' }, 'one request, one answer');
});

t.test('a client may close its half when it has asked', async (t) => {
  const service = await startService();
  t.teardown(() => service.close());
  const authorization = `Host: 127.0.0.1\r\nAuthorization: Bearer ${await service.sessionToken()}\r\n`;
  const entity = Buffer.from('{"locale":"en-US"}').toString('base64');
  for (const [request, status] of [
    [`GET /conversations HTTP/1.1\r\n${authorization}\r\n`, 200],
    [`POST /conversations HTTP/1.1\r\n${authorization}Content-Length: 18\r\n\r\n{"locale":"en-US"}`, 201],
    [
      `POST /queries HTTP/1.1\r\n${authorization}Content-Type: audio/pcm\r\nX-Service-Entity: ${entity}\r\n` +
        'Transfer-Encoding: chunked\r\n\r\n4\r\nabcd\r\n0\r\n\r\n',
      200,
    ],
    [`POST /conversations HTTP/1.1\r\n${authorization}Content-Length: 18\r\n\r\n{"locale`, 400],
  ] as const) {
    const client = await RawClient.open(service.port);
    client.socket.end(request);
    t.equal((await client.response()).status, status);
    await client.closed;
  }
});

t.test('an offer of another protocol is ignored', async (t) => {
  const service = await startSocketService(t);
  const authorization = `Host: 127.0.0.1\r\nAuthorization: Bearer ${await service.sessionToken()}\r\n`;
  const connections: Socket[] = [];
  service.http.server.on('connection', (socket) => connections.push(socket));
  const offers = [
    'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n',
    'Upgrade: TLS/1.2\r\nConnection: keep-alive, upgrade\r\n',
  ];
  for (const offer of offers) {
    const client = await RawClient.open(service.port);
    await client.send(
      `POST /conversations HTTP/1.1\r\n${authorization}${offer}Content-Length: 18\r\n\r\n{"locale":`,
    );
    const list = `GET /conversations HTTP/1.1\r\n${authorization}${offer}\r\n`;
    // Newer versions of Node.js lose what comes at once behind a body.
    const isAtOnce = !('shouldUpgradeCallback' in service.http.server);
    await client.send(`"en-US"}${isAtOnce ? list : ''}`);
    t.equal((await client.response()).status, 201);
    await client.send(isAtOnce ? list : list + list);
    for (let index = 0; index < 2; index++) {
      t.equal((await client.response()).json()._embedded.conversations.length > 0, true);
    }
    for (let index = 0; index < 12; index++) {
      await client.send(`GET /health HTTP/1.1\r\n${authorization}${offer}\r\n`);
      t.equal((await client.response()).status, 200, 'on the same connection');
    }
    for (const event of ['data', 'error', 'timeout', 'pause']) {
      const most = Math.max(...connections.map((each) => each.listenerCount(event)));
      t.ok(most < 5, `no listeners to ${event} pile up`);
    }
    client.close();
  }
  const elsewhere = await RawClient.open(service.port);
  await elsewhere.send(
    `GET /queries HTTP/1.1\r\n${authorization}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  );
  t.equal((await elsewhere.response()).status, 404, 'a WebSocket is elsewhere');
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

/** Of an upload that carries its query in `X-Service-Entity`. */
async function statusOfUpload(
  service: Awaited<ReturnType<typeof startService>>,
  entity: string,
): Promise<number> {
  const client = await RawClient.open(service.port);
  await client.send(
    [
      'POST /queries HTTP/1.1',
      `Host: 127.0.0.1:${service.port}`,
      `Authorization: Bearer ${await service.sessionToken()}`,
      'Content-Type: audio/pcm',
      'Content-Length: 2',
      `X-Service-Entity: ${Buffer.from(entity).toString('base64')}`,
      '',
      'ab',
    ].join('\r\n'),
  );
  const { status } = await client.response();
  client.close();
  return status;
}

t.test('the limit of X-Service-Entity is an option', async (t) => {
  for (const [entityHeaderBytes, fits] of [
    [1_024, false],
    [200_000, true],
  ] as const) {
    const service = await startService({ http: { limits: { entityHeaderBytes } } });
    t.teardown(() => service.close());
    const entity = JSON.stringify({ locale: 'en-US', padding: 'x'.repeat(fits ? 199_000 : 1_024) });
    t.equal(await statusOfUpload(service, entity), fits ? 200 : 431);
  }
});

t.test('X-Service-Entity of 64 KiB fits', async (t) => {
  const service = await startService();
  t.teardown(() => service.close());
  const json = JSON.stringify({ locale: 'en-US', padding: '' });
  const entity = JSON.stringify({ locale: 'en-US', padding: 'x'.repeat(65_536 - json.length) });
  t.equal(entity.length, 65_536);
  t.equal(await statusOfUpload(service, entity), 200);
});

t.test('links', async (t) => {
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
    t.match(await response.json(), { status: 400, code: 'invalid_header' });
  }
});

t.test('other origins', async (t) => {
  const service = await startService({ http: { corsOrigins: ['https://shop.example'] } });
  t.teardown(() => service.close());
  const preflight = (origin: string) =>
    fetch(`${service.base}/queries`, {
      method: 'OPTIONS',
      headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
    });
  const allowed = await preflight('https://shop.example');
  t.equal(allowed.status, 204);
  t.equal(allowed.headers.get('access-control-allow-origin'), 'https://shop.example');
  t.match(allowed.headers.get('access-control-allow-headers'), /X-Service-Entity/);
  t.match(allowed.headers.get('access-control-allow-methods'), /PATCH/);
  t.match(allowed.headers.get('vary'), /Origin/);
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

t.test('a connection too many is closed at once, the others live on', async (t) => {
  const service = await startService({ http: { limits: { connections: 3 } } });
  t.teardown(() => service.close());
  const { hostname, port } = new URL(service.base);
  const open = () => connect({ host: hostname, port: Number(port) });
  const idle = [open(), open()];
  t.teardown(() => {
    for (const socket of idle) socket.destroy();
  });
  await Promise.all(idle.map((socket) => once(socket, 'connect')));
  const headers = { Connection: 'close' };
  t.equal((await fetch(`${service.base}/health`, { headers })).status, 200);
  const third = open();
  idle.push(third);
  await once(third, 'connect');
  const fourth = open();
  fourth.on('error', () => {});
  await once(fourth, 'close');
  third.destroy();
  await once(third, 'close');
  const answered = async () =>
    (await fetch(`${service.base}/health`, { headers }).catch(() => undefined))?.status;
  while ((await answered()) !== 200) await new Promise((resolve) => setTimeout(resolve, 20));
  t.pass('a place is free again');
});

t.test('health, readiness and extensions', async (t) => {
  let ready = false;
  const service = await startService({
    http: {
      isReady: () => ready,
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
  t.equal((await fetch(`${service.base}/ready`)).status, 503);
  ready = true;
  const response = await fetch(`${service.base}/ready`);
  t.equal(response.status, 200);
  t.strictSame(await response.json(), { status: 'ok' });
  t.equal((await fetch(`${service.base}/ready`, { method: 'HEAD' })).status, 200);
  const page = await fetch(`${service.base}/page`);
  t.equal(await page.text(), '<p>hello</p>');
  t.ok(page.headers.get('x-request-id'));
});

t.test('HTTPS', async (t) => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keySize: 2048,
  });
  const service = await startService({ http: { tls: { key, cert } } });
  t.teardown(() => service.close());
  const token = await service.sessionToken();
  const entity = await new Promise<string>((resolve, reject) => {
    const request = tlsRequest(
      {
        port: service.port,
        method: 'POST',
        path: '/conversations',
        ca: cert,
        servername: 'localhost',
        checkServerIdentity: () => undefined,
        headers: {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
          Host: 'kiosk.local',
        },
      },
      (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve(text));
      },
    );
    request.on('error', reject);
    request.end('{"locale":"en-US"}');
  });
  t.match(JSON.parse(entity)._links.self.href, /^https:\/\/kiosk\.local\/conversations\//);
});

t.test('a request id of the caller is in every place', async (t) => {
  const service = await startService();
  t.teardown(() => service.close());
  const requestId = `r-${randomUUID()}`;
  const response = await fetch(`${service.base}/nothing`, { headers: { 'X-Request-Id': requestId } });
  t.equal(response.headers.get('x-request-id'), requestId);
  t.equal(((await response.json()) as { requestId: string }).requestId, requestId);
  while (!service.logLines.some((line) => line.requestId === requestId)) await new Promise(setImmediate);
});

t.test('an address that cannot be had', async (t) => {
  const service = await startService();
  const other = await startService({ http: { issuer: 'own' } });
  t.teardown(() => Promise.all([service.close(), other.close()]));
  await t.rejects(
    other.http.listen({ port: service.port }),
    { code: 'invalid_config' },
    'the issuer needs one too',
  );
  const third = createHttpServer({ queryService: service.queryService, tokens: service.tokens });
  await t.rejects(third.listen({ port: service.port }), { code: 'invalid_config', message: /in use/ });
});
