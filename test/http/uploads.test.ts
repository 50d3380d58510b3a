import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import t from 'tap';
import { speak } from '../query/energy-transcriber.js';
import { type Json, RawClient, type RawResponse } from './raw-client.js';
import { type Service, type ServiceOptions, startService } from './service.js';
import { streamedWav } from './streamed-wav.js';

interface Fixture extends Service {
  token: string;
  /** A fresh audio query of this end-user. */
  query(): Promise<Json>;
  get(address: string): Promise<Json>;
  client(): Promise<RawClient>;
  /** Resolves when the condition holds. */
  until(condition: () => boolean | Promise<boolean>): Promise<void>;
}

async function start(t: { teardown(task: () => unknown): void }, options?: ServiceOptions): Promise<Fixture> {
  const service = await startService(options);
  const clients: RawClient[] = [];
  t.teardown(async () => {
    for (const client of clients) client.close();
    await service.close();
  });
  const token = await service.sessionToken();
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  return {
    ...service,
    token,
    async query() {
      const body = JSON.stringify({ locale: 'en-US', audioQuery: { mimeType: 'audio/pcm' } });
      return (await fetch(`${service.base}/queries`, { method: 'POST', headers, body })).json();
    },
    async get(address) {
      const href = address.startsWith('http') ? address : service.base + address;
      return (await fetch(href, { headers })).json();
    },
    async client() {
      const client = await RawClient.open(service.port);
      clients.push(client);
      return client;
    },
    async until(condition) {
      while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5));
    },
  };
}

