/**
 * Tunes the search to a model on recordings that were not trained on: the network runs once, then values are tried one
 * parameter after the other, first far apart on a third of the recordings with a narrow beam, then close by on all.
 *
 *     node build/scripts/tune-search.js FOLDER|MANIFEST... [--split dev] [--limit 40] [--seconds 330] [--write]
 *         [--model models/default] [--grid '{"beam":[9,11,13]}']
 *
 * `--limit` counts utterances of each set. Stops trying when the seconds are over. With --write the best values go into
 * model.json. With --grid the combinations named are measured instead, and nothing is written.
 */
import { parseArgs } from 'node:util';
import { type Decoded, decodeAll } from '../bench/calibration.js';
import { readSpeechSet, spread } from '../bench/speech-set.js';
import { plainWords, WordErrors } from '../bench/word-errors.js';
import { Recogniser } from '../src/stt/recogniser.js';
import type { SearchOptions } from '../src/stt/search/search-options.js';
import { writeTuned } from './model-json.js';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    model: { type: 'string', default: 'models/default' },
    split: { type: 'string' },
    limit: { type: 'string', default: '40' },
    seconds: { type: 'string', default: '330' },
    grid: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const deadline = performance.now() + Number(options.seconds) * 1000;
const chosen = positionals.flatMap(readSpeechSet).filter(({ split }) => (options.split ?? split) === split);
const utterances = spread(chosen, Number(options.limit));
if (utterances.length === 0) {
  console.error('Name a folder or a manifest of recordings; how to call this is at the head of the file.');
  process.exit(2);
}
const recogniser = await Recogniser.load({ directory: options.model });
const all = await decodeAll(recogniser, utterances);
const units = recogniser.acoustic.units.length;

function measure(change: Partial<SearchOptions>, decoded: readonly Decoded[]): number {
  const changed = recogniser.withSearch(change);
  const errors = new WordErrors();
  const bySet = new Map<string, WordErrors>();
  const started = process.cpuUsage();
  let frames = 0;
  for (const { utterance, logProbs } of decoded) {
    const [best] = changed.searchAlone(logProbs);
    const inSet = bySet.get(utterance.set) ?? new WordErrors();
    bySet.set(utterance.set, inSet);
    for (const count of [errors, inSet]) count.add(plainWords(utterance.transcript), plainWords(best.text));
    frames += logProbs.length / units;
  }
  const { user, system } = process.cpuUsage(started);
  const percent = ({ rate }: WordErrors) => Number((rate * 100).toFixed(2));
  const row = {
    ...change,
    'ms/s': Number(((user + system) / 1000 / (frames * 0.04)).toFixed(1)),
    'ins/del/sub': `${errors.insertions}/${errors.deletions}/${errors.substitutions}`,
    ...Object.fromEntries([...bySet].map(([set, one]) => [set.slice(0, 16), percent(one)])),
    all: percent(errors),
  };
  console.log(JSON.stringify(row));
  return errors.rate;
}

if (options.grid !== undefined) {
  let combinations: Record<string, number>[] = [{}];
  for (const [name, values] of Object.entries(JSON.parse(options.grid) as Record<string, number[]>))
    combinations = combinations.flatMap((one) => values.map((value) => ({ ...one, [name]: value })));
  for (const combination of combinations) measure(combination, all);
} else {
  const { lmWeight, blankBonus, wordBonus } = recogniser.resources.search;
  const best: Record<string, number> = { lmWeight, blankBonus, wordBonus };
  /** Tries neighbours of the best value of each parameter in turn, as far as time allows. */
  const improve = (
    decoded: readonly Decoded[],
    tries: [string, number[]][],
    narrow: Partial<SearchOptions>,
  ) => {
    let least = measure({ ...best, ...narrow }, decoded);
    for (const [name, values] of tries) {
      const centre = best[name];
      for (const value of values.map((offset) => Math.round((centre + offset) * 100) / 100)) {
        if (performance.now() > deadline) return;
        const rate = measure({ ...best, [name]: value, ...narrow }, decoded);
        if (rate >= least) continue;
        least = rate;
        best[name] = value;
      }
    }
  };
  const third = all.filter((_, index) => index % 3 === 0);
  const far: [string, number[]][] = [
    ['blankBonus', [-1.5, 1, 2]],
    ['lmWeight', [-0.25, 0.25, 0.5]],
    ['wordBonus', [-1, 1]],
  ];
  const near: [string, number[]][] = [
    ['lmWeight', [-0.1, 0.1]],
    ['blankBonus', [-0.5, 0.5]],
    ['wordBonus', [-0.5, 0.5]],
  ];
  improve(third, far, { beam: 9, maxActive: 300 });
  improve(all, near, {});
  console.log(`best: ${JSON.stringify(best)}`);
  if (options.write) writeTuned(options.model, 'search', best);
}
