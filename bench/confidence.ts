/**
 * Whether a confidence means what it says: of the words (and queries) with confidence 0.8, 80 % should be right.
 *
 *     node build/bench/confidence.js FOLDER|MANIFEST... [--split test] [--limit 60] [--pack product-search]
 *         [--model models/default] [--out bench/results]
 *
 * Prints the expected calibration error over 10 bins for words and for queries; writes confidence.json and the
 * reliability diagram confidence.svg. Measure on recordings that scripts/calibrate-confidence.ts did not use.
 */

import { packContext } from '../src/engine/pack-context.js';
import { loadPack } from '../src/nlu/index.js';
import { Recogniser } from '../src/stt/recogniser.js';
import { SileroVad } from '../src/vad/silero.js';
import { calibrationError, decodeAll, type Judged, judge, reliability } from './calibration.js';
import { commandLine } from './command-line.js';
import { writeReport } from './report.js';
import { chooseUtterances } from './speech-set.js';
import { rounded } from './statistics.js';

const { values: options, positionals } = commandLine(import.meta.url, {
  allowPositionals: true,
  options: {
    model: { type: 'string', default: 'models/default' },
    split: { type: 'string' },
    limit: { type: 'string', default: '60' },
    pack: { type: 'string', default: 'product-search' },
    out: { type: 'string', default: 'bench/results' },
  },
});
const utterances = chooseUtterances(positionals, {
  split: options.split,
  limitPerSet: Number(options.limit),
});
const recogniser = await Recogniser.load({ directory: options.model });
const context = recogniser.compile(packContext(loadPack(options.pack)));
const decoded = await decodeAll(recogniser, utterances, await SileroVad.load());
const { words, queries } = await judge(recogniser, decoded, { context });

const summary = (name: string, judged: readonly Judged[]) => {
  const right = judged.filter(({ isRight }) => isRight).length / Math.max(1, judged.length);
  return {
    of: name,
    count: judged.length,
    'right %': rounded(right * 100),
    'calibration error': rounded(calibrationError(judged), 4),
  };
};
const table = [summary('words', words), summary('queries', queries)];
for (const set of new Set(utterances.map((utterance) => utterance.set))) {
  const inSet = decoded.filter(({ utterance }) => utterance.set === set);
  table.push(summary(`words of ${set}`, (await judge(recogniser, inSet, { context })).words));
}
console.table(table);
const bins = { words: reliability(words), queries: reliability(queries) };
console.table(bins.words);
const { name, version } = recogniser.manifest;
writeReport(
  'confidence',
  { model: `${name} ${version}`, map: recogniser.manifest.confidence, table, bins },
  options.out,
);
