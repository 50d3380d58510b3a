import fc from 'fast-check';
import t from 'tap';
import { contextPhrases } from '../../src/query/context-phrases.js';
import {
  advance,
  isFinished,
  type QueryRecord,
  type QueryState,
  queryStates,
  stateAt,
} from '../../src/query/index.js';
import { KeyedMutex } from '../../src/query/keyed-mutex.js';
import { speak } from './energy-transcriber.js';
import { audio, hours, owner, setUpQueries, text } from './small-query-service.js';

t.test('a query goes only where its life cycle leads', async (t) => {
  const record = (state: QueryState): QueryRecord => ({
    id: 'q',
    owner,
    state,
    createdAt: '',
    updatedAt: '',
    expiresAt: new Date(1_000).toISOString(),
    locale: 'en-US',
    queryType: 'audio',
    conversationId: 'c',
  });
  const allowed: Partial<Record<QueryState, QueryState[]>> = {
    created: ['streaming', 'processing', 'failed', 'cancelled', 'expired'],
    streaming: ['processing', 'failed', 'cancelled', 'expired'],
    processing: ['completed', 'failed', 'cancelled'],
  };
  for (const from of queryStates) {
    for (const to of queryStates) {
      if (allowed[from]?.includes(to)) t.equal(advance(record(from), to, 5).state, to);
      else t.throws(() => advance(record(from), to, 5), { code: 'conflict' }, `${from} to ${to}`);
    }
    t.equal(stateAt(record(from), 999), from);
    t.equal(stateAt(record(from), 1_000), isFinished(from) ? from : 'expired');
  }
});

t.test('expiry', async (t) => {
  const { service, pass } = await setUpQueries(t);
  const unfinished = await service.create(owner, audio);
  const done = await service.create(owner, text('red shoes'));
  pass(10 * 60_000 - 1);
  t.equal((await service.get(owner, unfinished.id)).state, 'created');
  pass(1);
  await t.rejects(service.get(owner, unfinished.id), { code: 'not_found' });
  await t.rejects(service.openAudio(owner, unfinished.id), { code: 'not_found' });
  await t.rejects(service.cancel(owner, unfinished.id), { code: 'not_found' });
  const listed = await service.listQueries(owner, unfinished.conversationId, { limit: 10 });
  t.strictSame(listed.items, [], 'nor is it listed');
  pass(23 * hours);
  t.equal((await service.get(owner, done.id)).state, 'completed');
  pass(hours);
  await t.rejects(service.get(owner, done.id), { code: 'not_found' });
  await t.rejects(service.getConversation(owner, done.conversationId), { code: 'not_found' });
});

t.test('a turn keeps its conversation alive', async (t) => {
  const { service, pass } = await setUpQueries(t, { retention: { conversationMs: hours } });
  const { conversationId } = await service.create(owner, text('shoes'));
  for (let turn = 0; turn < 3; turn++) {
    pass(0.9 * hours);
    await service.create(owner, { ...text('red'), conversationId });
  }
  const conversation = await service.getConversation(owner, conversationId);
  t.match(conversation, { turns: 4, context: { keywords: ['shoes'], attributes: { color: ['red'] } } });
});

t.test('an upload does not bring back a conversation that has expired', async (t) => {
  const { service, pass } = await setUpQueries(t, { retention: { conversationMs: 60_000 } });
  const { id, conversationId } = await service.create(owner, audio);
  pass(60_000);
  await t.rejects(service.openAudio(owner, id), { code: 'not_found', message: /conversation.*expired/ });
  await t.rejects(service.getConversation(owner, conversationId), { code: 'not_found' });
});

t.test('turns of one conversation are understood one after another', async (t) => {
  const { service } = await setUpQueries(t);
  const { conversationId } = await service.create(owner, text('shoes'));
  const colours = ['red', 'blue', 'green', 'black', 'white', 'pink'];
  await Promise.all(colours.map((colour) => service.create(owner, { ...text(colour), conversationId })));
  t.match(await service.getConversation(owner, conversationId), {
    turns: 7,
    context: { keywords: ['shoes'], attributes: { color: ['pink'] } },
  });
});

