/**
 * How well and how fast a pack understands: spans on real shopping queries, spoken amounts, search
 * texts, templated attribute queries, and the time each takes.
 *
 *     node build/bench/understanding.js [--pack product-search] [--split dev|train] [--errors N] [--queries N]
 *         [--out bench/results]
 *
 * Reads `$EARSHOT_SHARED/data/nlu` (default `../shared`).
 */
import { existsSync } from 'node:fs';
import { collectGarbage } from '../src/memory/collect-garbage.js';
import { createUnderstander, loadPack, type UnderstandResult } from '../src/nlu/index.js';
import { stateCount } from '../src/nlu/template/word-arcs.js';
import { CannotRun } from './cannot-run.js';
import { commandLine } from './command-line.js';
import { readQuerySet } from './query-set.js';
import { writeReport } from './report.js';
import { sharedData } from './shared-data.js';
import { SpanCounts } from './span-counts.js';
import { rounded, spread } from './statistics.js';
import { plain, TemplatedCounts } from './templated-queries.js';

const { values: options } = commandLine(
  import.meta.url,
  {
    options: {
      split: { type: 'string', default: 'dev' },
      out: { type: 'string', default: 'bench/results' },
      errors: { type: 'string', default: '0' },
      queries: { type: 'string', default: '100000' },
      pack: { type: 'string', default: 'product-search' },
    },
  },
  { errors: { kind: 'from-0' } },
);
if (!['dev', 'train'].includes(options.split))
  throw new CannotRun(`--split takes dev or train; got ${options.split}.`);
const folder = sharedData('nlu');
if (!existsSync(folder))
  throw new CannotRun(`No test data at ${folder}; set EARSHOT_SHARED to the folder that holds data/nlu.`);

await collectGarbage();
const heapBefore = process.memoryUsage().heapUsed;
const loadStart = performance.now();
const pack = loadPack(options.pack);
const loadMs = performance.now() - loadStart;
await collectGarbage();
const packBytes = process.memoryUsage().heapUsed - heapBefore;
const understander = createUnderstander(pack);
const understand = (text: string): UnderstandResult =>
  understander.understand({ locale: 'en-US', readings: [{ text, confidence: 1 }] });

/**
 * Typed spans with the words as they were said, from the parse itself. What the data has no label for (prices, orders) is
 * left out; what is not wanted, "without bleach", it calls a condition.
 */
function spansOf(text: string): { type: string; text: string }[] {
  const { parse, sentence } = understander.explain({ locale: 'en-US', readings: [{ text, confidence: 1 }] });
  if (parse === undefined || sentence === undefined) return [];
  // from the text itself: letters and numbers that are one code to the pack were said apart
  const said = (start: number, end: number) =>
    plain(text.slice(sentence.tokens[start].start, sentence.tokens[end - 1].end));
  const spans = parse.captures
    .flatMap((capture): { entity: string; start: number; end: number }[] => capture.parts ?? [capture])
    .map(({ entity, start, end }) => ({ type: typeOf(entity), text: said(start, end) }));
  const refused = parse.captures
    .flatMap(({ excluded = [] }) => excluded)
    .filter(({ start }) => sentence.tokens[start - 1]?.norm === 'without')
    .map(({ start, end }) => ({ type: 'condition', text: said(start - 1, end) }));
  return [...spans.filter(({ type }) => labels.has(type)), ...refused];
}

/** The label that the data has for what an entity is kept in: one of its attributes, else words of the search. */
function typeOf(entity: string): string {
  if (entity === 'product') return entity;
  const into = [pack.definition.entities[entity]?.into ?? []].flat();
  const attribute = into.find((field) => field.startsWith('attributes.'))?.slice('attributes.'.length);
  if (attribute === 'pattern') return 'color';
  return attribute ?? (into.includes('keywords') ? 'keyword' : entity);
}
const labels = new Set(
  'product brand department productName theme size color shape material occasion condition quantity origin keyword'.split(
    ' ',
  ),
);

