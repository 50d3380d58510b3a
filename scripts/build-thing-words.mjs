/**
 * Makes lists of models/packs/product-search from shopping queries in which people marked what is looked for (QueryNER):
 *
 * - thing-openings.txt and thing-opened.txt: how much speaks for a word to be the first of a thing's name rather than to
 *   stand before it, and for a word of the name to have another one of it before; thing-endings.txt and
 *   thing-ended.txt: the same behind a name;
 * - thing-heads.txt: words that a thing's name ends on, in most queries that have them;
 * - themed-things.txt: things that show what they are named after (a costume) rather than who made them.
 *
 *   node scripts/build-thing-words.mjs queryner_train.jsonl.gz [--half 0|1]
 *
 * With `--half` only every other query is counted, so that what the lists are worth can be seen on the others.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';

const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: { half: { type: 'string' } },
});
if (positionals.length !== 1) {
  process.stderr.write('Give the training queries: queryner_train.jsonl.gz\n');
  process.exit(1);
}
const lists = join(dirname(dirname(fileURLToPath(import.meta.url))), 'models/packs/product-search/lists');
const plain = (text) =>
  text
    .toLowerCase()
    .replaceAll("'", '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
const rows = gunzipSync(readFileSync(positionals[0]))
  .toString('utf8')
  .trim()
  .split('\n')
  .filter((_, at) => options.half === undefined || at % 2 === Number(options.half))
  .map((line) => JSON.parse(line))
  .map(({ text, gold }) => ({ words: plain(text).split(' '), gold }));
const written = new Set(rows.flatMap(({ words }) => words));
const singular = (word) => (written.has(word.replace(/s$/, '')) ? word.replace(/s$/, '') : word);
const placeIn = (words, part) =>
  words.findIndex((_, from) => part.every((word, offset) => words[from + offset] === word));

/** Adds to what was counted for and against. */
function count(counts, key, isFor) {
  const [yes, no] = counts.get(key) ?? [0, 0];
  counts.set(key, isFor ? [yes + 1, no] : [yes, no + 1]);
}

const openings = new Map();
const opened = new Map();
const endings = new Map();
const ended = new Map();
const heads = new Map();
const themed = new Map();
for (const { words, gold } of rows) {
  const endsBefore = (names, place) =>
    (names ?? [])
      .map((name) => plain(name).split(' '))
      .some((name) => placeIn(words, name) + name.length === place);
  const things = (gold.product ?? []).map((name) => plain(name).split(' '));
  for (const word of new Set(words))
    count(
      heads,
      singular(word),
      things.some((thing) => thing.at(-1) === word),
    );
  for (const thing of things) {
    const at = placeIn(words, thing);
    if (at < 0) continue;
    const end = at + thing.length;
    for (const kind of ['theme', 'brand']) {
      if (at > 0 && endsBefore(gold.attributes?.[kind], at))
        count(themed, singular(thing.at(-1)), kind === 'theme');
    }
    for (let place = Math.max(1, at); place < end; place++) {
      count(openings, words[place - 1], place > at);
      count(opened, words[place], place > at);
    }
    for (let place = at + 1; place <= Math.min(end, words.length - 1); place++) {
      count(endings, words[place], place < end);
      count(ended, words[place - 1], place < end);
    }
  }
}

function write(name, about, lines) {
  writeFileSync(
    join(lists, name),
    `# ${about}, counted in the queries of QueryNER (MIT)\n${lines.join('\n')}\n`,
  );
}

/** Logarithms of odds, in tenths; words of one weight in a line. */
function writeWeights(name, about, counts, leastSeen = 1) {
  const byWeight = new Map();
  for (const [word, [yes, no]] of counts) {
    if (yes + no < leastSeen || !/^[a-z]{2,}$/.test(word)) continue;
    const weight = Math.log((yes + 0.5) / (no + 0.5)).toFixed(1);
    if (Number(weight) !== 0) byWeight.set(weight, [...(byWeight.get(weight) ?? []), word]);
  }
  const byFall = [...byWeight].sort(([a], [b]) => b - a);
  write(
    name,
    about,
    byFall.map(([weight, words]) => [weight, ...words.sort()].join(' | ')),
  );
}
writeWeights('thing-openings.txt', 'How much speaks for a word to be part of the thing behind it', openings);
writeWeights(
  'thing-opened.txt',
  'How much speaks for a thing to have another word before this one',
  opened,
  2,
);
writeWeights('thing-endings.txt', 'How much speaks for a word to be part of the thing before it', endings);
writeWeights('thing-ended.txt', 'How much speaks for a thing to have another word behind this one', ended, 2);
write(
  'thing-heads.txt',
  "Words that a thing's name ends on in more than half of the queries that have them",
  [...heads]
    .filter(([word, [yes, no]]) => yes >= 2 && yes > no && /^[a-z]{3,}$/.test(word))
    .map(([word]) => word)
    .sort(),
);
write(
  'themed-things.txt',
  'Things that are of a theme (batgirl costume) at least three times as often as of a brand',
  [...themed]
    .filter(([, [yes, no]]) => yes + no >= 4 && yes >= 3 * no)
    .map(([word]) => word)
    .filter((word) => /^[a-z]{2,}$/.test(word))
    .sort(),
);
