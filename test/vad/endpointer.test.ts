import fc from 'fast-check';
import t from 'tap';
import { type EndpointEvent, Endpointer } from '../../src/vad/endpointer.js';
import type { EndpointerOptions } from '../../src/vad/endpointer-options.js';
import { type Completeness, type Outlook, outlookOf } from '../../src/vad/patience.js';

const frameMs = 32;
/** Silences that the examples were written for. */
const patience = { completeSilenceMs: 240, trailingSilenceMs: 500 };

function run(probabilities: readonly number[], options: EndpointerOptions = patience): EndpointEvent[] {
  const endpointer = new Endpointer(frameMs, options);
  return probabilities
    .flatMap((probability) => endpointer.accept(probability) ?? [])
    .filter(({ type }) => type !== 'pause');
}

/** `ms` worth of frames with one probability. */
function lasting(ms: number, probability: number): number[] {
  return Array<number>(ms / frameMs).fill(probability);
}

t.test('an utterance: start with pre-roll, end after the trailing silence, once', async (t) => {
  const frames = [...lasting(960, 0.02), ...lasting(640, 0.9), ...lasting(320, 0.1), ...lasting(640, 0.8)];
  t.same(run([...frames, ...lasting(3_200, 0.01), ...lasting(640, 0.9), ...lasting(3_200, 0)]), [
    { type: 'speechStart', startSeconds: 0.66 },
    { type: 'speechEnd', endSeconds: 2.56, reason: 'trailing-silence' },
  ]);
  t.same(
    run([...frames, ...lasting(480, 0)]),
    [{ type: 'speechStart', startSeconds: 0.66 }],
    'not before 500 ms',
  );
  t.same(run([...frames, ...lasting(512, 0)]).at(-1), {
    type: 'speechEnd',
    endSeconds: 2.56,
    reason: 'trailing-silence',
  });
});

t.test('a click is no speech, and a murmur between the thresholds neither starts nor ends it', async (t) => {
  t.same(run([...lasting(320, 0), ...lasting(96, 0.99), ...lasting(3_200, 0.01)]), []);
  t.same(run([...lasting(320, 0), 0.99, ...lasting(12_800, 0.4)]), [{ type: 'noSpeech' }]);
  t.same(run([...lasting(640, 0.9), ...lasting(3_200, 0.4), ...lasting(320, 0.9)]).length, 1);
});

t.test(
  'speech begins at the threshold, and after a gap as long as it must last it begins anew',
  async (t) => {
    const options = { ...patience, positiveThreshold: 0.6, minSpeechMs: 128 };
    t.same(run(lasting(128, 0.6), options), [{ type: 'speechStart', startSeconds: 0 }]);
    t.same(run(lasting(640, 0.599), options), []);
    t.same(run([...lasting(96, 0.9), ...lasting(96, 0.4), ...lasting(32, 0.9)], options).length, 1);
    t.same(run([...lasting(96, 0.9), ...lasting(128, 0.4), ...lasting(96, 0.9)], options), []);
  },
);

t.test('who has paused is waited for a third longer than that, but not for ever', async (t) => {
  const settings = { completeSilenceMs: 192, trailingSilenceMs: 512, incompleteSilenceMs: 960 };
  const silenceUntilEnd = (pauseMs: number, outlook: Outlook | undefined) => {
    const endpointer = new Endpointer(frameMs, settings);
    for (const probability of [...lasting(640, 0.9), ...lasting(pauseMs, 0)])
      if (endpointer.accept(probability)?.type === 'pause') endpointer.judge('incomplete');
    for (const probability of lasting(640, 0.9)) endpointer.accept(probability);
    for (let ms = frameMs; ms < 5_000; ms += frameMs) {
      let event = endpointer.accept(0);
      if (event?.type === 'pause' && outlook) event = endpointer.judge(outlook);
      if (event?.type === 'speechEnd') return ms;
    }
    return undefined;
  };
  t.equal(silenceUntilEnd(320, 'unknown'), 512, 'a short one changes nothing');
  t.equal(silenceUntilEnd(480, 'unknown'), 640, '1.3 times 480 ms, in whole frames');
  t.equal(silenceUntilEnd(480, undefined), 640, 'without a judgement, too');
  t.equal(silenceUntilEnd(896, 'unknown'), 960);
  t.equal(silenceUntilEnd(896, 'complete'), 192, 'nor where all is said');
});

t.test('nobody speaks, nobody stops', async (t) => {
  t.same(run(lasting(9_984, 0.1)), []);
  t.same(run(lasting(32_000, 0.1)), [{ type: 'noSpeech' }]);
  t.same(run(lasting(64_000, 0.1), { noSpeechTimeoutMs: Number.POSITIVE_INFINITY }), []);
  t.same(run(lasting(64_000, 0.9)), [
    { type: 'speechStart', startSeconds: 0 },
    { type: 'speechEnd', endSeconds: 30.016, reason: 'max-utterance' },
  ]);
});

