import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Middleware } from 'koa';
import t from 'tap';
import type { RequestBodyLimits } from '../../src/http/request-body.js';
import { speak } from '../query/energy-transcriber.js';
import { chunked, entity, head, isAlive, startRunningUpload, startUploadService } from './upload-clients.js';

t.test('clients that are slow', async (t) => {
  const service = await startUploadService(t, {
    query: { limits: { idleGapMs: 120, uploadMs: 400 } },
    http: { limits: { entityIdleMs: 80, headersMs: 150, drainMs: 1_000 } },
  });

  await t.test('a gap in an upload', async (t) => {
    const query = await service.query();
    const client = await service.client();
    await client.send(head(service, `/queries/${query.id}/audio`, chunked));
    await client.sendChunk(speak('red'));
    t.match((await client.response()).json(), { status: 408, code: 'request_timeout' });
    t.match(await service.get(`/queries/${query.id}`), {
      state: 'failed',
      failure: { code: 'request_timeout' },
    });
    await client.endChunks();
    await client.closed;
  });

  await t.test('no audio at all', async (t) => {
    const client = await service.client();
    await client.send(head(service, '/queries', { ...chunked, ...entity }));
    t.match((await client.response()).json(), { status: 408, queryId: String });
  });

  await t.test('a gap in an upload of a known length', async (t) => {
    const client = await service.client();
    await client.send(
      head(service, '/queries', { ...entity, 'Content-Type': 'audio/pcm', 'Content-Length': '50000' }),
    );
    await client.send(speak('red'));
    const reply = await client.response();
    t.match(reply.json(), { status: 408, queryId: String });
    t.equal(reply.headers.connection, 'close');
    await client.closed;
  });

  await t.test('an upload that never ends', async (t) => {
    const client = await service.client();
    await client.send(head(service, '/queries', { ...chunked, ...entity }));
    const drip = setInterval(() => client.sendChunk(Buffer.alloc(2)), 20);
    const reply = await client.response();
    clearInterval(drip);
    t.match(reply.json(), { status: 408, code: 'request_timeout' });
  });

  await t.test('a JSON body', async (t) => {
    const client = await service.client();
    await client.send(
      head(service, '/queries', { 'Content-Type': 'application/json', 'Content-Length': '50' }),
    );
    await client.send('{');
    const reply = await client.response();
    t.match(reply.json(), { status: 408, code: 'request_timeout' });
    t.equal(reply.headers.connection, 'close', 'what comes next would be taken for the rest of the body');
    await client.closed;
  });

  await t.test('headers', async (t) => {
    const client = await service.client();
    await client.send('GET /health HTTP/1.1\r\nHost: ');
    const reply = await client.response();
    t.match(reply.json(), { status: 408, code: 'request_timeout', requestId: reply.headers['x-request-id'] });
    await client.closed;
  });
  t.equal(service.transcriber.openStreams, 0);
});

t.test('a client that does not take its answer', async (t) => {
  const bytes = 12_000_000;
  const large: Middleware = (ctx, next) => {
    if (ctx.path !== '/large') return next();
    ctx.body = Buffer.alloc(bytes);
  };
  const service = await startUploadService(t, {
    http: { limits: { unreadMs: 500 }, extensions: [large] },
  });
  const askForMuch = async (): Promise<Socket> => {
    const socket = connect({ port: service.port, host: '127.0.0.1' });
    socket.on('error', () => {}).pause();
    socket.write('GET /large HTTP/1.1\r\nHost: kiosk\r\nX-Request-Id: much\r\nConnection: close\r\n\r\n');
    t.teardown(() => socket.destroy());
    await pause(10);
    return socket;
  };
  const connections = () =>
    new Promise<number>((resolve) => service.http.server.getConnections((_, count) => resolve(count)));

  await t.test('is not waited for', async (t) => {
    await askForMuch();
    t.equal(await connections(), 1);
    await service.until(async () => (await connections()) === 0);
    t.match(await service.logLine('much'), { status: 499 });
  });

  await t.test('unless it takes it slowly', async (t) => {
    const socket = await askForMuch();
    let taken = 0;
    while (!socket.readableEnded && !socket.destroyed) {
      await pause(5);
      taken += socket.read()?.length ?? 0;
    }
    t.ok(taken > bytes);
  });

  await t.test('or there is none yet', async (t) => {
    const { go } = service.transcriber.holdFinish();
    const client = await service.client();
    await client.send(head(service, '/queries', { ...chunked, ...entity }));
    await client.sendChunk(speak('red'));
    await client.endChunks();
    await pause(1_200);
    go();
    t.equal((await client.response()).status, 200);
    t.ok(await isAlive(service, client));
  });
});

