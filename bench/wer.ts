/**
 * Word error rate of the recogniser over any folder or manifest (see speech-set.ts for what is understood).
 *
 *     node build/bench/wer.js FOLDER|MANIFEST... [--model models/default] [--split dev] [--set NAME] [--limit N]
 *         [--snr 20,10,5,0 --noise ../shared/data/noise] [--http] [--url http://... --token REFRESH_TOKEN]
 *         [--out bench/results] [--show]
 *
 * With --http the recordings also go through the HTTP path of a service (started for it, or the one at --url), and every
 * text that differs from the recogniser's is reported.
 *
 * Prints a table per set and noise level and the most frequent confusions; writes wer.json.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SingleBar } from 'cli-progress';
import { Recogniser } from '../src/stt/recogniser.js';
import type { SearchOptions } from '../src/stt/search/search-options.js';
import { NoiseMixer } from './noise-mixer.js';
import { writeReport } from './report.js';
import { readSpeechSet } from './speech-set.js';
import { openTarget } from './target.js';
import { upload } from './upload.js';
import { plainWords, WordErrors } from './word-errors.js';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    model: { type: 'string', default: 'models/default' },
    split: { type: 'string' },
    set: { type: 'string' },
    limit: { type: 'string', default: 'Infinity' },
    snr: { type: 'string', default: '' },
    noise: { type: 'string', default: join(process.env.EARSHOT_SHARED ?? '../shared', 'data/noise') },
    search: { type: 'string', default: '{}' },
    out: { type: 'string', default: 'bench/results' },
    show: { type: 'boolean', default: false },
    http: { type: 'boolean', default: false },
    url: { type: 'string' },
    token: { type: 'string' },
  },
});
if (positionals.length === 0) {
  console.error('Name a folder or a manifest of recordings; --help is at the head of bench/wer.ts.');
  process.exit(2);
}

const bySet = new Map<string, number>();
const utterances = positionals.flatMap(readSpeechSet).filter((utterance) => {
  if (options.split !== undefined && utterance.split !== options.split) return false;
  if (options.set !== undefined && utterance.set !== options.set) return false;
  const count = bySet.get(utterance.set) ?? 0;
  bySet.set(utterance.set, count + 1);
  return count < Number(options.limit);
});
const levels: (number | undefined)[] = [undefined, ...options.snr.split(',').filter(Boolean).map(Number)];
const mixer = options.snr === '' ? undefined : new NoiseMixer(options.noise);
const search = JSON.parse(options.search) as Partial<SearchOptions>;
const recogniser = await Recogniser.load({ directory: options.model, search });

const target =
  options.http || options.url !== undefined
    ? await openTarget({ ...options, flags: ['--model', options.model] })
    : undefined;
const differing: { id: string; recogniser: string; http: string }[] = [];

const results = new Map<string, WordErrors>();
const errorsOf = (key: string) => {
  const found = results.get(key) ?? new WordErrors();
  results.set(key, found);
  return found;
};
const bar = new SingleBar({ format: '{bar} {value}/{total} {eta_formatted}', clearOnComplete: true });
if (!options.show) bar.start(utterances.length * levels.length, 0);
const started = process.cpuUsage();
let seconds = 0;
for (const [index, utterance] of utterances.entries()) {
  const speech = await utterance.read();
  for (const level of levels) {
    const samples = level === undefined ? speech : mixer!.mix(speech, level, index);
    const [best] = await recogniser.recognise(samples);
    seconds += samples.length / recogniser.sampleRateHz;
    const name = level === undefined ? 'clean' : `${level} dB`;
    const said = plainWords(utterance.transcript);
    errorsOf(`${utterance.set}\t${name}`).add(said, plainWords(best.text));
    errorsOf(`all\t${name}`).add(said, plainWords(best.text));
    if (target !== undefined) {
      const { text } = await upload(target, samples, { realTime: false });
      if (text !== best.text) differing.push({ id: utterance.id, recogniser: best.text, http: text });
      errorsOf(`all over HTTP\t${name}`).add(said, plainWords(text));
    }
    if (options.show)
      console.log(
        `${utterance.id} [${name}]\n  said  ${said.join(' ')}\n  heard ${best.text} (${best.confidence})`,
      );
    bar.increment();
  }
}
bar.stop();
await target?.close();

const cpu = process.cpuUsage(started);
const table = [...results].map(([key, errors]) => {
  const [set, noise] = key.split('\t');
  return { set, noise, ...errors.toJSON() };
});
console.table(
  table.map(({ wer, wrongUtterances, ...row }) => ({
    ...row,
    'WER %': (wer * 100).toFixed(2),
    'wrong %': ((wrongUtterances / row.utterances) * 100).toFixed(1),
  })),
);
const confusions = results.get('all\tclean')!.worst(25);
console.log(confusions.map(([pair, count]) => `${count}x ${pair}`).join('   '));
const { name, version } = recogniser.manifest;
const rtf = Math.round(((cpu.user + cpu.system) / 1e6 / seconds) * 1e5) / 1e5;
console.log(`${name} ${version}; ${Math.round(seconds)} s of audio; CPU seconds per second ${rtf}`);
if (target !== undefined) {
  console.log(`${differing.length} of ${utterances.length * levels.length} texts differ over HTTP`);
  for (const { id, recogniser: alone, http } of differing) console.log(`  ${id}: "${alone}" / "${http}"`);
}
writeReport(
  'wer',
  { model: `${name} ${version}`, audioSeconds: Math.round(seconds), rtf, table, confusions, differing },
  options.out,
);