t.test('the words before a pause shorten and lengthen it; speech takes the judgement back', async (t) => {
  const settings = { completeSilenceMs: 192, trailingSilenceMs: 512, incompleteSilenceMs: 960 };
  const silenceUntilEnd = (outlook: Outlook | undefined) => {
    const endpointer = new Endpointer(frameMs, settings);
    for (const probability of lasting(640, 0.9)) endpointer.accept(probability);
    t.same(endpointer.speech, { start: 0, end: 0.64 });
    for (let ms = frameMs; ms < 5_000; ms += frameMs) {
      const event = endpointer.accept(0);
      t.equal(event?.type === 'pause', ms === 128, 'one pause, after 120 ms');
      if (event?.type === 'pause' && outlook && endpointer.judge(outlook)) return ms;
      if (event?.type === 'speechEnd') return ms;
    }
    return undefined;
  };
  t.equal(silenceUntilEnd(undefined), 512);
  t.equal(silenceUntilEnd('complete'), 192);
  t.equal(silenceUntilEnd('likely'), 256, 'a fifth of the way');
  t.equal(silenceUntilEnd('unknown'), 512);
  t.equal(silenceUntilEnd('unlikely'), 736);
  t.equal(silenceUntilEnd('incomplete'), 960);

  const hasty = new Endpointer(frameMs, { ...settings, completeSilenceMs: 120 });
  for (const probability of [...lasting(640, 0.9), ...lasting(128, 0)]) hasty.accept(probability);
  t.match(hasty.judge('complete'), { type: 'speechEnd', endSeconds: 0.64 }, 'at once, if that is enough');
  t.equal(hasty.judge('complete'), undefined);
  const hastier = new Endpointer(frameMs, { ...settings, completeSilenceMs: 64 });
  for (const probability of [...lasting(640, 0.9), 0]) hastier.accept(probability);
  t.match(hastier.accept(0), { type: 'pause' }, 'a silence that may end it is not waited out before');
  t.match(hastier.judge('complete'), { type: 'speechEnd', endSeconds: 0.64 });

  const endpointer = new Endpointer(frameMs, settings);
  for (const probability of lasting(640, 0.9)) endpointer.accept(probability);
  for (const probability of lasting(128, 0)) endpointer.accept(probability);
  t.equal(endpointer.isPaused, true);
  t.equal(endpointer.judge('complete'), undefined);
  for (const probability of lasting(64, 0.9)) t.equal(endpointer.accept(probability), undefined);
  t.equal(endpointer.isPaused, false);
  const events = lasting(480, 0).map((probability) => endpointer.accept(probability)?.type);
  t.same(events.filter(Boolean), ['pause'], 'a new pause, and the default again');
});

t.test('a cough before the request does not end it', async (t) => {
  const request = (coughMs: number) => {
    const events: unknown[] = [];
    const endpointer = new Endpointer(frameMs, { completeSilenceMs: 192, noSpeechTimeoutMs: 6_000 });
    const hear = (probabilities: number[], outlook: Outlook) => {
      for (const probability of probabilities) {
        let event = endpointer.accept(probability);
        if (event?.type === 'pause') event = endpointer.judge(outlook);
        if (event) events.push(event);
      }
    };
    hear([...lasting(640, 0), ...lasting(coughMs, 0.9), ...lasting(4_000, 0)], 'wordless');
    hear([...lasting(640, 0.9), ...lasting(640, 0)], 'complete');
    return events;
  };
  const speechStart = { type: 'speechStart', startSeconds: 0.34 };
  t.same(request(192), [speechStart, { type: 'speechEnd', endSeconds: 5.472, reason: 'trailing-silence' }]);
  for (const ms of [256, 480]) {
    const end = { type: 'speechEnd', endSeconds: 0.64 + ms / 1000 };
    t.match(request(ms), [speechStart, end], `${ms} ms are too long for a cough`);
  }
  const silent = new Endpointer(frameMs, { noSpeechTimeoutMs: 6_000 });
  const events = [...lasting(192, 0.9), ...lasting(8_000, 0)].map((probability) => {
    const event = silent.accept(probability);
    return event?.type === 'pause' ? silent.judge('wordless') : event;
  });
  t.same(events.filter(Boolean), [{ type: 'speechStart', startSeconds: 0 }, { type: 'noSpeech' }]);
});

t.test('the decoder corrects the detector, both ways', async (t) => {
  const hears = (phonesUntilMs: (nowMs: number) => number, speech: (nowMs: number) => number) => {
    const endpointer = new Endpointer(frameMs, patience);
    for (let ms = frameMs; ms < 10_000; ms += frameMs) {
      const event = endpointer.accept(speech(ms), { lastPhoneMs: phonesUntilMs(ms) });
      if (event?.type === 'speechEnd') return ms;
    }
    return undefined;
  };
  const untilSecond = (ms: number) => Math.min(ms, 1_000);
  t.equal(
    hears(untilSecond, (ms) => (ms <= 1_000 ? 0.9 : 0.1)),
    1_504,
    'both agree',
  );
  t.equal(
    hears(untilSecond, () => 0.9),
    2_112,
    'noise that the detector takes for speech',
  );
  t.equal(
    hears(
      (ms) => Math.min(ms, 2_000),
      (ms) => (ms <= 1_000 ? 0.9 : 0.1),
    ),
    2_400,
    'soft speech that it does not hear, taking the lag of the decoder off',
  );
});