t.test('who pauses after half a request and goes on is understood as having said it all', async (t) => {
  const { service, pass, setClock } = await setUpQueries(t);
  const say = async (words: string, conversationId?: string, request = {}, endpointing = true) => {
    const query = { ...audio, conversationId, ...request };
    const upload = await service.createWithAudio(owner, query, { contentType: 'audio/pcm', endpointing });
    void upload.write(speak(words, { silenceMs: 500 }));
    return endpointing ? upload.result : upload.end();
  };
  const whole = 'show me red shoes under fifty';
  const first = await say('show me red shoes');
  pass(1000);
  const second = await say('under fifty', first.conversationId);
  t.equal(second.intent, 'newSearch', 'the answer to all of it');
  t.match(second.textQuery, { text: 'under fifty', understoodText: whole });
  t.match(second.context, { keywords: ['shoes'], price: { type: 'lessThan', value: 50 } });
  pass(1000);
  const third = await say('under fifty', first.conversationId);
  t.equal(third.textQuery?.understoodText, `${whole} under fifty`, 'and on and on');

  for (const [why, pauseMs, request, endpointing] of [
    ['after a while', 2000, {}, true],
    ['where the client says what holds', 1000, { context: { keywords: ['shirts'] } }, true],
    ['in a recording', 1000, {}, false],
  ] as const) {
    const { conversationId } = await say('show me red shoes');
    pass(pauseMs);
    const next = await say('under fifty', conversationId, request, endpointing);
    t.equal(next.intent, 'price', `a turn of its own ${why}`);
    t.equal(next.textQuery?.understoodText, undefined);
  }
  const later = await say('show me red shoes');
  pass(30_000);
  setClock(-29_000);
  const unrelated = await say('under fifty', later.conversationId);
  t.equal(unrelated.intent, 'price', 'a turn of its own, however the clock of the machine is set meanwhile');
  const { conversationId } = await say('show me red shoes');
  await service.create(owner, { ...text('sort by price'), conversationId });
  pass(1000);
  t.equal((await say('under fifty', conversationId)).intent, 'price', 'nor past another turn');
});

t.test('the context reaches the recogniser, and the client is heard before the conversation', async (t) => {
  const { service, transcriber } = await setUpQueries(t);
  const { conversationId } = await service.create(owner, text('shoes'));
  const own = { keywords: ['Shirts'], attributes: { color: ['red'] } };
  for (const [context, phrases] of [
    [undefined, ['shoes']],
    [own, ['shirts', 'red']],
  ] as const) {
    const { id } = await service.create(owner, { ...audio, conversationId, context });
    const upload = await service.openAudio(owner, id);
    await upload.write(speak('blue'));
    const { context: after } = await upload.end();
    t.strictSame(
      transcriber.opened.at(-1)?.bias,
      phrases.map((phrase) => ({ text: phrase })),
    );
    t.strictSame(after?.attributes?.color, ['blue']);
  }
  const endless = Array.from({ length: 20 }, (_, n) => 'shirtsandshoes'.repeat(5000 + n));
  t.strictSame(contextPhrases({ keywords: [...endless, 'shirts'] }), [{ text: 'shirts' }]);
  const many = Array.from({ length: 100 }, (_, n) => `${n} ${'aeiou'.repeat(19)}`);
  t.ok(
    contextPhrases({ keywords: many })
      .map(({ text }) => text)
      .join('').length <= 2_000,
    'long in all',
  );
  t.equal(contextPhrases({ keywords: many }).length, 20, 'the first ones');
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (context) => {
      const phrases = contextPhrases(context as never);
      return phrases.length <= 100 && phrases.every((phrase) => phrase.text.trim() !== '');
    }),
  );
});

t.test('audio of the longest allowed length can be spoken before the upload has to be done', async (t) => {
  for (const audioSeconds of [1, 300, 600, 3600]) {
    const { service } = await setUpQueries(t, { limits: { audioSeconds } });
    t.ok(service.limits.uploadMs > audioSeconds * 1000, `${audioSeconds} s`);
  }
  const { service } = await setUpQueries(t, { limits: { audioSeconds: 3600, uploadMs: 5000 } });
  t.equal(service.limits.uploadMs, 5000, 'unless the caller wants another limit');
});

t.test('events of an upload', async (t) => {
  const { service } = await setUpQueries(t);
  const { id } = await service.create(owner, audio);
  const seen: unknown[] = [];
  const upload = await service.openAudio(
    owner,
    id,
    { endpointing: true, partials: true },
    {
      speechStart: (seconds) => seen.push(['start', seconds]),
      speechEnd: (seconds) => seen.push(['end', seconds]),
      partial: (hypothesis) => seen.push(hypothesis.text),
    },
  );
  await upload.write(speak('red shoes', { silenceMs: 400 }));
  const record = await upload.result;
  t.strictSame(seen, [['start', 0], 'red', 'red shoes', ['end', 0.25]]);
  t.match(record, {
    state: 'completed',
    textQuery: { text: 'red shoes' },
    audio: { speech: { start: 0, end: 0.25 } },
  });
  await upload.write(speak('blue'));
  t.equal(await upload.end(), record, 'late audio and a second end change nothing');
  t.match(record.timings, { uploadMs: Number, finalisationMs: Number, understandingMs: Number });
});