function head(service: Fixture, path: string, headers: Record<string, string> = {}, method = 'POST'): string {
  const all = {
    Host: `127.0.0.1:${service.port}`,
    Authorization: `Bearer ${service.token}`,
    'Content-Type': 'audio/pcm',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

const chunked = { 'Transfer-Encoding': 'chunked' };
const entity = { 'X-Service-Entity': Buffer.from('{"locale":"en-US"}').toString('base64') };

/** The request still works: the connection is in order. */
async function isAlive(service: Fixture, client: RawClient): Promise<boolean> {
  await client.send(head(service, '/health', {}, 'GET'));
  return (await client.response()).status === 200;
}

t.test('chunks of any size give the same text', async (t) => {
  const service = await start(t);
  const sound = speak('red shoes');
  for (const [type, body] of [
    ['audio/pcm', sound],
    ['audio/wav', streamedWav(sound, 18)],
  ] as const) {
    for (const size of [1, 3, 45, 999, body.length]) {
      const client = await service.client();
      const pieces: Buffer[] = [];
      for (let offset = 0; offset < body.length; offset += size) {
        const piece = body.subarray(offset, offset + size);
        pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'));
      }
      const wire = Buffer.concat([
        Buffer.from(head(service, '/queries', { ...chunked, ...entity, 'Content-Type': type })),
        ...pieces,
        Buffer.from('0\r\n\r\n'),
      ]);
      // cut the wire elsewhere than the chunks are cut, so that headers and samples come apart too
      const cut = Math.max(11, Math.ceil(wire.length / 31));
      for (let offset = 0; offset < wire.length; offset += cut)
        await client.send(wire.subarray(offset, offset + cut));
      const reply = await client.response();
      t.equal(reply.status, 200, `${type} in chunks of ${size}`);
      t.equal(reply.json().textQuery?.text, 'red shoes', `${type} in chunks of ${size}`);
      client.close();
    }
  }
  const client = await service.client();
  await client.send(head(service, '/queries', { ...entity, 'Content-Length': String(sound.length) }));
  await client.send(sound);
  t.equal((await client.response()).json().textQuery.text, 'red shoes', 'with Content-Length');
});

t.test('audio is recognised while it streams in', async (t) => {
  const service = await start(t);
  const { _links } = await service.query();
  const client = await service.client();
  await client.send(head(service, new URL(_links.audio.href).pathname, chunked));
  await client.sendChunk(speak('red'));
  await service.until(() => service.transcriber.samples === 2_400);
  t.match(await service.get(_links.self.href), { state: 'streaming', _links });
  const second = await service.client();
  await second.send(head(service, new URL(_links.audio.href).pathname, { 'Content-Length': '2' }));
  await second.send('ab');
  t.match((await second.response()).json(), { status: 409, state: 'streaming' }, 'one upload at a time');

  let release!: () => void;
  service.transcriber.beforeFinish = () =>
    new Promise((resolve) => {
      release = resolve;
    });
  await client.sendChunk(speak('shoes'));
  await client.endChunks();
  await service.until(async () => (await service.get(_links.self.href)).state === 'processing');
  const feedback = fetch(`${_links.self.href}/feedback`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${service.token}`, 'Content-Type': 'application/json' },
    body: '{"rating":1}',
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  release();
  t.equal((await client.response()).json().textQuery.text, 'red shoes');
  t.equal((await (await feedback).json()) && (await feedback).status, 200);
  const kept = await service.store.getQuery((await service.get(_links.self.href)).id);
  t.match(kept, { state: 'completed', feedback: [{ rating: 1 }] }, 'feedback during processing is not lost');
});

t.test('the end of speech', async (t) => {
  const service = await start(t, { http: { limits: { drainBytes: 50_000, drainMs: 200 } } });
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

t.test('clients that are slow', async (t) => {
  const service = await start(t, {
    query: { limits: { idleGapMs: 120, uploadMs: 400 } },
    http: { limits: { entityIdleMs: 80, entityMs: 250, headersMs: 150, drainMs: 1_000 } },
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
    t.match((await client.response()).json(), { status: 408, code: 'request_timeout' });
    const dripping = await service.client();
    await dripping.send(
      head(service, '/queries', { 'Content-Type': 'application/json', 'Content-Length': '5000' }),
    );
    const drip = setInterval(() => dripping.send(' '), 20);
    t.match((await dripping.response()).json(), { status: 408, code: 'request_timeout' });
    clearInterval(drip);
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

t.test('a client that goes away', async (t) => {
  const service = await start(t);
  const query = await service.query();
  const client = await service.client();
  await client.send(head(service, `/queries/${query.id}/audio`, { ...chunked, 'X-Request-Id': 'gone' }));
  await client.sendChunk(speak('red'));
  await service.until(() => service.transcriber.samples > 0);
  client.close();
  await service.until(() => service.queryService.runningUploads === 0);
  t.match(await service.get(`/queries/${query.id}`), { state: 'failed', failure: { code: 'client_closed' } });
  t.equal(service.transcriber.openStreams, 0);
  await service.until(() =>
    service.logLines.some((line) => line.requestId === 'gone' && line.status === 499),
  );

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

t.test('cancellation during an upload', async (t) => {
  const service = await start(t);
  const query = await service.query();
  const client = await service.client();
  await client.send(head(service, `/queries/${query.id}/audio`, chunked));
  await client.sendChunk(speak('red'));
  await service.until(() => service.transcriber.samples > 0);
  const cancel = await fetch(`${query._links.self.href}/cancellation`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${service.token}`, 'Content-Type': 'application/json' },
    body: '{"cancelReason":"user"}',
  });
  t.equal(cancel.status, 200);
  const refused = await client.response();
  t.match(refused.json(), { status: 409, code: 'conflict', state: 'cancelled' });
  t.equal(refused.headers.connection, 'close', 'nobody knows how much is still to come');
  t.match(await service.get(`/queries/${query.id}`), {
    state: 'cancelled',
    cancellation: { cancelReason: 'user' },
  });
  t.equal(service.transcriber.openStreams, 0);
  await client.endChunks();
  await client.closed;
});

t.test('no capacity', async (t) => {
  const service = await start(t);
  const query = await service.query();
  service.transcriber.capacity = 0;
  const client = await service.client();
  const body = speak('red');
  const upload = async (path: string): Promise<RawResponse> => {
    await client.send(head(service, path, { ...entity, 'Content-Length': String(body.length) }));
    await client.send(body);
    return client.response();
  };
  for (const path of [`/queries/${query.id}/audio`, '/queries']) {
    const reply = await upload(path);
    t.match(reply.json(), { status: 503, code: 'overloaded' });
    t.equal(reply.headers['retry-after'], '1');
  }
  service.transcriber.capacity = 1;
  t.equal(
    (await upload(`/queries/${query.id}/audio`)).json().textQuery.text,
    'red',
    'the query can be tried again',
  );
});

