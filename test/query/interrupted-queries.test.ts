import t from 'tap';
import { EarshotError } from '../../src/errors.js';
import { speak } from './energy-transcriber.js';
import { audio, owner, setUpQueries } from './small-query-service.js';

t.test('a stream that is lost fails its query at once, although nothing is sent', async (t) => {
  const { service, transcriber } = await setUpQueries(t);
  const open = transcriber.open.bind(transcriber);
  let lose!: (error: EarshotError) => void;
  transcriber.open = (options, events) => {
    lose = events!.lost!;
    return open(options, events);
  };
  const { id } = await service.create(owner, audio);
  const upload = await service.openAudio(owner, id, { endpointing: true });
  await upload.write(speak('red'));
  lose(new EarshotError('internal_error', 'The worker stopped.'));
  await t.rejects(upload.result, { code: 'internal_error' });
  t.match(await service.get(owner, id), { state: 'failed', failure: { code: 'internal_error' } });
  t.equal(transcriber.openStreams, 0);
});

t.test('a stream that is lost while its query is being claimed fails it as well', async (t) => {
  const { service, transcriber } = await setUpQueries(t);
  const open = transcriber.open.bind(transcriber);
  transcriber.open = async (options, events) => {
    const stream = await open(options, events);
    events!.lost!(new EarshotError('internal_error', 'The worker stopped.'));
    return stream;
  };
  const { id } = await service.create(owner, audio);
  const upload = await service.openAudio(owner, id, { endpointing: true });
  await t.rejects(upload.result, { code: 'internal_error' });
  t.match(await service.get(owner, id), { state: 'failed', failure: { code: 'internal_error' } });
  t.equal(transcriber.openStreams, 0);
});

t.test('an upload that a crash interrupted is failed', async (t) => {
  const { service, restarted } = await setUpQueries(t);
  const { id, conversationId } = await service.create(owner, audio);
  const upload = await service.openAudio(owner, id);
  await upload.write(speak('red'));
  const { items } = await restarted().listQueries(owner, conversationId, { limit: 10 });
  t.match(items, [{ id, state: 'failed', failure: { code: 'interrupted' } }]);
  t.match(await restarted().get(owner, id), { state: 'failed', failure: { code: 'interrupted' } });
  await upload.abort(new EarshotError('client_closed', 'gone'));
});

t.test('a query that finishes while it is listed was not interrupted', async (t) => {
  const { service, store } = await setUpQueries(t);
  const { id, conversationId } = await service.create(owner, audio);
  const upload = await service.openAudio(owner, id);
  await upload.write(speak('red'));
  const { listQueries } = store;
  store.listQueries = async (...args) => {
    const page = await listQueries.apply(store, args);
    await upload.end();
    return page;
  };
  const { items } = await service.listQueries(owner, conversationId, { limit: 10 });
  t.match(items, [{ id, state: 'completed', textQuery: { text: 'red' } }]);
});

t.test('a query that is cancelled stays so, whatever comes late', async (t) => {
  const { service, transcriber } = await setUpQueries(t);
  const query = await service.create(owner, audio);
  const upload = await service.openAudio(owner, query.id);
  await upload.write(speak('red'));
  const { reached, go } = transcriber.holdFinish();
  const result = upload.end();
  await reached;
  t.equal((await service.get(owner, query.id)).state, 'processing');
  const cancelled = await service.cancel(owner, query.id, { cancelReason: 'late' });
  t.match(cancelled, { state: 'cancelled', cancellation: { cancelReason: 'late' } });
  await t.rejects(result, { code: 'conflict' });
  go();
  await new Promise(setImmediate);
  t.match(await service.get(owner, query.id), { state: 'cancelled' }, 'the late transcript changes nothing');
  t.equal((await service.getConversation(owner, query.conversationId)).turns, 0);
  t.equal(transcriber.openStreams, 0);
});