// 1. product, brand and attribute spans
const byType = new Map<string, SpanCounts>();
const spans = new SpanCounts();
const withKeywords = new SpanCounts();
const words = new SpanCounts();
const wire = new SpanCounts();
let wrong = 0;
for (const row of readQuerySet(folder, `queryner_${options.split}`)) {
  const gold: { type: string; text: string }[] = [];
  const typed = new Set<string>();
  for (const text of row.gold.product ?? []) gold.push({ type: 'product', text: plain(text) });
  for (const [type, texts] of Object.entries(row.gold.attributes ?? {})) {
    for (const text of texts) gold.push({ type, text: plain(text) });
  }
  for (const { text } of gold) typed.add(text);
  const keywords = [row.gold.keywords ?? []]
    .flat()
    .map(plain)
    .filter((text) => !typed.has(text));
  const found = spansOf(row.text);
  const key = (span: { type: string; text: string }) => `${span.type}:${span.text}`;
  const foundTyped = found.filter(({ type }) => type !== 'keyword');
  spans.add(foundTyped.map(key), gold.map(key));
  const all = [...gold, ...keywords.map((text) => ({ type: 'keyword', text }))];
  withKeywords.add(found.map(key), all.map(key));
  const tag = (list: typeof found) =>
    list.flatMap(({ type, text }) => text.split(' ').map((word) => `${type}:${word}`));
  words.add(tag(found), tag(all));
  for (const type of new Set([...found, ...all].map((span) => span.type))) {
    const counts = byType.get(type) ?? new SpanCounts();
    counts.add(
      found.filter((span) => span.type === type).map(key),
      all.filter((span) => span.type === type).map(key),
    );
    byType.set(type, counts);
  }
  const { context } = understand(row.text);
  const wireWords = (keywordList: string[], attributes: Record<string, string[]>) => [
    ...new Set(
      [...keywordList, ...Object.values(attributes).flat()].flatMap((text) => plain(text).split(' ')),
    ),
  ];
  wire.add(
    wireWords(context.keywords ?? [], context.attributes ?? {}),
    wireWords([row.gold.keywords ?? []].flat(), row.gold.attributes ?? {}),
  );
  const isWrong = foundTyped.map(key).sort().join('|') !== gold.map(key).sort().join('|');
  if (isWrong && wrong++ < Number(options.errors)) {
    process.stdout.write(
      `${row.text}\n   found  ${found.map(key).join(' | ')}\n   wanted ${all.map(key).join(' | ')}\n`,
    );
  }
}

// 2. amounts
const money = readQuerySet(folder, 'sgd_money');
const moneyWrong: string[] = [];
for (const row of money) {
  const amounts = (understand(row.text).entities.amounts ?? []) as { amount: string }[];
  if (!amounts.some(({ amount }) => Number(amount) === row.gold.amount)) {
    moneyWrong.push(
      `${row.text}: ${amounts.map(({ amount }) => amount).join(', ') || 'none'}, not ${row.gold.amount}`,
    );
  }
}

// 3. search texts
const stop = new Set('a an the of in with for and to is are that it i am on by my at'.split(' '));
const content = (text: string) =>
  plain(text)
    .split(' ')
    .filter((word) => !stop.has(word));
const search = new SpanCounts();
let searchSum = 0;
const shop = readQuerySet(folder, 'webshop_keywords');
for (const row of shop) {
  const found = content(understand(row.text).entities.queryString ?? '');
  let best: SpanCounts | undefined;
  for (const wanted of row.gold.queryStrings ?? []) {
    const counts = new SpanCounts();
    counts.add(found, content(wanted));
    if (best === undefined || counts.f1 > best.f1) best = counts;
  }
  if (best === undefined) continue;
  search.right += best.right;
  search.found += best.found;
  search.wanted += best.wanted;
  searchSum += best.f1;
}

// 4. attributes, price and order of templated queries
const templated = new TemplatedCounts();
for (const row of readQuerySet(folder, 'shopify_attr')) templated.add(row, understand(row.text));
for (const line of templated.missed.slice(0, Number(options.errors))) process.stdout.write(`${line}\n`);

