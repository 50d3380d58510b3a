import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import t from 'tap';
import { speak } from '../query/energy-transcriber.js';
import type { RawResponse } from './raw-client.js';
import { streamedWav } from './streamed-wav.js';
import { chunked, entity, head, startRunningUpload, startUploadService } from './upload-clients.js';

t.test('chunks of any size give the same text', async (t) => {
  const service = await startUploadService(t);
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
  const service = await startUploadService(t);
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

  const { go } = service.transcriber.holdFinish();
  await client.sendChunk(speak('shoes'));
  await client.endChunks();
  await service.until(async () => (await service.get(_links.self.href)).state === 'processing');
  const feedback = fetch(`${_links.self.href}/feedback`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${service.token}`, 'Content-Type': 'application/json' },
    body: '{"rating":1}',
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  go();
  t.equal((await client.response()).json().textQuery.text, 'red shoes');
  t.equal((await (await feedback).json()) && (await feedback).status, 200);
  const kept = await service.store.getQuery((await service.get(_links.self.href)).id);
  t.match(kept, { state: 'completed', feedback: [{ rating: 1 }] }, 'feedback during processing is not lost');
});

t.test('audio faster than it is recognised is held back on the wire, none of it lost', async (t) => {
  const service = await startUploadService(t, { query: { limits: { audioSeconds: 600 } } });
  const connected = once(service.http.server, 'connection');
  const client = await service.client();
  const [incoming] = (await connected) as [Socket];
  let go!: () => void;
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  service.transcriber.beforeWrite = () => held;
  const audio = Buffer.concat([speak('red shoes'), Buffer.alloc(16_000_000), speak('blue shirts')]);
  client.socket.write(head(service, '/queries', { ...entity, 'Content-Length': `${audio.length}` }));
  client.socket.write(audio);
  for (let read = -1; read !== incoming.bytesRead; await pause(100)) read = incoming.bytesRead;
  t.ok(incoming.bytesRead < audio.length / 4, `most of it was not read: ${incoming.bytesRead}`);
  go();
  t.equal((await client.response()).json().textQuery.text, 'red shoes blue shirts');
});

t.test('many uploads at once, turns of one conversation in a row', async (t) => {
  const service = await startUploadService(t);
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

t.test('no capacity', async (t) => {
  const service = await startUploadService(t);
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
  const service = await startUploadService(t);
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
  // Which alone has it.
  await service.until(() => /secret detail/.test(JSON.stringify(service.logLines)));
});

t.test('cancellation during an upload', async (t) => {
  const { service, query, client } = await startRunningUpload(t);
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
