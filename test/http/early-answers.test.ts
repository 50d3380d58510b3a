import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import t from 'tap';
import { speak } from '../query/energy-transcriber.js';
import { startSocketService } from '../ws/socket-service.js';
import { type Service, startService } from './service.js';
import { streamedWav, wavFile } from './streamed-wav.js';
import { chunked, entity, head, isAlive, startUploadService } from './upload-clients.js';

/** A connection that stays half open, and what is heard on it. */
function connectTo(port: number) {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const heard = { answer: '', isCut: false };
  socket.on('data', (chunk) => {
    heard.answer += chunk.toString('latin1');
  });
  socket.on('error', () => {
    heard.isCut = true;
  });
  return { socket, heard };
}

/** Sends a body that is refused by its head, piece by piece and whatever comes back. */
async function sendRefused(
  port: number,
  { headers, bytes }: { headers: string[]; bytes: number },
): Promise<{ answer: string; isCut: boolean }> {
  const { socket, heard } = connectTo(port);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const lines = ['POST /queries HTTP/1.1', 'Host: a', ...headers, `Content-Length: ${bytes}`];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  await pause(50);
  for (let sent = 0; sent < bytes && !socket.destroyed; sent += 10_000) {
    socket.write(Buffer.alloc(10_000));
    await pause(1);
  }
  socket.end();
  await closed;
  return heard;
}

function connectionsOf({ http }: Service): Promise<number> {
  return new Promise((resolve) => http.server.getConnections((_, count) => resolve(count)));
}

t.test('a client that still sends when it is answered can send on for a while', async (t) => {
  const service = await startService({ http: { limits: { drainBytes: 200_000, drainMs: 1_500 } } });
  t.teardown(() => service.close());
  for (const header of ['Connection: close', 'Expect: 100-continue', 'Connection: keep-alive']) {
    for (const [bytes, isCut] of [
      [100_000, false],
      [400_000, true],
    ] as const) {
      const sent = await sendRefused(service.port, { headers: [header], bytes });
      t.match(sent.answer, /^HTTP\/1.1 401 /, header);
      t.equal(sent.isCut, isCut, `${header}, ${bytes} bytes`);
      // a client that kept the connection would lose its next request with it
      if (isCut) t.match(sent.answer, /^Connection: close\r$/m, `${header}: the answer says so`);
    }
  }

  await t.test('and its connection is closed when it has sent all, or takes too long', async (t) => {
    const head = 'POST /queries HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 5\r\n\r\n';
    for (const [body, leastMs, mostMs] of [
      ['12345', 0, 1_000],
      ['123', 1_400, 10_000],
    ] as const) {
      const { socket } = connectTo(service.port);
      socket.write(head);
      await new Promise((resolve) => socket.once('end', resolve));
      const answeredMs = performance.now();
      socket.write(body);
      while ((await connectionsOf(service)) > 0) await pause(5);
      const tookMs = performance.now() - answeredMs;
      t.ok(tookMs >= leastMs && tookMs < mostMs, `${body} took ${Math.round(tookMs)} ms`);
      socket.destroy();
    }
  });
});

t.test('a connection that is refused is read and closed, whatever its client does', async (t) => {
  const service = await startSocketService(t);
  const upgrade = 'GET /nowhere HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
  for (const [name, head, status] of [
    ['an upgrade to nowhere', upgrade, 404],
    ['no HTTP', 'nonsense\r\n\r\n', 400],
    ['endless headers', `GET /health HTTP/1.1\r\nX-Endless: ${'x'.repeat(200_000)}`, 431],
  ] as const) {
    for (const isLeaving of [true, false]) {
      const { socket, heard } = connectTo(service.port);
      socket.write(head);
      await new Promise((resolve) => socket.once('end', resolve));
      for (let pieces = 0; pieces < 10; pieces++) {
        socket.write('x'.repeat(10_000));
        await pause(2);
      }
      if (isLeaving) socket.end();
      t.match(heard.answer, new RegExp(`^HTTP/1.1 ${status} `), name);
      t.notOk(heard.isCut, `${name}: may send on`);
      while ((await connectionsOf(service)) > 0) await pause(10);
      t.pass(`${name}: closed, ${isLeaving ? 'as the client has' : 'although the client has not'}`);
      socket.destroy();
    }
  }
});