t.test('a JSON body that comes bit by bit', async (t) => {
  const body = '{"locale":"en-US","textQuery":{"text":"red shoes"}}';
  const start = async (limits: Partial<RequestBodyLimits>) => {
    const service = await startUploadService(t, { http: { limits } });
    const client = await service.client();
    await client.send(
      head(service, '/queries', { 'Content-Type': 'application/json', 'Content-Length': `${body.length}` }),
    );
    return client;
  };

  const steady = await start({ entityIdleMs: 500 });
  for (const byte of body) {
    await pause(15);
    await steady.send(byte);
  }
  t.match((await steady.response()).json(), { state: 'completed' }, 'slower than a pause may be, but steady');

  const endless = await start({ entityIdleMs: 60_000, entityMs: 100 });
  const reply = await endless.response();
  t.match(reply.json(), { status: 408, code: 'request_timeout' }, 'no pause too long, but all too late');
});

t.test('a client that goes away', async (t) => {
  const { service, query, client } = await startRunningUpload(t, { 'X-Request-Id': 'gone' });
  client.close();
  await service.until(() => service.queryService.runningUploads === 0);
  t.match(await service.get(`/queries/${query.id}`), { state: 'failed', failure: { code: 'client_closed' } });
  t.equal(service.transcriber.openStreams, 0);
  t.match(await service.logLine('gone'), { status: 499 });

  const broken = await service.query();
  const other = await service.client();
  await other.send(head(service, `/queries/${broken.id}/audio`, chunked));
  await other.sendChunk(speak('red'));
  await service.until(() => service.queryService.runningUploads === 1);
  await other.send('nonsense\r\n');
  await service.until(() => service.queryService.runningUploads === 0);
  t.match(await service.get(`/queries/${broken.id}`), { state: 'failed' }, 'broken framing');
  t.equal(service.transcriber.openStreams, 0);

  const whole = await service.query();
  const hasty = await service.client();
  let open!: () => void;
  service.transcriber.beforeOpen = () =>
    new Promise((resolve) => {
      open = resolve;
    });
  await hasty.send(head(service, `/queries/${whole.id}/audio`, chunked));
  await hasty.sendChunk(speak('red'));
  await hasty.endChunks();
  await service.until(() => service.transcriber.openStreams === 1);
  hasty.socket.resetAndDestroy();
  await hasty.closed;
  await pause(50);
  open();
  await service.until(() => service.queryService.runningUploads === 0);
  t.match(
    await service.get(`/queries/${whole.id}`),
    { state: 'failed', failure: { code: 'client_closed' } },
    'all was sent, but the connection was reset before it was read',
  );
  t.equal(service.transcriber.openStreams, 0);
});

t.test('shutdown', async (t) => {
  await t.test('lets a running upload end', async (t) => {
    const service = await startUploadService(t);
    const client = await service.client();
    await client.send(head(service, '/queries', { ...chunked, ...entity }));
    await client.sendChunk(speak('red'));
    await service.until(() => service.queryService.runningUploads === 1);
    const idle = await service.client();
    t.ok(await isAlive(service, idle));
    const closed = service.http.close({ graceMs: 5_000 });
    await idle.closed;
    await client.sendChunk(speak('shoes'));
    await client.endChunks();
    const reply = await client.response();
    t.equal(reply.json().textQuery.text, 'red shoes');
    t.equal(reply.headers.connection, 'close');
    await closed;
    await t.rejects(service.client(), { code: 'ECONNREFUSED' });
  });

  await t.test('answers 503 when the grace is over', async (t) => {
    const { service, query, client } = await startRunningUpload(t);
    const closed = service.http.close({ graceMs: 20 });
    const reply = await client.response();
    t.match(reply.json(), { status: 503, code: 'shutting_down' });
    t.ok(reply.headers['retry-after']);
    await closed;
    t.match(await service.store.getQuery(query.id), { state: 'failed', failure: { code: 'shutting_down' } });
    t.equal(service.transcriber.openStreams, 0);
  });

  await t.test('takes no new work', async (t) => {
    const service = await startUploadService(t);
    const client = await service.client();
    t.ok(await isAlive(service, client));
    await service.queryService.drain();
    const body = '{"locale":"en-US","textQuery":{"text":"red"}}';
    await client.send(
      head(service, '/queries', {
        'Content-Type': 'application/json',
        'Content-Length': String(body.length),
      }) + body,
    );
    t.match((await client.response()).json(), { status: 503, code: 'shutting_down' });
  });
});
