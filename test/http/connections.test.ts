import { EventEmitter, once } from 'node:events';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { request as tlsRequest } from 'node:https';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Middleware } from 'koa';
import t from 'tap';
import { createHttpServer } from '../../src/http/index.js';
import { issueCertificate } from '../../src/http/tls/issue-certificate.js';
import { speak } from '../query/energy-transcriber.js';
import { startSocketService } from '../ws/socket-service.js';
import { RawClient } from './raw-client.js';
import { startService } from './service.js';
import { chunked, entity, head, startUploadService } from './upload-clients.js';

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

  const text = '{"locale":"en-US","textQuery":{"text":"red shoes"}}';
  const post = (length: number) =>
    `POST /queries HTTP/1.1\r\n${host}Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${text}`;
  const cut = await RawClient.open(service.port);
  cut.socket.end(post(text.length) + post(text.length + 1));
  t.equal((await cut.response()).status, 201);
  t.match(await cut.response(), { status: 400, body: /ended before it was whole/ });
  await cut.closed;

  const unread = await RawClient.open(service.port);
  await unread.send(
    `${post(text.length)}GET /health HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n`,
  );
  await unread.send('no size\r\n');
  t.equal((await unread.response()).status, 201);
  t.equal((await unread.response()).status, 200);
  await unread.closed;

  const refused = await RawClient.open(service.port);
  await refused.send(`POST /queries HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n`);
  t.equal((await refused.response()).status, 401);
  await refused.send('no size\r\n');
  await t.rejects(refused.response(), { message: 'closed; received ""' }, 'one request, one answer');
});

t.test('an answer in pieces is whole before a tunnel is refused behind it', async (t) => {
  const file = 'package-lock.json';
  const sendFile: Middleware = (ctx) => {
    ctx.length = statSync(file).size;
    ctx.body = createReadStream(file);
  };
  const service = await startService({ http: { extensions: [sendFile] } });
  t.teardown(() => service.close());
  const client = await RawClient.open(service.port);
  await client.send('GET /file HTTP/1.1\r\nHost: a\r\n\r\nCONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n');
  t.equal((await client.response()).body, readFileSync(file, 'utf8'));
  t.equal((await client.response()).status, 501);
  await client.closed;
});

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

t.test('pipelined requests are answered in order', async (t) => {
  const service = await startUploadService(t);
  const sent = { ...entity, 'Content-Type': 'audio/pcm' };
  const withLength = (word: string, headers = {}) => {
    const body = speak(word);
    return [head(service, '/queries', { ...sent, 'Content-Length': String(body.length), ...headers }), body];
  };
  const inChunks = (word: string) => {
    const body = speak(word);
    const [half, rest] = [body.subarray(0, 1_001), body.subarray(1_001)];
    const pieces = [half, rest].flatMap((piece) => [`${piece.length.toString(16)}\r\n`, piece, '\r\n']);
    return [head(service, '/queries', { ...sent, ...chunked }), ...pieces, '0\r\n\r\n'];
  };
  const requests = [
    [head(service, '/health', {}, 'GET')],
    withLength('red'),
    inChunks('blue'),
    [head(service, '/nothing', {}, 'GET')],
    withLength('shoes', { 'Content-Type': 'audio/midi' }),
    inChunks('red shoes'),
    withLength('shoes'),
    [head(service, '/conversations', {}, 'GET')],
  ];
  const expected = ['200', '200 red', '200 blue', '404', '415', '200 red shoes', '200 shoes', '200'];
  // The first recording takes longest.
  const { beforeFinish } = service.transcriber;
  service.transcriber.beforeFinish = () => {
    service.transcriber.beforeFinish = beforeFinish;
    return pause(300);
  };
  const wire = Buffer.concat(requests.flat().map((part) => Buffer.from(part)));
  for (const pieceBytes of [wire.length, 700]) {
    const client = await service.client();
    for (let at = 0; at < wire.length; at += pieceBytes)
      await client.send(wire.subarray(at, at + pieceBytes));
    const answers = [];
    for (const _ of requests) {
      const reply = await client.response();
      answers.push(`${reply.status} ${reply.json().textQuery?.text ?? ''}`.trim());
    }
    t.strictSame(answers, expected);
  }
});

t.test('what a client sends ahead waits for its turn', async (t) => {
  const handled: string[] = [];
  const gate = new EventEmitter();
  const handle: Middleware = async (ctx) => {
    handled.push(ctx.path);
    if (ctx.path === '/slow') await once(gate, 'open');
    ctx.body = ctx.path;
  };
  const service = await startService({ http: { extensions: [handle] } });
  t.teardown(() => service.close());
  const asked = (paths: readonly string[]) =>
    paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: kiosk\r\n\r\n`).join('');

  const client = await RawClient.open(service.port);
  await client.send(asked(['/slow', '/next']));
  await pause(50);
  t.strictSame(handled, ['/slow']);
  gate.emit('open');
  t.equal((await client.response()).body, '/slow');
  t.equal((await client.response()).body, '/next');

  const gone = await RawClient.open(service.port);
  await gone.send(asked(['/slow', '/unheard']));
  await pause(50);
  gone.socket.resetAndDestroy();
  await pause(50);
  gate.emit('open');
  await pause(50);
  t.strictSame(handled, ['/slow', '/next', '/slow'], 'nothing is done for a client that is gone');

  const paths = Array.from({ length: 101 }, (_, at) => `/${at}`);
  await client.send(asked(paths));
  for (const path of paths) t.equal((await client.response()).body, path);

  handled.length = 0;
  await client.send(asked([...paths, '/too-many']));
  await client.closed;
  await pause(50);
  t.ok(handled.length < paths.length);
  const warnings = service.logLines.filter(({ level }) => level === 40).map(({ msg }) => msg);
  t.strictSame(warnings, ['a connection was cut: its client sent too many requests ahead']);
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
