/**
 * Tunes the search to a model on recordings that were not trained on: the network runs once, then values are tried
 * first far apart on a third of the recordings with a narrow beam, then close by on all.
 *
 *     node build/scripts/tune-search.js FOLDER|MANIFEST... [--split dev] [--limit 40] [--seconds 330] [--write]
 *         [--model models/default] [--grid '{"beam":[9,11,13]}']
 *
 * `--limit` counts utterances of each set. Nothing is taken for noise. Stops trying when the seconds are over. With
 * --write the best values go into model.json. With --grid the combinations named are measured instead, and nothing is
 * written.
 */
import { type Decoded, decodeAll } from '../bench/calibration.js';
import { combinationsOf } from '../bench/combinations.js';
import { commandLine, jsonObject } from '../bench/command-line.js';
import { chooseUtterances } from '../bench/speech-set.js';
import { rounded } from '../bench/statistics.js';
import { plainWords, WordErrors } from '../bench/word-errors.js';
import { Recogniser } from '../src/stt/recogniser.js';
import { defaultSearchOptions, type SearchOptions } from '../src/stt/search/search-options.js';
import { writeTuned } from './model-json.js';

const { values: options, positionals } = commandLine(import.meta.url, {
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
const utterances = chooseUtterances(positionals, {
  split: options.split,
  limitPerSet: Number(options.limit),
});
const recogniser = await Recogniser.load({ directory: options.model });
const all = await decodeAll(recogniser, utterances);
const { outputDim, subsampling, frameShiftMs } = recogniser.acoustic;
const frameSeconds = (subsampling * frameShiftMs) / 1000;

async function measure(change: Partial<SearchOptions>, decoded: readonly Decoded[]): Promise<number> {
  const changed = recogniser.withSearch(change, { speechOffset: Number.POSITIVE_INFINITY });
  const errors = new WordErrors();
  const bySet = new Map<string, WordErrors>();
  const started = process.cpuUsage();
  let frames = 0;
  for (const { utterance, encoded } of decoded) {
    const [best] = await changed.searchAlone(encoded);
    const inSet = bySet.get(utterance.set) ?? new WordErrors();
    bySet.set(utterance.set, inSet);
    for (const count of [errors, inSet]) count.add(plainWords(utterance.transcript), plainWords(best.text));
    frames += encoded.length / outputDim;
  }
  const { user, system } = process.cpuUsage(started);
  const percent = ({ rate }: WordErrors) => rounded(rate * 100, 2);
  const row = {
    ...change,
    'ms/s': rounded((user + system) / 1000 / (frames * frameSeconds)),
    'ins/del/sub': `${errors.insertions}/${errors.deletions}/${errors.substitutions}`,
    ...Object.fromEntries([...bySet].map(([set, one]) => [set.slice(0, 16), percent(one)])),
    all: percent(errors),
  };
  console.log(JSON.stringify(row));
  return errors.rate;
}

if (options.grid !== undefined) {
  for (const combination of combinationsOf(
    jsonObject('--grid', options.grid, Object.keys(defaultSearchOptions)),
  ))
    await measure(combination, all);
} else {
  const { lmWeight, blankBonus, wordBonus } = recogniser.resources.search;
  const best: Record<string, number> = { lmWeight, blankBonus, wordBonus };
  type Step = Record<string, number>;
  /** Tries each group of steps away from the best so far, as far as time allows. */
  const improve = async (decoded: readonly Decoded[], groups: Step[][], narrow: Partial<SearchOptions>) => {
    let least = await measure({ ...best, ...narrow }, decoded);
    for (const steps of groups) {
      const centre = { ...best };
      for (const step of steps) {
        if (performance.now() > deadline) return;
        const tried = { ...centre };
        for (const [name, offset] of Object.entries(step))
          tried[name] = Math.round((centre[name] + offset) * 100) / 100;
        const rate = await measure({ ...tried, ...narrow }, decoded);
        if (rate >= least) continue;
        least = rate;
        Object.assign(best, tried);
      }
    }
  };
  const steps = (name: string, ...offsets: number[]): Step[] => offsets.map((offset) => ({ [name]: offset }));
  // More weight of the language model makes texts shorter, which the bonus per word makes up for: the two go together.
  const together = [-0.3, -0.15, 0.15, 0.3].flatMap((lm) =>
    [-1, 0, 1].map((word): Step => ({ lmWeight: lm, wordBonus: lm * 5 + word })),
  );
  const third = all.filter((_, index) => index % 3 === 0);
  await improve(third, [steps('blankBonus', -1.5, 1, 2), together, steps('wordBonus', -1, 1)], {
    beam: 9,
    maxActive: 300,
  });
  await improve(
    all,
    [steps('lmWeight', -0.08, 0.08), steps('blankBonus', -0.5, 0.5), steps('wordBonus', -0.5, 0.5)],
    {},
  );
  console.log(`best: ${JSON.stringify(best)}`);
  if (options.write) writeTuned(options.model, 'search', best);
}