t.test('an upload and a cancellation at once leave one outcome', async (t) => {
  const { service, transcriber } = await setUpQueries(t);
  for (let round = 0; round < 20; round++) {
    const { id } = await service.create(owner, audio);
    const opening = service.openAudio(owner, id);
    const cancelling = service.cancel(owner, id);
    const upload = await opening.catch((error: EarshotError) => error);
    await cancelling;
    if (upload instanceof EarshotError) t.equal(upload.code, 'conflict');
    else await t.rejects(upload.end(), { code: 'conflict' });
    t.equal((await service.get(owner, id)).state, 'cancelled');
  }
  t.equal(service.runningUploads, 0);
  t.equal(transcriber.openStreams, 0);
});

t.test('a shutdown ends uploads that are still being opened, and opens no more', async (t) => {
  const { service, store, transcriber } = await setUpQueries(t);
  const query = await service.create(owner, audio);
  const late = await service.create(owner, audio);
  let open!: () => void;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  transcriber.beforeOpen = () => gate;
  const { getQuery } = store;
  store.getQuery = async (id) => {
    if (id === late.id) await gate;
    return getQuery.call(store, id);
  };
  const opening = service.openAudio(owner, query.id);
  const refused = t.rejects(service.openAudio(owner, late.id), { code: 'shutting_down' });
  while (transcriber.openStreams === 0) await new Promise(setImmediate);

  const drained = service.drain({ graceMs: 0 });
  setTimeout(open, 20);
  await t.rejects((await opening).result, { code: 'shutting_down' });
  await Promise.all([refused, drained]);
  t.equal(service.runningUploads, 0);
  t.equal(transcriber.openStreams, 0);
  t.match(await service.get(owner, query.id), { state: 'failed', failure: { code: 'shutting_down' } });
  t.equal((await service.get(owner, late.id)).state, 'created');
});

t.test('a decoder or a store that fails leaves a failed query and nothing open', async (t) => {
  const { service, store, transcriber } = await setUpQueries(t);
  const wav = await service.create(owner, { ...audio, audioQuery: { mimeType: 'audio/wav' } });
  const upload = await service.openAudio(owner, wav.id);
  await upload.write(Buffer.from('this is no RIFF header, however long it may be'));
  await t.rejects(upload.result, { code: 'invalid_audio' });
  t.match(await service.get(owner, wav.id), { state: 'failed', failure: { code: 'invalid_audio' } });

  const query = await service.create(owner, audio);
  const other = await service.openAudio(owner, query.id);
  await other.write(speak('red'));
  const { putTurn } = store;
  store.putTurn = () => Promise.reject(new EarshotError('store_failed', 'The disk is full.'));
  await t.rejects(other.end(), { code: 'store_failed' });
  store.putTurn = putTurn;
  t.match(await service.get(owner, query.id), { state: 'failed', failure: { code: 'store_failed' } });
  t.equal(transcriber.openStreams, 0);
  t.equal(service.runningUploads, 0);
});

t.test('an upload that is given up while its result is kept is completed', async (t) => {
  const { service, store } = await setUpQueries(t);
  const { id } = await service.create(owner, audio);
  const upload = await service.openAudio(owner, id);
  await upload.write(speak('red'));
  const { putTurn } = store;
  const aborted = new Promise<void>((resolve) => {
    store.putTurn = async (...turn) => {
      resolve(upload.abort(new EarshotError('client_closed', 'gone')));
      await new Promise(setImmediate);
      return putTurn.apply(store, turn);
    };
  });
  t.equal((await upload.end()).state, 'completed');
  await aborted;
  t.equal((await service.get(owner, id)).state, 'completed');
});

t.test('an upload may be as long as the limit, and no longer', async (t) => {
  const sound = speak('red');
  const { service } = await setUpQueries(t, { limits: { uploadBytes: sound.length } });
  for (const [more, outcome] of [
    [0, { state: 'completed' }],
    [2, { state: 'failed', failure: { code: 'payload_too_large' } }],
  ] as const) {
    const { id } = await service.create(owner, audio);
    const upload = await service.openAudio(owner, id);
    await upload.write(sound);
    if (more > 0) await upload.write(Buffer.alloc(more));
    await upload.end().catch(() => {});
    t.match(await service.get(owner, id), outcome);
  }
});