t.test('a voice far below the level of the speaker is not waited for', async (t) => {
  const end = (backgroundDb: number) => {
    const endpointer = new Endpointer(frameMs, { ...patience, backgroundDb });
    for (let ms = frameMs; ms < 10_000; ms += frameMs) {
      const event = endpointer.accept(0.9, { levelDb: ms <= 1_024 ? -20 : -42 });
      if (event?.type === 'speechEnd') return ms;
    }
    return undefined;
  };
  t.equal(end(30), undefined);
  t.equal(end(20), 1_760, 'half a second after what could have been a soft last sound');
});

t.test('what the language model expects joins what the domain knows', async (t) => {
  const sureness = 0.9;
  const text = 'show me red';
  const outlook = (completeness: Completeness, logProb: number, domainShare = 0.5, sure = sureness) =>
    outlookOf({ text, sureness: sure, completeness, ending: { logProb, domainShare, isHesitating: false } });
  t.equal(outlook('complete', -1), 'complete');
  t.equal(outlook('complete', -3), 'likely');
  t.equal(outlook('complete', -9), 'unknown');
  t.equal(outlook('incomplete', -0.1), 'incomplete');
  t.equal(outlook('unknown', -1), 'likely');
  t.equal(outlook('unknown', -1, 0.005), 'unknown', 'what could be all of any other speech may go on');
  t.equal(outlook('unknown', -3), 'unknown');
  t.equal(outlook('unknown', -6), 'unlikely');
  t.equal(outlook('complete', -1, 0.5, 0.6), 'unknown', 'words that were hardly said tell nothing');
  t.equal(outlook('unknown', -1, 0.5, 0.6), 'unknown');
  t.equal(outlook('incomplete', -1, 0.5, 0.6), 'incomplete');
  t.equal(outlook('complete', -6, 0.5, 0.6), 'unlikely');
  const alone = (completeness: Completeness, sure: number) =>
    outlookOf({ text, sureness: sure, completeness, ending: undefined });
  t.equal(alone('complete', 0.9), 'complete', 'no language model tells');
  t.equal(alone('complete', 0.6), 'unknown');
  t.equal(outlookOf({ text: '', sureness: 0, completeness: 'unknown', ending: undefined }), 'wordless');
  const hesitant = { logProb: -0.1, domainShare: 0.9, isHesitating: true };
  t.equal(outlookOf({ text: 'a tea', sureness, completeness: 'complete', ending: hesitant }), 'incomplete');
  t.equal(
    outlookOf({ text: '', sureness: 0, completeness: 'unknown', ending: hesitant }),
    'incomplete',
    'um alone',
  );
});

t.test('options are checked by name', async (t) => {
  for (const [name, value] of [
    ['positiveThreshold', 0],
    ['positiveThreshold', 1.5],
    ['negativeThreshold', 0.6],
    ['negativeThreshold', -0.1],
    ['minSpeechMs', -1],
    ['trailingSilenceMs', Number.NaN],
    ['judgeAfterMs', -1],
    ['backgroundDb', 0],
    ['completeSilenceMs', 1200],
    ['incompleteSilenceMs', 300],
    ['maxUtteranceMs', 100],
  ] as const) {
    t.throws(() => new Endpointer(frameMs, { [name]: value }), {
      code: 'invalid_config',
      message: RegExp(name),
    });
  }
});

t.test('properties: order, at most one end, silence stays silent', async () => {
  const probability = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 0.4, 0.5, 1));
  const frames = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 40 }), probability), { maxLength: 30 })
    .map((runs) => runs.flatMap(([count, value]) => Array<number>(count).fill(value)));
  const options = fc.record({
    minSpeechMs: fc.integer({ min: 0, max: 400 }),
    preRollMs: fc.integer({ min: 0, max: 1_000 }),
    trailingSilenceMs: fc.integer({ min: 0, max: 1_500 }),
    judgeAfterMs: fc.integer({ min: 0, max: 500 }),
    maxUtteranceMs: fc.integer({ min: 500, max: 20_000 }),
    noSpeechTimeoutMs: fc.integer({ min: 0, max: 20_000 }),
  });
  fc.assert(
    fc.property(frames, options, (probabilities, settings) => {
      const events = run(probabilities, settings);
      const types = events.map(({ type }) => type).join(' ');
      if (!['', 'noSpeech', 'speechStart', 'speechStart speechEnd'].includes(types)) return false;
      const [start, end] = events;
      if (start?.type === 'speechStart' && end?.type === 'speechEnd') {
        if (start.startSeconds >= end.endSeconds) return false;
        if (end.endSeconds > (probabilities.length * frameMs) / 1000) return false;
      }
      return probabilities.some((value) => value >= 0.5) || !types.includes('speech');
    }),
    { numRuns: 1_000 },
  );
});
