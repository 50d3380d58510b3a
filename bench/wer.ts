/**
 * Word error rate of the recogniser over any folder or manifest (see speech-set.ts for what is understood).
 *
 *     node build/bench/wer.js FOLDER|MANIFEST... [--model models/default] [--split test] [--set NAME] [--limit N]
 *         [--snr 20,10,5,0] [--room] [--noise ../shared/data/noise] [--tempo 1.15,1.3] [--gain=-40]
 *         [--without-lm] [--search JSON] [--pack NAME] [--http] [--url http://... --token REFRESH_TOKEN]
 *         [--out bench/results] [--show]
 *
 * `--room` hears each recording also in a measured room, or behind a device, that no training has heard, and `--tempo`
 * plays it also so many times as fast, at the same pitch (by ffmpeg). `--gain` turns all of it up or down by so many dB,
 * as a microphone of 16 bits would. `--limit` counts utterances of each set, spread over its speakers. `--pack` gives the
 * recogniser what a service with that pack knows. With `--http` the recordings also go through the HTTP path of a service
 * (started for it with the same pack, or the one at --url), and every text that differs from the recogniser's is
 * reported.
 *
 * Prints a table per set and per group of speakers, clean and in background noise that no training has heard, and the
 * most frequent confusions; writes wer.json and the picture wer.svg.
 */

import { SingleBar } from 'cli-progress';
import { packContext } from '../src/engine/pack-context.js';
import { loadPack } from '../src/nlu/index.js';
import { Recogniser } from '../src/stt/recogniser.js';
import { defaultSearchOptions } from '../src/stt/search/search-options.js';
import { SileroVad } from '../src/vad/silero.js';
import { detectorOf } from './calibration.js';
import { commandLine, jsonObject, numberList } from './command-line.js';
import { playedFaster } from './ffmpeg.js';
import { NoiseMixer } from './noise-mixer.js';
import { fromPcm16, toPcm16 } from './pcm16.js';
import { writeReport } from './report.js';
import { RoomMixer } from './room-mixer.js';
import { sharedData } from './shared-data.js';
import { chooseUtterances } from './speech-set.js';
import { rounded } from './statistics.js';
import { openTarget } from './target.js';
import { upload } from './upload.js';
import { plainWords, WordErrors } from './word-errors.js';

const { values: options, positionals } = commandLine(import.meta.url, {
  allowPositionals: true,
  options: {
    model: { type: 'string', default: 'models/default' },
    split: { type: 'string' },
    set: { type: 'string' },
    limit: { type: 'string', default: 'Infinity' },
    snr: { type: 'string', default: '' },
    room: { type: 'boolean', default: false },
    noise: { type: 'string', default: sharedData('noise') },
    tempo: { type: 'string', default: '' },
    gain: { type: 'string', default: '0' },
    search: { type: 'string', default: '{}' },
    'without-lm': { type: 'boolean', default: false },
    pack: { type: 'string' },
    out: { type: 'string', default: 'bench/results' },
    show: { type: 'boolean', default: false },
    http: { type: 'boolean', default: false },
    url: { type: 'string' },
    token: { type: 'string' },
  },
});
const isOverHttp = options.http || options.url !== undefined;
const packName = options.pack ?? (isOverHttp ? 'product-search' : undefined);

const utterances = chooseUtterances(positionals, {
  split: options.split,
  set: options.set,
  limitPerSet: Number(options.limit),
});
const levels = numberList('--snr', options.snr);
const mixer = options.snr === '' ? undefined : new NoiseMixer(options.noise);
const room = options.room ? new RoomMixer(options.noise) : undefined;
/** What recordings go through, and its name. */
const conditions: { name: string; changed(speech: Float32Array, index: number): Float32Array }[] = [
  { name: 'clean', changed: (speech) => speech },
  ...levels.map((level) => ({
    name: `${level} dB`,
    changed: (speech: Float32Array, index: number) => mixer!.mix(speech, level, index),
  })),
  ...(room
    ? [{ name: 'room', changed: (speech: Float32Array, index: number) => room.mix(speech, index) }]
    : []),
  ...numberList('--tempo', options.tempo, 0.5).map((tempo) => ({
    name: `${tempo} times as fast`,
    changed: (speech: Float32Array) => playedFaster(speech, tempo),
  })),
];
const gainDb = Number(options.gain);
/** The samples as a microphone turned up or down by `--gain` would give them. */
const turned = (samples: Float32Array) =>
  gainDb === 0 ? samples : fromPcm16(toPcm16(samples.map((sample) => sample * 10 ** (gainDb / 20))));
