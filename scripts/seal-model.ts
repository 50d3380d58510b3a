/**
 * Writes model.json for the files that lie in a model folder: sizes, SHA-256 and what the search was tuned to.
 *
 *     node build/scripts/seal-model.js [--out models/default] [--version 0.1.0]
 *
 * Search parameters and the confidence map of an existing model.json are kept.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine } from '../bench/command-line.js';
import { describeFile } from '../src/stt/describe-file.js';

const { values: options } = commandLine(import.meta.url, {
  options: {
    out: { type: 'string', default: 'models/default' },
    version: { type: 'string' },
  },
});
const path = join(options.out, 'model.json');
const before = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
const names = {
  acoustic: 'acoustic.onnx',
  units: 'units.txt',
  lexicon: 'lexicon.bin',
  lm: 'lm.bin',
  g2p: 'g2p.bin',
  neuralLm: 'neural-lm.onnx',
};
const files = Object.fromEntries(
  Object.entries(names)
    // A model does without a neural language model, too.
    .filter(([role, name]) => role !== 'neuralLm' || existsSync(join(options.out, name)))
    .map(([role, name]) => [role, describeFile(options.out, name)]),
);
const manifest = {
  name: before.name ?? 'earshot-en',
  version: options.version ?? before.version ?? '0.1.0',
  family: 'ctc-lexicon',
  locales: before.locales ?? ['en'],
  sampleRateHz: 16000,
  files,
  search: before.search ?? {},
  ...(before.confidence ? { confidence: before.confidence } : {}),
};
writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
console.log(manifest);
