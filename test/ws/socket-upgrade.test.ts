import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import t from 'tap';
import { isOriginAllowed } from '../../src/ws/index.js';
import { encodeFrame, opcode } from './frame-client.js';
import { request, startSocketService } from './socket-service.js';

t.test('what is no handshake, or not from a page that may, is refused with its reason', async (t) => {
  const service = await startSocketService(t, { sockets: { origins: ['https://shop.example'] } });
  const host = `127.0.0.1:${service.port}`;
  const refusals: [options: Parameters<typeof service.connect>[0], status: number, code: string][] = [
    [{ path: '/elsewhere' }, 404, 'not_found'],
    [{ path: '/websocketapi/x' }, 404, 'not_found'],
    [{ headers: { Origin: 'https://evil.example' } }, 403, 'forbidden'],
    [{ headers: { Origin: 'null' } }, 403, 'forbidden'],
    [{ headers: { Origin: `http://${host}.evil.example` } }, 403, 'forbidden'],
    [{ headers: { 'Sec-WebSocket-Version': '14' } }, 426, 'upgrade_required'],
    [{ headers: { 'Sec-WebSocket-Key': 'short' } }, 400, 'invalid_header'],
    [{ headers: { 'Sec-WebSocket-Protocol': 'a, a' } }, 400, 'invalid_header'],
    [{ headers: { host: 'second.example' } }, 400, 'invalid_header'],
  ];
  for (const [options, status, code] of refusals) {
    const client = await service.connect(options);
    t.equal(client.status, status, JSON.stringify(options));
    t.match(client.handshake, /content-type: application\/problem\+json/i);
    t.match(client.handshake, /sec-websocket-version: 13\r/i);
    t.match(client.handshake, /\r\ndate: [^\r]+ GMT\r/i);
    t.notMatch(client.handshake, /access-control/i);
    t.match(await client.refusal(), { status, code });
    client.destroy();
  }
  const logged = service.socketLog.filter(({ msg }) => /^socket refused/.test(String(msg)));
  t.strictSame(
    logged.map(({ status, code }) => [status, code]),
    refusals.map(([, status, code]) => [status, code]),
  );
  const origin = 'https://evil.example';
  t.match(logged[2], { level: 40, origin, code: 'forbidden', requestId: String, msg: /cors\.origins/ });
});

t.test('sockets are opened below the path prefix and without it, for pages that may', async (t) => {
  const service = await startSocketService(t, {
    http: { basePath: '/voice' },
    sockets: { basePath: '/voice', origins: ['https://shop.example'] },
  });
  const host = `127.0.0.1:${service.port}`;
  const client = await service.connect({
    path: '/voice/websocketapi',
    headers: { Origin: `http://${host}` },
  });
  const others = [
    await service.connect({ path: '/websocketapi/?x=1', headers: { Origin: 'https://shop.example' } }),
    await service.connect({
      path: `http://${host}/voice/websocketapi`,
      headers: { 'X-Request-Id': 'till 7' },
    }),
  ];
  t.strictSame(
    [client, ...others].map(({ status }) => status),
    [101, 101, 101],
  );
  t.match(client.handshake, /\r\nx-request-id: [0-9a-f-]{36}\r\n/i);
  t.match(others[1].handshake, /\r\nx-request-id: till7\r\n/i);
  const token = await service.sessionToken();
  client.sendJson(request(token, { restUri: '/voice/queries' }));
  const { entity } = await client.nextJson();
  client.sendJson(request(token, { method: 'GET', restUri: entity._links.self.href, entity: null }));
  t.match(await client.nextJson(), { responseCode: 200, entity: { id: entity.id } });
});

t.test('where all sockets are taken the next one is refused until a place is free', async (t) => {
  const service = await startSocketService(t, { sockets: { limits: { connections: 2 } } });
  const [first] = [await service.connect(), await service.connect()];
  const refused = await service.connect();
  t.equal(refused.status, 503);
  t.match(await refused.refusal(), { code: 'overloaded' });
  first.destroy();
  while (service.sockets.size === 2) await wait(5);
  t.equal((await service.connect()).status, 101);
});