const search = jsonObject<number>('--search', options.search, Object.keys(defaultSearchOptions));
const recogniser = await Recogniser.load({ directory: options.model, search });
const vad = await SileroVad.load();
// Without a language model every word of the lexicon is as likely as any other.
const { lmWeight, wordBonus } = recogniser.resources.search;
const uniform = wordBonus - lmWeight * Math.log(recogniser.wordCount);
const withoutLm = options['without-lm']
  ? recogniser.withSearch({ lmWeight: 0, wordBonus: uniform })
  : undefined;
const context =
  packName === undefined ? {} : { context: recogniser.compile(packContext(loadPack(packName))) };
const target = isOverHttp
  ? await openTarget({ ...options, flags: ['--model', options.model, '--pack', packName!] })
  : undefined;
const differing: { id: string; recogniser: string; http: string }[] = [];

const results = new Map<string, WordErrors>();
/** Counts what was heard in the rows that it belongs to, such as `set all`. */
const count = (rows: readonly string[], said: string[], heard: string) => {
  for (const row of new Set(rows)) {
    const errors = results.get(row) ?? new WordErrors();
    results.set(row, errors);
    errors.add(said, plainWords(heard));
  }
};
const rowOf = (of: 'set' | 'group', name: string, condition: string) => `${of}\t${name}\t${condition}`;
const bar = new SingleBar({ format: '{bar} {value}/{total} {eta_formatted}', clearOnComplete: true });
if (!options.show) bar.start(utterances.length * conditions.length, 0);
const started = process.cpuUsage();
let seconds = 0;
for (const [index, { id, set, group, transcript, read }] of utterances.entries()) {
  const speech = await read();
  const said = plainWords(transcript);
  for (const { name: condition, changed } of conditions) {
    const samples = turned(changed(speech, index));
    seconds += samples.length / recogniser.sampleRateHz;
    const encoded = await recogniser.encode(samples);
    const detector = await detectorOf(vad, samples);
    const [best] = await recogniser.searchAlone(encoded, { ...context, detector });
    const ofSets = (of: string) => [rowOf('set', set, of), rowOf('set', 'all', of)];
    count([...ofSets(condition), rowOf('group', group, condition)], said, best.text);
    if (withoutLm && condition === 'clean')
      count(ofSets('clean, no LM'), said, (await withoutLm.searchAlone(encoded, { detector }))[0].text);
    if (target !== undefined) {
      const { text } = await upload(target, samples, { realTime: false });
      if (text !== best.text) differing.push({ id, recogniser: best.text, http: text });
      count([rowOf('set', 'all over HTTP', condition)], said, text);
    }
    if (options.show) {
      console.log(`${id} [${condition}]\n  said  ${said.join(' ')}`);
      console.log(`  heard ${best.text} (${best.confidence})`);
    }
    bar.increment();
  }
}
bar.stop();
await target?.close();

const cpu = process.cpuUsage(started);
const table = [...results]
  .map(([key, errors]) => {
    const [of, name, condition] = key.split('\t');
    return { of, name, condition, ...errors.toJSON() };
  })
  .sort((a, b) => b.of.localeCompare(a.of) || a.name.localeCompare(b.name));
console.table(
  table.map(({ wer, wrongUtterances, ...row }) => ({
    ...row,
    'WER %': (wer * 100).toFixed(2),
    'wrong %': ((wrongUtterances / row.utterances) * 100).toFixed(1),
  })),
);
const confusions = results.get(rowOf('set', 'all', 'clean'))!.worst(25);
console.log(confusions.map(([pair, times]) => `${times}x ${pair}`).join('   '));
const { name, version } = recogniser.manifest;
const rtf = rounded((cpu.user + cpu.system) / 1e6 / seconds, 5);
console.log(`${name} ${version}; ${Math.round(seconds)} s of audio; CPU seconds per second ${rtf}`);
const decisions = utterances.length * conditions.length;
if (target !== undefined) {
  console.log(`${differing.length} of ${decisions} texts differ over HTTP`);
  for (const { id, recogniser: alone, http } of differing) console.log(`  ${id}: "${alone}" / "${http}"`);
}
const figures = {
  model: `${name} ${version}`,
  pack: packName,
  gainDb,
  audioSeconds: Math.round(seconds),
  rtf,
};
writeReport('wer', { ...figures, table, confusions, decisions, differing }, options.out);
