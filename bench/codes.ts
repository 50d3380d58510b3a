/**
 * How well codes, numbers and days are heard that people spell out and count out, as they are and with a pack that
 * expects them (bench/codes-pack), clean and in background at 10 dB.
 *
 *     node build/bench/codes.js MANIFEST... [--set an4] [--split test] [--limit 200] [--noise ../shared/data/noise]
 *         [--model models/default] [--out bench/results]
 *
 * Prints WER, the share of sentences with every word right, and of those whose value is right: the code that they are put
 * together to, whether "oh" was heard or "zero". Writes codes.json.
 */
import { existsSync } from 'node:fs';
import { packContext } from '../src/engine/pack-context.js';
import { createUnderstander, loadPack } from '../src/nlu/index.js';
import { Recogniser } from '../src/stt/recogniser.js';
import { SileroVad } from '../src/vad/silero.js';
import { decodeAll } from './calibration.js';
import { CannotRun } from './cannot-run.js';
import { commandLine } from './command-line.js';
import { inNoise } from './in-noise.js';
import { meanings } from './meaning.js';
import { NoiseMixer } from './noise-mixer.js';
import { writeReport } from './report.js';
import { sharedData } from './shared-data.js';
import { chooseUtterances } from './speech-set.js';
import { rounded } from './statistics.js';
import { plainWords, WordErrors } from './word-errors.js';

const { values: options, positionals } = commandLine(import.meta.url, {
  allowPositionals: true,
  options: {
    set: { type: 'string', default: 'an4' },
    split: { type: 'string' },
    limit: { type: 'string', default: '200' },
    noise: { type: 'string', default: sharedData('noise') },
    model: { type: 'string', default: 'models/default' },
    out: { type: 'string', default: 'bench/results' },
  },
});
const chosen = chooseUtterances(positionals, { split: options.split, limitPerSet: Number(options.limit) });
const clean = chosen.filter(({ set }) => set === options.set);
if (clean.length === 0) throw new CannotRun(`The manifests have no recordings of the set ${options.set}.`);
const mixer = existsSync(options.noise) ? new NoiseMixer(options.noise, 'test') : undefined;

const recogniser = await Recogniser.load({ directory: options.model });
const vad = await SileroVad.load();
const pack = loadPack('bench/codes-pack');
const understander = createUnderstander(pack);
const contexts = { plain: undefined, 'with the pack': recogniser.compile(packContext(pack)) };

const table: object[] = [];
for (const [part, utterances] of Object.entries({ clean, '10 dB': inNoise(clean, mixer) })) {
  const decoded = await decodeAll(recogniser, utterances, vad);
  for (const [condition, context] of Object.entries(contexts)) {
    const errors = new WordErrors();
    let right = 0;
    for (const { utterance, encoded, detector } of decoded) {
      const heard = await recogniser.searchAlone(encoded, { context, detector });
      errors.add(plainWords(utterance.transcript), plainWords(heard[0].text));
      if (meanings(understander, utterance.transcript, heard).isRight) right++;
    }
    const share = (count: number, of: number) => (of === 0 ? undefined : rounded((count / of) * 100));
    table.push({
      part,
      condition,
      utterances: decoded.length,
      'WER %': share(errors.errors, errors.words),
      'sentences right %': share(errors.utterances - errors.wrongUtterances, errors.utterances),
      'values right %': share(right, decoded.length),
    });
  }
}
console.table(table);
const { name, version } = recogniser.manifest;
writeReport('codes', { model: `${name} ${version}`, set: options.set, table }, options.out);