t.test('a client that sent all of its audio is not blamed for a service that is slow', async (t) => {
  const { service, transcriber } = await setUpQueries(t, { limits: { uploadMs: 300, idleGapMs: 300 } });
  const slowly = () => new Promise<void>((resolve) => void setTimeout(resolve, 400));
  transcriber.beforeWrite = transcriber.beforeFinish = slowly;
  const { id } = await service.create(owner, audio);
  const upload = await service.openAudio(owner, id);
  await upload.write(speak('red'));
  void upload.write(speak('shoes'));
  t.match(await upload.end(), { state: 'completed' });

  const other = await service.create(owner, audio);
  transcriber.beforeWrite = async () => {};
  const dripping = await service.openAudio(owner, other.id);
  const drip = setInterval(() => void dripping.write(speak('red')), 50);
  await t.rejects(dripping.result, { code: 'request_timeout', message: /waited for 300 ms in all/ });
  clearInterval(drip);
});

t.test('feedback that waits for a result holds back no cancellation', async (t) => {
  const { service, store, transcriber } = await setUpQueries(t);
  const { id } = await service.create(owner, audio);
  const upload = await service.openAudio(owner, id);
  await upload.write(speak('red'));
  // Not to end the recognition is to leave it to the cancellation; the timer ends it if that never comes.
  let reachFinish!: () => void;
  const finishing = new Promise<void>((resolve) => {
    reachFinish = resolve;
  });
  let timer: NodeJS.Timeout | undefined;
  transcriber.beforeFinish = () =>
    new Promise((resolve) => {
      timer = setTimeout(resolve, 2_000);
      reachFinish();
    });
  t.teardown(() => clearTimeout(timer));
  const result = upload.end().catch((error: EarshotError) => error.code);
  await finishing;
  t.equal((await service.get(owner, id)).state, 'processing');
  const feedback = [1, 2].map((rating) => service.addFeedback(owner, id, { rating }));
  t.equal((await service.cancel(owner, id)).state, 'cancelled');
  t.equal(await result, 'conflict');
  await Promise.all(feedback);
  t.match(await store.getQuery(id), { state: 'cancelled', feedback: [{ rating: 1 }, { rating: 2 }] });
});

t.test('feedback that comes before the result and has its turn behind it is kept', async (t) => {
  const { service, store } = await setUpQueries(t);
  const { id } = await service.create(owner, audio);
  const upload = await service.openAudio(owner, id);
  await upload.write(speak('red'));
  const others = Array.from({ length: 50 }, () =>
    service.openAudio(owner, id).catch((error: EarshotError) => error.code),
  );
  const feedback = service.addFeedback(owner, id, { rating: 1 });
  await others[9];
  t.match(await upload.end(), { state: 'completed' });
  t.strictSame(new Set(await Promise.all(others)), new Set(['conflict']));
  await feedback;
  t.match(await store.getQuery(id), { state: 'completed', feedback: [{ rating: 1 }] });
});

t.test('feedback that comes while audio is sent is kept with the result, and told before', async (t) => {
  const { service, store } = await setUpQueries(t);
  const { id } = await service.create(owner, audio);
  const upload = await service.openAudio(owner, id);
  await upload.write(speak('red'));
  await service.addFeedback(owner, id, { rating: 1 });
  t.match(await service.get(owner, id), { state: 'streaming', feedback: [{ rating: 1 }] });
  await service.addFeedback(owner, id, { rating: 2 });
  await upload.end();
  const kept = await store.getQuery(id);
  t.equal(kept?.state, 'completed');
  t.match(kept?.feedback, [{ rating: 1 }, { rating: 2 }]);
});

t.test('audio that is not taken leaves no conversation behind', async (t) => {
  const { service, transcriber } = await setUpQueries(t);
  const conversations = async () => (await service.listConversations(owner, { limit: 10 })).items;
  transcriber.capacity = 0;
  await t.rejects(service.createWithAudio(owner, audio, {}), { code: 'overloaded' });
  t.strictSame(await conversations(), []);
  transcriber.capacity = 1;
  const upload = await service.createWithAudio(owner, { ...audio, context: { keywords: ['shoes'] } }, {});
  t.match(await conversations(), [{ turns: 0 }], 'there as soon as audio is taken');
  await upload.write(speak('red'));
  const { conversationId } = await upload.end();
  t.match(await conversations(), [{ id: conversationId, turns: 1 }]);
});
