/**
 * How steady partial results are, and how soon words appear in them.
 *
 *     node build/bench/partials.js [FOLDER|MANIFEST...] [--split test] [--limit 30] [--step 100] [--pack product-search]
 *         [--model models/default] [--out bench/results]
 *
 * The recordings go in by steps of so many milliseconds; after each the partial text is read, as a client would see it.
 * A word counts as revised when the place in the text where it stood holds another word, or none, in a later result.
 * The delay is from a word's end (by the final result's own times) to the end of the step that first showed it for good,
 * without the time for computing. Writes partials.json.
 */

import { packContext } from '../src/engine/pack-context.js';
import { loadPack } from '../src/nlu/index.js';
import { Recogniser } from '../src/stt/recogniser.js';
import { commandLine } from './command-line.js';
import { hearAhead } from './hear-ahead.js';
import { writeReport } from './report.js';
import { chooseUtterances, fixtureSpeech } from './speech-set.js';
import { percentile, rounded } from './statistics.js';

const { values: options, positionals } = commandLine(import.meta.url, {
  allowPositionals: true,
  options: {
    model: { type: 'string', default: 'models/default' },
    split: { type: 'string' },
    limit: { type: 'string', default: '30' },
    step: { type: 'string', default: '100' },
    pack: { type: 'string', default: 'product-search' },
    out: { type: 'string', default: 'bench/results' },
  },
});
const utterances = chooseUtterances(positionals, {
  split: options.split,
  limitPerSet: Number(options.limit),
  otherwise: fixtureSpeech,
});
const recogniser = await Recogniser.load({ directory: options.model });
const context = recogniser.compile(packContext(loadPack(options.pack)));
const stepSeconds = Number(options.step) / 1000;

let shown = 0;
let revised = 0;
let words = 0;
const delays: number[] = [];
for (const { read } of utterances) {
  const samples = await read();
  const stream = recogniser.createStream({ context });
  /** The words on display with the time since when each has stood there. */
  let display: { text: string; since: number }[] = [];
  const show = (texts: string[], now: number) => {
    const next = texts.map((text, index) =>
      display[index]?.text === text ? display[index] : { text, since: now },
    );
    shown += next.filter((word, index) => word !== display[index]).length;
    revised += display.filter((word, index) => word !== next[index]).length;
    display = next;
  };
  const size = Math.round(stepSeconds * recogniser.sampleRateHz);
  for (let at = 0; at < samples.length; at += size) {
    stream.acceptWaveform(samples.subarray(at, at + size));
    if (at + size >= samples.length) stream.inputFinished();
    const now = Math.min(samples.length, at + size) / recogniser.sampleRateHz;
    const showPartial = () =>
      show(
        stream.partial().words.map(({ text }) => text),
        now,
      );
    while (stream.isReady) {
      await recogniser.decode([stream]);
      if (!stream.isFinished) showPartial();
    }
    await hearAhead(recogniser, stream, { words: true, look: showPartial });
  }
  const [best] = await stream.result();
  show(
    best.words.map(({ text }) => text),
    samples.length / recogniser.sampleRateHz,
  );
  words += best.words.length;
  for (const [index, { end }] of best.words.entries()) delays.push(display[index].since - end);
}
const figures = {
  utterances: utterances.length,
  words,
  shown,
  revised,
  'revised %': rounded((revised / Math.max(1, shown)) * 100, 2),
  'delay mean ms': Math.round((delays.reduce((a, b) => a + b, 0) / Math.max(1, delays.length)) * 1000),
  'delay p90 ms': delays.length === 0 ? undefined : Math.round(percentile(delays, 0.9) * 1000),
};
console.table([figures]);
const { name, version } = recogniser.manifest;
writeReport('partials', { model: `${name} ${version}`, pack: options.pack, ...figures }, options.out);
