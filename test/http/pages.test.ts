import { mkdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { KioskAccess, type KioskAccessOptions, openApi, pages } from '../../src/http/index.js';
import { asyncApi } from '../../src/ws/index.js';
import { requestMessageSchema, serverMessageSchema } from '../../src/ws/socket-schemas.js';
import { speak } from '../query/energy-transcriber.js';
import { request as socketRequest, startSocketService } from '../ws/socket-service.js';
import { type Service, startService } from './service.js';

async function startPages(t: Test, kiosk: Partial<KioskAccessOptions> = {}, basePath = ''): Promise<Service> {
  const folder = t.testdir({
    'index.html': '<p>mine',
    'page.css': 'p {}',
    '.hidden.css': 'x',
    'notes.txt': 'x',
  });
  await mkdir(join(folder, 'folder.css'));
  await writeFile(join(folder, 'service-1.2.3.min.js'), '1');
  let issued = 0;
  const service: Service = await startService({
    http: {
      basePath,
      corsOrigins: ['https://shop.example'],
      extensions: [
        pages({
          kioskAccess: new KioskAccess({
            issue: async () => ({ value: `token${++issued}`, expiresAt: '2030-01-01T00:00:00.000Z' }),
            ...kiosk,
          }),
          welcome: () => ({ locales: ['en-US'], invitation: 'What would you like?', examples: ['A latte'] }),
          descriptions: () => ({
            'openapi.json': openApi({
              routes: service.http.resources.routes,
              version: '1.2.3',
              issuerPath: '/auth/tokens',
            }),
            'asyncapi.json': asyncApi({ version: '1.2.3' }),
          }),
          kioskFolder: folder,
          libraryFolder: folder,
          basePath,
        }),
      ],
    },
  });
  t.teardown(() => service.close());
  return service;
}

/** A request with exactly these headers; `fetch` does not let Host and Sec-Fetch-Site be set. */
function ask(service: Service, method: string, path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }>(
    (resolve, reject) => {
      request({ port: service.port, host: '127.0.0.1', method, path, headers, agent: false }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part) => {
          text += part;
        });
        response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, text }));
      })
        .on('error', reject)
        .end();
    },
  );
}

t.test('files', async (t) => {
  const service = await startPages(t);
  const page = await ask(service, 'GET', '/');
  t.match(page, {
    status: 200,
    text: '<p>mine',
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' },
  });
  t.match(page.headers['content-security-policy'], /default-src 'none'; script-src 'self'/);
  t.match(await ask(service, 'GET', '/', { 'If-None-Match': String(page.headers.etag) }), {
    status: 304,
    text: '',
  });
  t.match(await ask(service, 'HEAD', '/'), { status: 200, text: '', headers: { etag: page.headers.etag } });
  t.match(await ask(service, 'GET', '/kiosk/page.css'), {
    status: 200,
    headers: { 'content-type': /^text\/css/ },
  });
  t.match(await ask(service, 'GET', '/js/service-1.2.3.min.js', { Origin: 'https://anyone.example' }), {
    status: 200,
    headers: {
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    },
  });
  for (const name of [
    'none.css',
    '.hidden.css',
    'notes.txt',
    'folder.css',
    '..%2findex.html',
    '%2e%2e/index.html',
    'x/page.css',
    '',
  ]) {
    t.match(
      await ask(service, 'GET', `/kiosk/${name}`),
      { status: 404, headers: { 'content-type': 'application/problem+json' } },
      name,
    );
  }
  const welcome = await ask(service, 'GET', '/kiosk/welcome');
  t.strictSame(JSON.parse(welcome.text), {
    locales: ['en-US'],
    invitation: 'What would you like?',
    examples: ['A latte'],
  });
  t.match(await ask(service, 'POST', '/kiosk/page.css'), { status: 405, headers: { allow: /GET, HEAD/ } });
  for (const path of ['/', '/kiosk/page.css', '/openapi.json']) {
    t.match(await ask(service, 'OPTIONS', path), { status: 204, headers: { allow: 'GET, HEAD, OPTIONS' } });
  }
  t.match(await ask(service, 'GET', '/docs'), { status: 302, headers: { location: 'docs/' } });
  t.match(await ask(service, 'GET', '/docs/'), { status: 200, text: /docs\.js/ });
  t.match(
    await ask(service, 'GET', '/tls/authority.pem'),
    { status: 404 },
    'only where the certificate is our own',
  );
});