t.test('the end of speech', async (t) => {
  const service = await startUploadService(t, { http: { limits: { drainBytes: 50_000, drainMs: 200 } } });
  const early = { ...chunked, ...entity, 'X-Service-Ignore-Vad': 'False' };

  await t.test('answers at once for a caller who opted in, and the connection lives on', async (t) => {
    const client = await service.client();
    await client.send(head(service, '/queries', early));
    await client.sendChunk(speak('red shoes', { silenceMs: 400 }));
    const reply = await client.response();
    t.equal(reply.status, 200);
    t.equal(reply.json().textQuery.text, 'red shoes');
    await client.sendChunk(speak('blue'));
    await client.endChunks();
    t.ok(await isAlive(service, client));
    const after = await service.get(reply.json()._links.query.href);
    t.equal(after.textQuery.text, 'red shoes', 'late audio changes nothing');
  });

  await t.test('is ignored otherwise', async (t) => {
    for (const value of [undefined, 'true', 'True']) {
      const client = await service.client();
      const headers: Record<string, string> = value === undefined ? {} : { 'X-Service-Ignore-Vad': value };
      await client.send(head(service, '/queries', { ...chunked, ...entity, ...headers }));
      await client.sendChunk(speak('red', { silenceMs: 400 }));
      await client.sendChunk(speak('shoes'));
      await client.endChunks();
      t.equal((await client.response()).json().textQuery.text, 'red shoes', String(value));
    }
  });

  await t.test('the rest is read only so far', async (t) => {
    const client = await service.client();
    await client.send(head(service, '/queries', early));
    await client.sendChunk(speak('red', { silenceMs: 400 }));
    t.equal((await client.response()).status, 200);
    await client.sendChunk(Buffer.alloc(60_000));
    await client.closed;
    t.pass('too many bytes end the connection');
  });

  await t.test('and only so long', async (t) => {
    const client = await service.client();
    await client.send(head(service, '/queries', early));
    await client.sendChunk(speak('red', { silenceMs: 400 }));
    t.equal((await client.response()).status, 200);
    await client.closed;
    t.pass('too much time ends the connection');
  });
});

t.test('a WAV file that is whole is answered, even if its body stays open', async (t) => {
  const service = await startUploadService(t);
  const client = await service.client();
  const wav = { ...chunked, ...entity, 'Content-Type': 'audio/wav' };
  const sound = speak('red shoes');
  await client.send(head(service, '/queries', wav));
  await client.sendChunk(wavFile(sound));
  const reply = await client.response();
  t.match(reply, { status: 200 });
  t.match(reply.json(), { state: 'completed', textQuery: { text: 'red shoes' } });
  await client.sendChunk(Buffer.from('LIST'));
  await client.endChunks();
  t.ok(await isAlive(service, client), 'what came behind it is read over');

  await client.send(head(service, '/queries', wav));
  await client.sendChunk(streamedWav(sound, 16));
  await client.sendChunk(speak('blue'));
  await client.endChunks();
  const whole = (await client.response()).json();
  t.match(whole.textQuery.text, /blue/, 'a header that tells no length leaves the end to the body');
});

t.test('WAV files that are sent one by one to one query are one recording', async (t) => {
  const service = await startUploadService(t);
  const client = await service.client();
  await client.send(head(service, '/queries', { ...chunked, ...entity, 'Content-Type': 'audio/wav' }));
  for (const word of ['red', 'shoes']) await client.sendChunk(wavFile(speak(word)));
  await client.endChunks();
  t.match((await client.response()).json(), { textQuery: { text: 'red shoes' } });
});

