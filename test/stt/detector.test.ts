import t from 'tap';
import { Recogniser } from '../../src/stt/recogniser.js';
import { renderPosteriors } from './render.js';

t.test('a short word is taken for noise, unless a detector is sure that somebody spoke', async (t) => {
  const whole = await Recogniser.load({ directory: 'models/default' });
  const map = { speechClarity: 1, speechLength: 0, speechOffset: -0.4, speechVoice: 2, voiceOffset: -6 };
  const recogniser = whole.withSearch({}, map);
  const { units } = whole.acoustic;
  const phones = ['B', 'IH', 'K', 'AH', 'Z'].map((phone) => units.indexOf(phone));
  const unclear = renderPosteriors(phones, { units: units.length, gap: 0, hold: 2, peak: 0.45 });
  const detector: { voiceProbability: number | undefined } = { voiceProbability: undefined };
  const stream = recogniser.createStream({ detector });
  await whole.advance([{ search: stream.search, encoded: unclear }]);
  for (const [voice, isHeard] of [
    [undefined, false],
    [0.6, false],
    [0.99, true],
  ] as const) {
    detector.voiceProbability = voice;
    const [best, second] = await stream.result();
    t.equal(best.text !== '', isHeard, `${voice}: "${best.text}"`);
    t.equal(stream.partial().text !== '', isHeard, 'a partial result goes by it as well');
    if (!isHeard) t.not(second.text, '', 'what was rejected stays in the list');
  }
});
