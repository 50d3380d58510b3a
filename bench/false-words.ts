/**
 * Words that are recognised where nobody speaks: recorded background, digital silence and tones, through detector,
 * recogniser and rejection as the service runs them.
 *
 *     node build/bench/false-words.js [--noise ../shared/data/noise] [--minutes 30] [--half test|dev] [--all] [--window 10]
 *         [--model models/default] [--pack product-search] [--out bench/results]
 *
 * Each window of so many seconds is one query. The sounds are those that neither training nor the choice of the
 * rejection threshold has heard; --all takes the others too. Recorded cafes and streets hold real voices in the
 * distance: the list of sounds tells which words came from such. Prints the words and where they came from; writes
 * false-words.json.
 */
import { SingleBar } from 'cli-progress';
import { createEngine } from '../src/engine/engine.js';
import { backgroundWindows } from './background-windows.js';
import { checkKnown, commandLine } from './command-line.js';
import { sampleRateHz } from './pcm16.js';
import { writeReport } from './report.js';
import { sharedData } from './shared-data.js';
import { rounded } from './statistics.js';

const { values: options } = commandLine(import.meta.url, {
  options: {
    noise: { type: 'string', default: sharedData('noise') },
    minutes: { type: 'string', default: 'Infinity' },
    all: { type: 'boolean', default: false },
    half: { type: 'string', default: 'test' },
    window: { type: 'string', default: '10' },
    model: { type: 'string', default: 'models/default' },
    pack: { type: 'string', default: 'product-search' },
    out: { type: 'string', default: 'bench/results' },
  },
});
const halves = ['test', 'dev'] as const;
checkKnown('--half', [options.half], halves);
const size = Number(options.window) * sampleRateHz;

interface Window {
  kind: 'background' | 'silence' | 'tones';
  sound: string;
  read(): Float32Array;
}

/** As many windows of recorded background as the minutes hold. */
function recordedWindows(): Window[] {
  const half = options.half as (typeof halves)[number];
  const count = Math.ceil((Number(options.minutes) * 60) / Number(options.window));
  return backgroundWindows(options.noise, options.all ? { all: true } : { half }, size)
    .slice(0, count)
    .map(({ file, read }) => ({ kind: 'background', sound: file, read }));
}

/** Chords that change, with overtones: no recording, but what a held note is to a detector. */
function chord(root: number): Float32Array {
  return Float32Array.from({ length: size }, (_, index) => {
    const time = index / sampleRateHz;
    const base = root * 2 ** (Math.floor(time * 2) / 12);
    const notes = [1, 1.25, 1.5].map((interval) =>
      [1, 2, 3].reduce((sum, n) => sum + Math.sin(2 * Math.PI * base * interval * n * time) / n, 0),
    );
    return 0.08 * (1 - (time * 2 - Math.floor(time * 2))) * notes.reduce((a, b) => a + b, 0);
  });
}

const windows: Window[] = [
  ...recordedWindows(),
  ...Array.from({ length: 6 }, (): Window => {
    return { kind: 'silence', sound: 'digital silence', read: () => new Float32Array(size) };
  }),
  ...[110, 220, 330, 440].map((root): Window => {
    return { kind: 'tones', sound: `chords on ${root} Hz`, read: () => chord(root) };
  }),
];

const { model, pack } = options;
const engine = await createEngine({ model, pack });
const bar = new SingleBar({ format: '{bar} {value}/{total} {eta_formatted}', clearOnComplete: true });
bar.start(windows.length, 0);
const found: { sound: string; text: string; confidence: number }[] = [];
const totals = new Map<string, { windows: number; speech: number; words: number; seconds: number }>();
for (const { kind, sound, read } of windows) {
  const samples = read();
  const stream = await engine.transcriber.open({ locale: 'en-US', endpointing: false, partials: false });
  const seconds = samples.length / sampleRateHz;
  for (let at = 0; at < samples.length; at += sampleRateHz / 2)
    await stream.write(samples.slice(at, at + sampleRateHz / 2));
  const { best, speech } = await stream.finish();
  const total = totals.get(kind) ?? { windows: 0, speech: 0, words: 0, seconds: 0 };
  totals.set(kind, total);
  total.windows++;
  total.seconds += seconds;
  if (speech) total.speech++;
  total.words += best.words.length;
  if (best.text !== '') found.push({ sound, text: best.text, confidence: best.confidence });
  bar.increment();
}
bar.stop();
await engine.close();
const table = [...totals].map(([kind, { windows: count, speech, words, seconds }]) => ({
  kind,
  minutes: rounded(seconds / 60),
  windows: count,
  'taken for speech': speech,
  words,
  'words per hour': rounded(words / (seconds / 3600)),
}));
for (const { sound, text, confidence } of found) console.log(`${sound}: "${text}" (${confidence})`);
console.table(table);
writeReport('false-words', { model, pack, window: Number(options.window), table, found }, options.out);