t.test('another version of the protocol is refused with the one that is spoken', async (t) => {
  const service = await startSocketService(t);
  for (const version of ['8', '12', 'x']) {
    const client = await service.connect({ headers: { 'Sec-WebSocket-Version': version } });
    t.equal(client.status, 426, version);
    t.match(client.handshake, /\r\nsec-websocket-version: 13\r\n/i);
    t.match(client.handshake, /\r\nupgrade: websocket\r\n/i);
  }
});

t.test('a socket is opened after the answer to what came before on its connection', async (t) => {
  const service = await startSocketService(t);
  const authorization = `Host: a\r\nAuthorization: Bearer ${await service.sessionToken()}\r\n`;
  for (const [path, then] of [
    ['/websocketapi', /^HTTP\/1\.1 200 .*HTTP\/1\.1 101 .*"not_found"/s],
    ['/elsewhere', /^HTTP\/1\.1 200 .*HTTP\/1\.1 404 /s],
  ] as const) {
    const socket = connect(service.port, '127.0.0.1');
    t.teardown(() => socket.destroy());
    let received = '';
    socket.on('data', (data) => {
      received += data.toString('latin1');
    });
    const message = encodeFrame(opcode.text, JSON.stringify(request(undefined, { restUri: '/nowhere' })));
    socket.write(
      `GET /conversations HTTP/1.1\r\n${authorization}\r\n` +
        `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    );
    socket.write(message);
    for (let waited = 0; !then.test(received) && waited < 1_000; waited += 10) await wait(10);
    t.match(received, then);
  }
});

t.test('an offer of another protocol is no reason not to answer', async (t) => {
  // Java's HttpClient and curl --http2 make it with every first request.
  const service = await startSocketService(t);
  const token = await service.sessionToken();
  const socket = connect(service.port, '127.0.0.1');
  t.teardown(() => socket.destroy());
  let received = '';
  socket.on('data', (data) => {
    received += data;
  });
  const body = JSON.stringify({ locale: 'en-US', textQuery: { text: 'red shoes' } });
  const offer = `Host: 127.0.0.1:${service.port}\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n`;
  socket.write(
    `POST /queries HTTP/1.1\r\n${offer}Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 9)}`,
  );
  await wait(30);
  socket.write(body.slice(9));
  while (!received.includes('"newSearch"')) await once(socket, 'data');
  t.match(received, /^HTTP\/1\.1 201 /);
  t.match(received, /connection: keep-alive/i);
  received = '';
  socket.write(`GET /health HTTP/1.1\r\n${offer}\r\n`);
  await once(socket, 'data');
  t.match(received, /^HTTP\/1\.1 200 /, 'the connection goes on');
  received = '';
  const get = (headers: string) => `GET /health HTTP/1.1\r\n${headers}\r\n`;
  socket.write(get(offer) + get('Host: a\r\n') + get(offer) + get('Host: a\r\n'));
  while ((received.match(/"ok"/g) ?? []).length < 4) await once(socket, 'data');
});

t.test('which origins may connect', async (t) => {
  const allowed = (origin: string | undefined, host: string, options = {}, more = {}) =>
    isOriginAllowed({ origin, host, ...more }, options);
  t.ok(allowed(undefined, 'a:8080'), 'programs that are no browser');
  t.ok(allowed('http://a:8080', 'a:8080'));
  t.ok(allowed('https://a', 'a:443'));
  t.ok(allowed('https://A.example', 'a.EXAMPLE'));
  t.notOk(allowed('http://a:8081', 'a:8080'), 'another port is another origin');
  t.notOk(allowed('http://b', 'a'));
  t.notOk(allowed('nonsense', 'a'));
  t.notOk(allowed('http://a', ''));
  for (const none of ['', ':80']) t.notOk(allowed('file://', none), 'a page without a host');
  t.ok(allowed('http://b', 'a', { origins: ['*'] }));
  t.ok(allowed('https://b.example', 'a', { origins: ['https://b.example'] }));
  t.ok(allowed('https://b.example', 'a', { origins: ['https://B.example'] }), 'as someone may write it');
  t.notOk(allowed('http://b.example', 'a', { origins: ['https://b.example'] }));
  const forwarded = { 'x-forwarded-host': 'shop.example' };
  t.notOk(allowed('https://shop.example', 'inner', {}, forwarded), 'not believed unless told to');
  t.ok(allowed('https://shop.example', 'inner', { trustProxy: true }, forwarded));
});