t.test('of what is taken for noise nothing is understood, whatever else it might have been', async (t) => {
  const { service, transcriber } = await setUpQueries(t);
  transcriber.otherReadings = [{ text: 'red shoes', words: [], score: -2, confidence: 0.2 }];
  const { id } = await service.create(owner, audio);
  const upload = await service.openAudio(owner, id);
  await upload.write(new Uint8Array(16_000));
  const { textQuery, intent, context } = await upload.end();
  t.strictSame([textQuery?.text, textQuery?.understoodText, intent], ['', undefined, 'none']);
  t.strictSame(context?.keywords, []);
});

t.test('the clock is set back during an upload', async (t) => {
  const { service, setClock } = await setUpQueries(t);
  const upload = await service.createWithAudio(owner, audio, {});
  await upload.write(speak('red shoes'));
  setClock(-hours);
  const { timings } = await upload.end();
  for (const [name, ms] of Object.entries(timings ?? {})) t.ok(ms >= 0 && ms < 60_000, `${name}: ${ms}`);
});

t.test('the clock is set between a query and its audio, and while that comes', async (t) => {
  const minutes = 60_000;
  for (const stepMs of [5 * hours, 40 * 24 * hours, -5 * hours]) {
    const { service, sweep, pass, setClock } = await setUpQueries(t);
    const { conversationId } = await service.create(owner, text('shoes'));
    const { id } = await service.create(owner, { ...audio, conversationId });
    const unused = await service.create(owner, audio);
    setClock(stepMs);
    pass(9 * minutes);
    await sweep();
    t.equal((await service.get(owner, id)).state, 'created');
    const upload = await service.openAudio(owner, id);
    setClock(stepMs);
    pass(15 * 1000);
    await sweep();
    t.equal((await service.get(owner, id)).state, 'streaming');
    await upload.write(speak('red'));
    const { state, context } = await upload.end();
    t.equal(state, 'completed');
    t.match(context, { keywords: ['shoes'], attributes: { color: ['red'] } }, 'as it would without');
    t.equal((await service.get(owner, id)).state, 'completed');
    if (stepMs < 0) continue;
    pass(minutes);
    await t.rejects(service.get(owner, unused.id), { code: 'not_found' }, 'no longer than it would have');
    t.ok((await sweep()) >= 1, 'nor does it stay on disk');
    pass(24 * hours);
    await t.rejects(service.get(owner, id), { code: 'not_found' });
  }
});

t.test('what the store holds is what the answer said', async (t) => {
  const { service, store, restarted } = await setUpQueries(t);
  const { id } = await service.create(owner, audio);
  const upload = await service.openAudio(owner, id);
  await upload.write(speak('red shoes'));
  const record = await upload.end();
  t.strictSame(await store.getQuery(id), JSON.parse(JSON.stringify(record)));
  t.match(await restarted().get(owner, id), { state: 'completed' });
});

t.test('feedback is bounded', async (t) => {
  const { service, store } = await setUpQueries(t, { limits: { feedbackEntries: 3 } });
  const { id } = await service.create(owner, text('red'));
  await Promise.all([1, 2, 3, 4, 5].map((rating) => service.addFeedback(owner, id, { rating })));
  const kept = await store.getQuery(id);
  t.strictSame(
    kept?.feedback?.map((entry) => entry.rating),
    [3, 4, 5],
    'the newest stay, none is lost to another',
  );
});

t.test('a mutex runs tasks of a key in order and forgets idle keys', async (t) => {
  const mutex = new KeyedMutex();
  const order: number[] = [];
  const tasks = [3, 1, 2].map((delay, index) =>
    mutex.run('a', async () => {
      await new Promise((resolve) => setTimeout(resolve, delay));
      order.push(index);
      if (index === 1) throw new Error('fails');
    }),
  );
  let free = false;
  await mutex.run('b', async () => {
    free = order.length === 0;
  });
  await Promise.allSettled(tasks);
  t.strictSame(order, [0, 1, 2]);
  t.ok(free, 'another key does not wait');
  t.equal(mutex.size, 0);
});
