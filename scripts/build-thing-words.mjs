/**
 * Makes models/packs/product-search/lists/{joiners,followers,themed-things}.txt from shopping queries in which people
 * marked the thing that is looked for (QueryNER): words that are mostly a part of its name, and things that show what
 * they are named after (a costume) rather than who made them.
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
const themed = new Map();
const count = (words, word, isPart) => {
  if (word === undefined) return;
  const [within, beside] = words.get(word) ?? [0, 0];
  words.set(word, isPart ? [within + 1, beside] : [within, beside + 1]);
};
const placeIn = (words, part) =>
  words.findIndex((_, from) => part.every((word, offset) => words[from + offset] === word));
const rows = gunzipSync(readFileSync(file))
  .toString('utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
const written = new Set(rows.flatMap(({ text }) => plain(text)));
const singular = (word) => (written.has(word.replace(/s$/, '')) ? word.replace(/s$/, '') : word);
for (const { text, gold } of rows) {
  const words = plain(text);
  const endsBefore = (names, place) =>
    (names ?? []).map(plain).some((name) => placeIn(words, name) + name.length === place);
  for (const thing of (gold.product ?? []).map(plain)) {
    const at = placeIn(words, thing);
    if (at < 0) continue;
    for (const kind of ['theme', 'brand']) {
      if (at > 0 && endsBefore(gold.attributes?.[kind], at))
        count(themed, singular(thing.at(-1)), kind === 'theme');
    }
    for (const word of thing.slice(0, -1)) count(before, word, true);
    for (const word of thing.slice(1)) count(behind, word, true);
    count(before, words[at - 1], false);
    count(behind, words[at + thing.length], false);
  }
}

const lists = join(dirname(dirname(fileURLToPath(import.meta.url))), 'models/packs/product-search/lists');
const write = (name, words, about, leastTimes = 1) => {
  const kept = [...words]
    .filter(([, [within, beside]]) => within + beside >= leastSeen && within >= leastTimes * beside)
    .map(([word]) => word)
    .filter((word) => /^[a-z]{2,}$/.test(word) && !noPart.has(word))
    .sort();
  const head = `# ${about}, counted in the queries of QueryNER (MIT)`;
  writeFileSync(join(lists, name), `${[head, ...kept].join('\n')}\n`);
};
write('joiners.txt', before, 'Words that are mostly a part of the thing they stand before (charging cable)');
write('followers.txt', behind, 'Words that are mostly a part of the thing they stand behind (phone case)');
write(
  'themed-things.txt',
  themed,
  'Things that are of a theme (batgirl costume) at least three times as often as of a brand',
  3,
);
