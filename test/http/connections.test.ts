import { once } from 'node:events';
import { request as tlsRequest } from 'node:https';
import { connect, type Socket } from 'node:net';
import t from 'tap';
import { createHttpServer } from '../../src/http/index.js';
import { issueCertificate } from '../../src/http/tls/issue-certificate.js';
import { startSocketService } from '../ws/socket-service.js';
import { RawClient } from './raw-client.js';
import { startService } from './service.js';
import { entity } from './upload-clients.js';

t.test('a client may close its half when it has asked', async (t) => {
  const service = await startService();
  t.teardown(() => service.close());
  const authorization = `Host: 127.0.0.1\r\nAuthorization: Bearer ${await service.sessionToken()}\r\n`;
  for (const [request, status] of [
    [`GET /conversations HTTP/1.1\r\n${authorization}\r\n`, 200],
    [`POST /conversations HTTP/1.1\r\n${authorization}Content-Length: 18\r\n\r\n{"locale":"en-US"}`, 201],
    [
      `POST /queries HTTP/1.1\r\n${authorization}Content-Type: audio/pcm\r\nX-Service-Entity: ${entity['X-Service-Entity']}\r\n` +
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

t.test('over HTTPS, links lead back to the address that was asked', async (t) => {
  const { key, cert } = await issueCertificate({
    name: 'localhost',
    notBeforeMs: Date.now() - 60_000,
    notAfterMs: Date.now() + 3_600_000,
    hosts: ['localhost', '127.0.0.1'],
  });
  const service = await startService({ http: { tls: { key, cert } } });
  t.teardown(() => service.close());
  const token = await service.sessionToken();
  const answer = await new Promise<string>((resolve, reject) => {
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
  t.match(JSON.parse(answer)._links.self.href, /^https:\/\/kiosk\.local\/conversations\//);
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
  const own = createHttpServer({ queryService: service.queryService, tokens: service.tokens, issuer: 'own' });
  await t.rejects(own.listen({ port: service.port }, { port: 0 }), {
    code: 'invalid_config',
    message: /in use/,
  });
  t.notOk(own.issuerServer?.listening, 'what has begun to listen does so no longer');
  const third = createHttpServer({ queryService: service.queryService, tokens: service.tokens });
  await t.rejects(third.listen({ port: service.port }), { code: 'invalid_config', message: /in use/ });
  await t.rejects(third.listen({ host: '[::1]', port: 0 }), {
    code: 'invalid_config',
    message: /no brackets/,
  });
});
