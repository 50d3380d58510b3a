/**
 * Tries values of the search's parameters on recordings that were not trained on. The network runs once; its output is
 * kept in a file, so that the search alone is repeated.
 *
 *     node build/scripts/tune-search.js MANIFEST... --split dev --cache FILE --grid '{"lmWeight":[0.6,0.9],"wordBonus":[0,1]}'
 *         [--set NAME] [--limit N] [--every K] [--one-by-one]
 *
 * Prints word error rate per set and milliseconds of search per second of audio for every combination (or, one by one,
 * for every single change), best last.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readSpeechSet } from '../bench/speech-set.js';
import { plainWords, WordErrors } from '../bench/word-errors.js';
import { loadModel } from '../src/inference/session.js';
import { AcousticModel } from '../src/stt/acoustic-model.js';
import { Lexicon } from '../src/stt/lexicon/lexicon.js';
import { NgramModel } from '../src/stt/lm/ngram-model.js';
import { loadLanguageResources } from '../src/stt/recogniser.js';
import { RecogniserStream } from '../src/stt/recogniser-stream.js';
import { LexiconBeamSearch } from '../src/stt/search/lexicon-beam-search.js';
import { LookAheadCache } from '../src/stt/search/look-ahead.js';
import { buildSearchTree } from '../src/stt/search/search-graph.js';
import type { SearchOptions } from '../src/stt/search/search-options.js';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    model: { type: 'string', default: 'models/default' },
    split: { type: 'string' },
    set: { type: 'string' },
    limit: { type: 'string', default: 'Infinity' },
    every: { type: 'string', default: '1' },
    cache: { type: 'string' },
    grid: { type: 'string', default: '{}' },
    'one-by-one': { type: 'boolean', default: false },
  },
});

const utterances = positionals
  .flatMap(readSpeechSet)
  .filter(({ split, set }) => (options.split ?? split) === split && (options.set ?? set) === set)
  .filter((_, index) => index % Number(options.every) === 0)
  .slice(0, Number(options.limit));
const resources = loadLanguageResources(options.model);
const units = resources.lexicon.units.split(' ').length;
const posteriors = await readPosteriors();
const lexicon = new Lexicon(resources.lexicon);
const lm = new NgramModel(resources.lm);
const audioSeconds = posteriors.reduce((sum, item) => sum + item.length / units, 0) * 0.04;

async function readPosteriors(): Promise<Float32Array[]> {
  const path = join(options.model, resources.manifest.files.acoustic.name);
  const key = createHash('sha256')
    .update(resources.manifest.files.acoustic.sha256)
    .update(utterances.map(({ id }) => id).join());
  const cache = options.cache && `${options.cache}-${key.digest('hex').slice(0, 12)}.f32`;
  if (cache && existsSync(cache)) {
    const bytes = readFileSync(cache);
    const found: Float32Array[] = [];
    for (let at = 0; at < bytes.length; ) {
      const length = bytes.readUInt32LE(at);
      found.push(
        new Float32Array(
          bytes.buffer.slice(bytes.byteOffset + at + 4, bytes.byteOffset + at + 4 + length * 4),
        ),
      );
      at += 4 + length * 4;
    }
    return found;
  }
  const acoustic = new AcousticModel(await loadModel(path));
  const found: Float32Array[] = [];
  for (const utterance of utterances) {
    const rows: Float32Array[] = [];
    const search = { advance: () => {} } as unknown as LexiconBeamSearch;
    const stream = new RecogniserStream({
      acoustic,
      search,
      toHypotheses: () => [],
      toPartial: () => ({ text: '', words: [] }),
    });
    stream.acceptWaveform(await utterance.read());
    stream.inputFinished();
    while (stream.isReady)
      rows.push(...(await acoustic.run([{ state: stream.state, features: stream.takeChunk() }])));
    found.push(Float32Array.from(rows.flatMap((row) => [...row])));
    if (found.length % 50 === 0) console.error(`${found.length} of ${utterances.length}`);
  }
  if (cache) {
    const parts = found.flatMap((item) => [
      Buffer.from(Uint32Array.of(item.length).buffer),
      Buffer.from(item.buffer),
    ]);
    writeFileSync(cache, Buffer.concat(parts));
  }
  return found;
}

function combinations(grid: Record<string, number[]>): Partial<SearchOptions>[] {
  if (options['one-by-one']) {
    return [
      {},
      ...Object.entries(grid).flatMap(([name, values]) => values.map((value) => ({ [name]: value }))),
    ];
  }
  let all: Record<string, number>[] = [{}];
  for (const [name, values] of Object.entries(grid))
    all = all.flatMap((one) => values.map((value) => ({ ...one, [name]: value })));
  return all;
}

const rows = combinations(JSON.parse(options.grid)).map((change) => {
  const search: SearchOptions = { ...resources.search, ...change };
  const tree = buildSearchTree(
    lexicon,
    (word) => search.lmWeight * lm.unigramLogProb(word) + search.wordBonus,
  );
  const cache = new LookAheadCache(tree, resources.lookAheadIndex, lm, search.lmWeight, search.wordBonus);
  const decoder = new LexiconBeamSearch(tree, cache, lm, search, Lexicon.unknown);
  const bySet = new Map<string, WordErrors>();
  const all = new WordErrors();
  const started = process.cpuUsage();
  utterances.forEach(({ transcript, set }, index) => {
    decoder.reset();
    decoder.advance(posteriors[index], posteriors[index].length / units, units);
    const [best] = decoder.nBest(1);
    const found = best.words
      .filter(({ word }) => word !== Lexicon.unknown)
      .map(({ word }) => lexicon.word(word));
    const errors = bySet.get(set) ?? new WordErrors();
    bySet.set(set, errors);
    errors.add(plainWords(transcript), found);
    all.add(plainWords(transcript), found);
  });
  const { user, system } = process.cpuUsage(started);
  const percent = (errors: WordErrors) => Number((errors.rate * 100).toFixed(2));
  const row = {
    ...change,
    'ms/s': Number(((user + system) / 1000 / audioSeconds).toFixed(2)),
    ins: all.insertions,
    del: all.deletions,
    sub: all.substitutions,
    ...Object.fromEntries([...bySet].map(([set, errors]) => [set.slice(0, 16), percent(errors)])),
    all: percent(all),
  };
  console.error(JSON.stringify(row));
  return row;
});
console.table(rows.sort((a, b) => b.all - a.all));
