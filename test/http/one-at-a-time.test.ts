import { EventEmitter, once } from 'node:events';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Middleware } from 'koa';
import t from 'tap';
import { speak } from '../query/energy-transcriber.js';
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