t.test('an error of the recogniser says nothing of the inside', async (t) => {
  const service = await start(t);
  service.transcriber.beforeFinish = () => Promise.reject(new Error('secret detail'));
  const query = await service.query();
  const client = await service.client();
  await client.send(head(service, `/queries/${query.id}/audio`, { 'Content-Length': '4800' }));
  await client.send(speak('red'));
  const reply = await client.response();
  t.match(reply.json(), { status: 500, code: 'internal_error' });
  t.notMatch(reply.body, /secret/);
  t.match(await service.get(`/queries/${query.id}`), {
    state: 'failed',
    failure: { code: 'internal_error' },
  });
  t.ok(
    service.logLines.some((line) => JSON.stringify(line).includes('secret detail')),
    'the log has it',
  );
});

t.test('100-continue', async (t) => {
  const service = await start(t);
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
  const json = await service.client();
  const text = '{"locale":"en-US"}';
  await json.send(
    head(service, '/queries', {
      Expect: '100-continue',
      'Content-Type': 'application/json',
      'Content-Length': String(text.length),
    }),
  );
  t.equal((await json.response()).status, 100);
  await json.send(text);
  t.equal((await json.response()).status, 201);

  const odd = { Expect: 'a-miracle', 'Content-Length': '10', 'X-Request-Id': 'mine' };
  for (const path of ['/queries', '/auth/tokens']) {
    const refused = await service.client();
    await refused.send(head(service, path, odd));
    const reply = await refused.response();
    t.equal(reply.status, 417);
    t.match(reply.headers, { 'x-request-id': 'mine', connection: 'close', 'cache-control': 'no-store' });
    if (path === '/queries') t.match(reply.json(), { code: 'expectation_failed', requestId: 'mine' });
    else t.equal(reply.body, '', 'the issuer says it with the status alone');
    await refused.closed;
  }
  t.match(service.logLines.at(-1), { status: 417, code: 'expectation_failed' });

  const idle = await service.client();
  await idle.send(head(service, '/queries', { ...expecting, Expect: '', 'Content-Length': '0' }));
  t.equal((await idle.response()).json().code, 'empty_audio', 'an empty expectation is none');
});

t.test('a connection lives on after errors', async (t) => {
  const service = await start(t, { query: { limits: { uploadBytes: 100_000 } } });
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

t.test('pipelined requests are answered in order', async (t) => {
  const service = await start(t);
  const client = await service.client();
  const body = speak('red');
  const upload = head(service, '/queries', { ...entity, 'Content-Length': String(body.length) });
  await client.send(
    Buffer.concat([
      Buffer.from(head(service, '/health', {}, 'GET')),
      Buffer.from(upload),
      body,
      Buffer.from(head(service, '/nothing', {}, 'GET')),
      Buffer.from(upload),
      body,
      Buffer.from(head(service, '/conversations', {}, 'GET')),
    ]),
  );
  const statuses = [];
  for (let index = 0; index < 5; index++) statuses.push((await client.response()).status);
  t.strictSame(statuses, [200, 200, 404, 200, 200]);
});

t.test('many uploads at once, turns of one conversation in a row', async (t) => {
  const service = await start(t);
  const conversation = (await service.query()).conversationId;
  const replies = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const client = await service.client();
      await client.send(head(service, `/conversations/${conversation}/queries`, { ...chunked, ...entity }));
      for (const word of ['red', 'shoes']) await client.sendChunk(speak(word));
      await client.endChunks();
      return (await client.response()).json();
    }),
  );
  for (const reply of replies) t.equal(reply.textQuery.text, 'red shoes');
  t.equal((await service.get(`/conversations/${conversation}`)).turns, 20, 'no turn was lost');
  t.equal(service.transcriber.openStreams, 0);
});

t.test('shutdown', async (t) => {
  await t.test('lets a running upload end', async (t) => {
    const service = await start(t);
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
    const service = await start(t);
    const query = await service.query();
    const client = await service.client();
    await client.send(head(service, `/queries/${query.id}/audio`, chunked));
    await client.sendChunk(speak('red'));
    await service.until(() => service.transcriber.samples > 0);
    const closed = service.http.close({ graceMs: 20 });
    const reply = await client.response();
    t.match(reply.json(), { status: 503, code: 'shutting_down' });
    t.ok(reply.headers['retry-after']);
    await closed;
    t.match(await service.store.getQuery(query.id), { state: 'failed', failure: { code: 'shutting_down' } });
    t.equal(service.transcriber.openStreams, 0);
  });

  await t.test('takes no new work', async (t) => {
    const service = await start(t);
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
