import { gzipSync } from 'node:zlib';
import t from 'tap';
import { KioskAccess, pages } from '../../src/http/index.js';
import { ask, startPages } from './page-service.js';
import { type Service, startService } from './service.js';

t.test('pages and their files are served, each with what browsers need to know of it', async (t) => {
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
    'none.db',
    '.hidden.css',
    'folder.css',
    '..%2findex.html',
    '%2e%2e/index.html',
    'x/page.css',
    'page.css/',
    '%ff',
    '%00.css',
    `${'a'.repeat(300)}.css`,
    '',
  ]) {
    t.match(
      await ask(service, 'GET', `/kiosk/${name}`),
      { status: 404, headers: { 'content-type': 'application/problem+json' } },
      name,
    );
  }
  t.match(await ask(service, 'GET', '/kiosk/none.css'), { text: /There is no file none\.css/ });
  t.match(await ask(service, 'GET', '/kiosk/rows.db'), {
    status: 415,
    text: /rows\.db is there, but files with \.db are not served/,
  });
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
      'a proxy that tells no address': { ...local, Via: '1.1 proxy' },
    };
    for (const [who, headers] of Object.entries(refused)) t.equal(await open(service, headers), 404, who);
    t.match(await ask(service, 'GET', '/kiosk/session', local), { status: 405 });
    const statuses = [];
    for (let i = 0; i < 6; i++) statuses.push(await open(service, local));
    t.strictSame(statuses, [200, 200, 200, 429, 429, 429], 'refused ones do not count');
    const { headers } = await ask(service, 'POST', '/kiosk/session', local);
    t.match(headers, {
      'ratelimit-policy': '"kiosk-pages";q=5;w=60',
      ratelimit: /^"kiosk-pages";r=0;t=\d+$/,
      'retry-after': /^\d+$/,
    });
  });

  t.test('auto behind a known proxy, and off: nobody', async (t) => {
    t.equal(await open(await startPages(t, { isProxied: true }), local), 404);
    t.equal(await open(await startPages(t, { mode: 'off' }), local), 404);
  });

  t.test('behind a trusted proxy the limit is by what that says of the client', async (t) => {
    const service = await startPages(t, { mode: 'on', trustProxy: true, tokensPerMinute: 1 });
    const from = (address: string) => open(service, { ...local, 'X-Forwarded-For': address });
    t.equal(await from('203.0.113.7'), 200);
    t.equal(await from('203.0.113.8'), 200);
    t.equal(await from('203.0.113.7'), 429);
    t.equal(await from('198.51.100.1, 203.0.113.7'), 429, 'what the client says of itself is not believed');
    t.equal(await from('2001:db8:0:1::1'), 200);
    t.equal(await from('2001:0DB8::1:aaaa:0:0:1'), 429, 'another address of the same /64');
    t.equal(await from('2001:db8:0:2::1'), 200);
    t.equal(await from('::ffff:203.0.113.7'), 429, 'the same address, as listeners to both kinds write it');
    t.equal(await from('::ffff:203.0.113.9'), 200, 'which are not all of one network');
    t.equal(await from('[2001:db8:0:1::7]:4711'), 429, 'with a port');
    const direct = await startPages(t, { mode: 'on', tokensPerMinute: 1 });
    t.equal(await open(direct, { ...local, 'X-Forwarded-For': '203.0.113.7' }), 200);
    t.equal(await open(direct, { ...local, 'X-Forwarded-For': '203.0.113.8' }), 429, 'nobody is trusted');
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
