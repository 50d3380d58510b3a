/**
 * Makes models/packs/product-search/lists/{joiners,followers}.txt from shopping queries in which people marked the
 * thing that is looked for (QueryNER): words that are mostly a part of its name.
 *
 *   node scripts/build-thing-words.mjs queryner_train.jsonl.gz
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const file = process.argv[2];
if (file === undefined) {
  process.stderr.write('Give the training queries: queryner_train.jsonl.gz\n');
  process.exit(1);
}
/** How often a word must have been seen there. */
const leastSeen = 4;
/** Words that say more of a thing, or join it to others, however often they are marked as a part of it. */
const noPart = new Set(
  'and or in on to you i of for with the up high hot hard heated front back portable hanging making'.split(
    ' ',
  ),
);
const plain = (text) =>
  text
    .toLowerCase()
    .replaceAll("'", '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .split(' ');

const before = new Map();
const behind = new Map();
const count = (words, word, isPart) => {
  if (word === undefined) return;
  const [within, beside] = words.get(word) ?? [0, 0];
  words.set(word, isPart ? [within + 1, beside] : [within, beside + 1]);
};
for (const line of gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n')) {
  const { text, gold } = JSON.parse(line);
  const words = plain(text);
  for (const thing of (gold.product ?? []).map(plain)) {
    const at = words.findIndex((_, from) => thing.every((word, offset) => words[from + offset] === word));
    if (at < 0) continue;
    for (const word of thing.slice(0, -1)) count(before, word, true);
    for (const word of thing.slice(1)) count(behind, word, true);
    count(before, words[at - 1], false);
    count(behind, words[at + thing.length], false);
  }
}

const lists = join(dirname(dirname(fileURLToPath(import.meta.url))), 'models/packs/product-search/lists');
const readWords = (name) => readFileSync(join(lists, name), 'utf8').split('\n');
const write = (name, words, example, known = new Set()) => {
  const kept = [...words]
    .filter(([, [within, beside]]) => within + beside >= leastSeen && within >= beside)
    .map(([word]) => word)
    .filter((word) => /^[a-z]{2,}$/.test(word) && !noPart.has(word) && !known.has(word))
    .sort();
  const head = `# Words that are mostly a part of the thing they stand ${example}, counted in the queries of QueryNER (MIT)`;
  writeFileSync(join(lists, name), `${[head, ...kept].join('\n')}\n`);
};
write('joiners.txt', before, 'before (charging cable)', new Set(readWords('nouns.txt')));
write('followers.txt', behind, 'behind (phone case)');