t.test('the built client library: every name, one content, under its weight', async (t) => {
  const service = await startService({
    http: {
      extensions: [
        pages({
          kioskAccess: new KioskAccess({ mode: 'off', issue: async () => ({ value: '', expiresAt: '' }) }),
          welcome: () => ({ locales: [], examples: [] }),
          descriptions: () => ({}),
        }),
      ],
    },
  });
  t.teardown(() => service.close());
  const { text: source } = await ask(service, 'GET', '/js/service.js');
  const [, version] = /client library (\d+\.\d+\.\d+)/.exec(source)!;
  const withoutMap = (text: string) => text.replace(/\n\/\/# sourceMappingURL=.*\n/, '');
  const small = await ask(service, 'GET', '/js/service.min.js');
  t.equal(withoutMap((await ask(service, 'GET', `/js/service-${version}.js`)).text), withoutMap(source));
  t.equal(
    withoutMap((await ask(service, 'GET', `/js/service-${version}.min.js`)).text),
    withoutMap(small.text),
  );
  const { gzipSync } = await import('node:zlib');
  t.ok(gzipSync(small.text).length < 15 * 1024);
  for (const name of ['service.js.map', 'service.min.js.map', 'service.mjs', 'service-worklet.js']) {
    t.match(await ask(service, 'GET', `/js/${name}`), { status: 200 }, name);
  }
});

t.test('under a path prefix', async (t) => {
  const service = await startPages(t, {}, '/voice');
  t.match(await ask(service, 'GET', '/voice'), { status: 302, headers: { location: '/voice/' } });
  t.match(await ask(service, 'GET', '/voice/'), { status: 200, text: '<p>mine' });
  t.match(await ask(service, 'GET', '/voice/kiosk/page.css'), { status: 200 });
});

t.test('anonymous access of the kiosk page', async (t) => {
  const local = { Host: 'localhost:8080', Origin: 'http://localhost:8080', 'Sec-Fetch-Site': 'same-origin' };
  const open = async (service: Service, headers: Record<string, string>) =>
    (await ask(service, 'POST', '/kiosk/session', headers)).status;

  t.test('auto: this device only', async (t) => {
    const service = await startPages(t, { tokensPerMinute: 5 });
    const answer = await ask(service, 'POST', '/kiosk/session', local);
    t.strictSame(JSON.parse(answer.text), {
      refreshToken: 'token1',
      expiresAt: '2030-01-01T00:00:00.000Z',
    });
    t.match(answer.headers, { 'cache-control': 'no-store', 'access-control-allow-origin': undefined });
    t.equal(await open(service, { Host: '127.0.0.1:8080' }), 200, 'a browser that sends no Origin');
    const refused: Record<string, Record<string, string>> = {
      'a page of another site': { ...local, 'Sec-Fetch-Site': 'cross-site' },
      'a page of another port': { ...local, 'Sec-Fetch-Site': 'same-site' },
      'another origin': { ...local, Origin: 'https://evil.example' },
      'no origin at all': { ...local, Origin: 'null' },
      'an origin that CORS lets in': { ...local, Origin: 'https://shop.example' },
      'a name that was bound to this device': {
        Host: 'evil.example:8080',
        Origin: 'http://evil.example:8080',
      },
      'a name that only looks local': {
        ...local,
        Host: 'localhost.evil.example',
        Origin: 'http://localhost.evil.example',
      },
      'a proxy': { ...local, 'X-Forwarded-For': '203.0.113.7' },
      'another proxy': { ...local, Forwarded: 'for=203.0.113.7' },
    };
    for (const [who, headers] of Object.entries(refused)) t.equal(await open(service, headers), 404, who);
    t.match(await ask(service, 'GET', '/kiosk/session', local), { status: 405 });
    const statuses = [];
    for (let i = 0; i < 6; i++) statuses.push(await open(service, local));
    t.strictSame(statuses, [200, 200, 200, 429, 429, 429], 'refused ones do not count');
  });

  t.test('auto behind a known proxy, and off: nobody', async (t) => {
    t.equal(await open(await startPages(t, { isProxied: true }), local), 404);
    t.equal(await open(await startPages(t, { mode: 'off' }), local), 404);
  });

  t.test('on: everyone who has the page, and no other page', async (t) => {
    const service = await startPages(t, { mode: 'on' });
    t.equal(await open(service, { Host: 'kiosk.lan', Origin: 'http://kiosk.lan' }), 200);
    t.equal(await open(service, { Host: 'kiosk.lan', Origin: 'http://evil.example' }), 404);
    t.equal(await open(service, { Host: 'kiosk.lan', 'Sec-Fetch-Site': 'cross-site' }), 404);
  });

  t.test('on, behind a proxy that hands on a host name of its own', async (t) => {
    const service = await startPages(t, {
      mode: 'on',
      isProxied: true,
      publicOrigin: 'https://shop.example',
    });
    t.equal(await open(service, { Host: '127.0.0.1:8080', Origin: 'https://shop.example' }), 200);
    t.equal(await open(service, { Host: '127.0.0.1:8080', Origin: 'https://evil.example' }), 404);
  });
});

t.test('the descriptions of the API', async (t) => {
  const service = await startPages(t);
  const openapi = JSON.parse((await ask(service, 'GET', '/openapi.json')).text);
  const asyncapi = JSON.parse((await ask(service, 'GET', '/asyncapi.json')).text);
  t.match(openapi, { openapi: '3.1.0', info: { version: '1.2.3' } });
  t.match(asyncapi, { asyncapi: '3.0.0', channels: { socket: { address: '/websocketapi' } } });

  t.test('every operation of the API is there, and no name twice', async (t) => {
    for (const { method, path, name } of service.http.resources.routes) {
      t.equal(openapi.paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()].operationId, name);
    }
    const ids = Object.values(openapi.paths).flatMap((methods) =>
      Object.values(methods as object).map(({ operationId }) => operationId),
    );
    t.equal(new Set(ids).size, ids.length);
  });

  t.test('a body may be left out where an empty one will do', async (t) => {
    const { paths } = openapi;
    t.equal(paths['/queries/{queryId}/feedback'].post.requestBody.required, false);
    t.equal(paths['/queries/{queryId}/cancellation'].post.requestBody.required, false);
    t.equal(paths['/conversations'].post.requestBody.required, true);
    t.equal(paths['/conversations/{conversationId}/queries'].post.requestBody.required, true);
  });

  t.test('the form of a locale is one that locales have, in requests and in answers', async (t) => {
    const { CreateQuery, Query } = openapi.components.schemas;
    for (const { properties } of [CreateQuery, Query])
      t.match('en-US', new RegExp(properties.locale.pattern));
    t.match('en-us', new RegExp(CreateQuery.properties.locale.pattern));
  });

  t.test('bounds are described as they are', async (t) => {
    const { CreateQuery, IssueRefreshToken } = openapi.components.schemas;
    const { organisationToken } = service;
    const post = async (path: string, token: string, entity: object) =>
      (
        await fetch(`http://127.0.0.1:${service.port}${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(entity),
        })
      ).status;
    const token = await service.sessionToken();
    const ask = (length: number) =>
      post('/queries', token, { locale: 'en-US', textQuery: { text: 'a'.repeat(length) } });
    const { maxLength } = CreateQuery.properties.textQuery.anyOf[0].properties.text;
    t.equal(await ask(maxLength), 201);
    t.equal(await ask(maxLength + 1), 400);
    const issue = (length: number) => post('/auth/tokens', organisationToken, { uid: 'a'.repeat(length) });
    t.equal(await issue(IssueRefreshToken.properties.uid.maxLength), 200);
    t.equal(await issue(IssueRefreshToken.properties.uid.maxLength + 1), 400);
  });

  t.test('every reference leads somewhere', async (t) => {
    for (const document of [openapi, asyncapi]) {
      const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
        ([, path]) => path,
      );
      t.ok(references.length > 10);
      for (const reference of new Set(references)) {
        const target = reference.split('/').reduce((value, step) => value?.[step], document);
        t.ok(target, reference);
      }
    }
  });

  t.test('answers have the headers that are described', async (t) => {
    const token = await service.sessionToken();
    const body = JSON.stringify({ locale: 'en-US', queryType: 'text', textQuery: { text: 'red shoes' } });
    const call = (method: string, path: string, authorization = `Bearer ${token}`, more = {}) =>
      fetch(`http://127.0.0.1:${service.port}${path}`, {
        method,
        headers: { authorization, 'content-type': 'application/json', ...more },
        ...(method === 'POST' && { body }),
      });
    const described = async (method: string, path: string, authorization?: string, more?: object) => {
      const { status, headers } = await call(method, path, authorization, more);
      const { responses } = openapi.paths[path][method.toLowerCase()];
      const names = Object.keys((responses[status] ?? responses.default).headers);
      for (const name of names) t.ok(headers.get(name), `${method} ${path} ${status}: ${name}`);
      for (const name of ['Location', 'RateLimit', 'Retry-After', 'WWW-Authenticate'])
        t.equal(headers.has(name), names.includes(name), `${method} ${path} ${status}: ${name}`);
      return status;
    };
    t.equal(await described('POST', '/queries'), 201);
    t.equal(await described('GET', '/conversations'), 200);
    t.equal(await described('GET', '/conversations', 'Bearer none'), 401);
    t.equal(await described('GET', '/conversations', `Bearer ${token}`, { accept: 'text/html' }), 406);
  });

  t.test('the table of error codes is whole', async (t) => {
    t.match(openapi['x-error-codes'], { rate_limited: { status: 429 }, overloaded: { status: 503 } });
  });
});