t.test('a client that waits for 100 is told to go on, or why not before it sends anything', async (t) => {
  const service = await startUploadService(t);
  const expecting = { ...entity, Expect: '100-continue' };
  const body = speak('red');

  const client = await service.client();
  await client.send(head(service, '/queries', { ...expecting, 'Content-Length': String(body.length) }));
  t.equal((await client.response()).status, 100);
  await client.send(body);
  t.equal((await client.response()).json().textQuery.text, 'red');
  await client.send(head(service, '/queries', { ...expecting, ...chunked }));
  t.equal((await client.response()).status, 100);
  await client.sendChunk(body);
  await client.endChunks();
  t.equal((await client.response()).json().textQuery.text, 'red', 'again on the same connection');

  const refusals: [string, Record<string, string>, number][] = [
    ['/queries', { Authorization: 'Bearer nonsense' }, 401],
    [`/queries/${randomUUID()}/audio`, {}, 404],
    ['/queries', { 'Content-Type': 'audio/midi' }, 415],
    ['/queries', { 'Content-Type': 'application/json', 'Content-Length': '999999' }, 413],
    ['/auth/tokens', { Authorization: 'Basic YTpi' }, 401],
  ];
  for (const [path, headers, status] of refusals) {
    const refused = await service.client();
    await refused.send(head(service, path, { ...expecting, 'Content-Length': '1000', ...headers }));
    const reply = await refused.response();
    t.equal(reply.status, status, 'refused before the body is asked for');
    t.equal(reply.headers.connection, 'close');
    await refused.closed;
  }
  const text = '{"locale":"en-US"}';
  const entityHeaders = { 'Content-Type': 'application/json', 'Content-Length': String(text.length) };
  for (const expectations of ['100-continue', '100-Continue, 100-continue']) {
    const json = await service.client();
    await json.send(head(service, '/queries', { ...entityHeaders, Expect: expectations }));
    t.equal((await json.response()).status, 100);
    await json.send(text);
    t.equal((await json.response()).status, 201);
  }
});

t.test('an expectation other than 100-continue is refused, by both APIs in their ways', async (t) => {
  const service = await startUploadService(t);
  for (const [path, requestId] of [
    ['/queries', 'of-the-service'],
    ['/auth/tokens', 'of-the-issuer'],
  ]) {
    const refused = await service.client();
    await refused.send(
      head(service, path, { Expect: 'a-miracle', 'Content-Length': '10', 'X-Request-Id': requestId }),
    );
    const reply = await refused.response();
    t.equal(reply.status, 417);
    t.match(reply.headers, { 'x-request-id': requestId, connection: 'close', 'cache-control': 'no-store' });
    if (path === '/queries') t.match(reply.json(), { code: 'expectation_failed', requestId });
    else t.equal(reply.body, '', 'the issuer says it with the status alone');
    await refused.closed;
    t.match(await service.logLine(requestId), { status: 417, code: 'expectation_failed' });
  }

  const idle = await service.client();
  await idle.send(head(service, '/queries', { ...entity, Expect: '', 'Content-Length': '0' }));
  t.equal((await idle.response()).json().code, 'empty_audio', 'an empty expectation is none');
});

t.test('a connection lives on after errors', async (t) => {
  const service = await startUploadService(t, { query: { limits: { uploadBytes: 100_000 } } });
  const query = await service.query();
  const path = `/queries/${query.id}`;
  const client = await service.client();
  const requests: [string, Record<string, string>, number][] = [
    [`${path}/audio`, { Authorization: 'Bearer nonsense' }, 401],
    [`/queries/${randomUUID()}/audio`, {}, 404],
    ['/nothing', {}, 404],
    [path, {}, 405],
    ['/queries', { Accept: 'text/html' }, 406],
    ['/queries', { 'Content-Type': 'audio/midi', ...entity }, 415],
    ['/queries', { 'Content-Type': 'application/json' }, 413],
    ['/queries', entity, 413],
    ['/auth/tokens', { Authorization: 'Basic YTpi' }, 401],
  ];
  for (const [address, headers, status] of requests) {
    await client.send(head(service, address, { 'Content-Length': '210000', ...headers }));
    await client.send(Buffer.alloc(140_000));
    const reply = await client.response();
    t.equal(reply.status, status, address);
    await client.send(Buffer.alloc(70_000));
    t.ok(await isAlive(service, client), `${address} ${status}`);
  }

  await t.test('unless nobody knows how much is still to come', async (t) => {
    for (const [address, headers, status] of requests) {
      const sending = await service.client();
      await sending.send(head(service, address, { ...chunked, ...headers }));
      await sending.sendChunk(Buffer.alloc(140_000));
      const reply = await sending.response();
      t.equal(reply.status, status, address);
      t.equal(reply.headers.connection, 'close', `${address} ${status}`);
      await sending.sendChunk(Buffer.alloc(70_000));
      await sending.endChunks();
      await sending.closed;
    }
    const small = `${head(service, '/nothing', chunked)}2\r\nab\r\n0\r\n\r\n`;
    await client.send(small);
    t.equal((await client.response()).status, 404);
    t.ok(await isAlive(service, client), 'a body that came with its head');
  });
});