// 5. time: the queries of the sets in turn, in one thread
const texts = ['queryner_dev', 'webshop_keywords', 'shopify_attr', 'sgd_money'].flatMap((name) =>
  readQuerySet(folder, name).map(({ text }) => text),
);
const count = Number(options.queries);
const times: number[] = [];
const start = performance.now();
for (let at = 0; at < count; at++) {
  const before = performance.now();
  understand(texts[at % texts.length]);
  times.push(performance.now() - before);
}
const seconds = (performance.now() - start) / 1000;
const latencyMs = spread(times, 4)!;

const share = (value: number) => rounded(value, 4);
const report = {
  split: options.split,
  spans: { f1: share(spans.f1), precision: share(spans.precision), recall: share(spans.recall) },
  spansWithKeywords: { f1: share(withKeywords.f1) },
  words: { f1: share(words.f1) },
  wireWords: { f1: share(wire.f1), precision: share(wire.precision), recall: share(wire.recall) },
  spansByType: Object.fromEntries(
    [...byType]
      .sort((a, b) => b[1].wanted - a[1].wanted)
      .map(([type, counts]) => [
        type,
        {
          f1: share(counts.f1),
          precision: share(counts.precision),
          recall: share(counts.recall),
          wanted: counts.wanted,
        },
      ]),
  ),
  amounts: { exact: share(1 - moneyWrong.length / money.length), queries: money.length },
  searchText: {
    wordF1: share(searchSum / shop.length),
    pooledF1: share(search.f1),
    precision: share(search.precision),
    recall: share(search.recall),
  },
  templated: Object.fromEntries(
    Object.entries(templated.counts).map(([name, counts]) => [
      name,
      { f1: share(counts.f1), recall: share(counts.recall), wanted: counts.wanted },
    ]),
  ),
  latencyMs: { p50: latencyMs.p50, p95: latencyMs.p95, p99: latencyMs.p99, max: latencyMs.max },
  throughput: { queries: count, seconds: share(seconds), perSecond: Math.round(count / seconds) },
  memory: {
    packMegabytes: share(packBytes / 1e6),
    residentMegabytes: share(process.memoryUsage().rss / 1e6),
  },
  load: {
    ms: share(loadMs),
    templates: pack.sentences.length,
    states: stateCount(pack.automaton.words),
    values: pack.exact.size,
  },
};
for (const line of moneyWrong) process.stdout.write(`amount: ${line}\n`);
const table: [string, string][] = [
  [
    `product, brand and attribute spans F1 (${options.split})`,
    `${report.spans.f1} (precision ${report.spans.precision}, recall ${report.spans.recall})`,
  ],
  ['... and keyword spans', `${report.spansWithKeywords.f1}`],
  ['... by word', `${report.words.f1}`],
  ['words in keywords and attributes F1', `${report.wireWords.f1}`],
  ...Object.entries(report.spansByType).map(([type, counts]): [string, string] => [
    `    ${type}`,
    `${counts.f1} (${counts.precision}, ${counts.recall}) of ${counts.wanted}`,
  ]),
  ['spoken amounts exact', `${(report.amounts.exact * 100).toFixed(1)} % of ${report.amounts.queries}`],
  [
    'search text, words F1',
    `${report.searchText.wordF1} (${report.searchText.precision}, ${report.searchText.recall})`,
  ],
  ...Object.entries(report.templated).map(([name, counts]): [string, string] => [
    `templated: ${name}`,
    `${counts.f1}, recall ${counts.recall} of ${counts.wanted}`,
  ]),
  [
    'latency p50 / p95 / p99 / max',
    `${report.latencyMs.p50} / ${report.latencyMs.p95} / ${report.latencyMs.p99} / ${report.latencyMs.max} ms`,
  ],
  ['throughput', `${report.throughput.perSecond} queries/s over ${count}`],
  ['load', `${report.load.ms} ms, ${report.load.states} states, ${report.load.values} values`],
  ['memory', `pack ${report.memory.packMegabytes} MB, resident ${report.memory.residentMegabytes} MB`],
];
const width = Math.max(...table.map(([label]) => label.length));
for (const [label, value] of table) process.stdout.write(`${label.padEnd(width)}  ${value}\n`);
writeReport('understanding', report, options.out);