t.test('messages on the socket are as they are described', async (t) => {
  const service = await startSocketService(t);
  const token = await service.sessionToken();
  const client = await service.connect();
  const seen = new Set<string>();
  const send = (message: Record<string, unknown>) => {
    requestMessageSchema.parse(message);
    client.sendJson(message);
  };
  const receive = async () => {
    const message = await client.nextJson();
    const result = serverMessageSchema.safeParse(message);
    t.ok(
      result.success,
      `${message.notificationType ?? message.type}: ${result.error?.message ?? 'as described'}`,
    );
    seen.add(message.notificationType ?? message.type);
    return message;
  };
  client.sendAudio(Buffer.alloc(10));
  await receive();
  send(socketRequest(token, { headers: { 'X-Service-Partial-Results': true }, requestId: 7 }));
  client.sendAudio(speak('red shoes', { silenceMs: 600 }));
  while ((await receive()).notificationType !== 'query_complete');
  service.transcriber.beforeFinish = async () => {
    throw new Error('broken');
  };
  send(socketRequest(token));
  client.sendAudio(speak('red'));
  client.endAudio();
  while ((await receive()).notificationType !== 'internal_server_error');
  t.strictSame([...seen].sort(), [
    'client_error',
    'internal_server_error',
    'query_complete',
    'query_partial',
    'response',
    'vad_start',
    'vad_stop',
  ]);
});
