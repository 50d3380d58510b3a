import t from 'tap';
import { areFarApart } from '../../src/nlu/entities/wished-amount.js';

import { resolveLocale } from '../../src/nlu/locales/index.js';
import { converse, understanderOf } from './say-to.js';

const { locale } = resolveLocale('en-US')!;

t.test('amounts of one measure that are far apart are of different things', async (t) => {
  t.ok(areFarApart('16 gigabyte', '512 gigabyte', locale));
  t.ok(areFarApart('16 gigabyte', '1 terabyte', locale));
  t.notOk(areFarApart('512 gigabyte', '1 terabyte', locale), 'one takes the place of the other');
  t.notOk(areFarApart('50 inch', '55 inch', locale));
  t.notOk(areFarApart('1 gram', '20 inch', locale), 'of different measures anyway');
  t.notOk(areFarApart('3 foot', '60 inch', locale), 'units that are no multiples here');
  t.notOk(areFarApart('red', '512 gigabyte', locale));
});

const pack = `
name: parts
locales: [en]
entities:
  size: { kind: quantity, into: attributes.size }
  bare: { kind: number, into: attributes.size }
  bound: { kind: pattern, into: attributes.size, patterns: [{ in: "{size}", out: "at most {size}" }] }
fields: { attributes: { kind: map } }
intents:
  find: { sentences: ["find {size} [and {size:other}]"], context: [{ clear: all }, add], replies: ["{attributes.size}."] }
  change: { sentences: ["make it ({size}|{bare})"], context: [replace], replies: ["{attributes.size}."] }
  most: { sentences: ["at most {bound}"], context: [add], replies: ["{attributes.size}."] }
  or: { sentences: ["or {bare}"], context: [add], replies: ["{attributes.size}."] }
`;

t.test('a measure takes the place of the one that it is near to', async (t) => {
  const understander = understanderOf(t, pack);
  const sizes = (...said: string[]) =>
    converse(understander, said).map(({ context }) => (context.attributes as { size: string[] }).size);
  const said: [string[], string[]][] = [
    [
      ['find 16 gigabytes and 512 gigabytes', 'make it 32 gigabytes'],
      ['512 gigabyte', '32 gigabyte'],
    ],
    [
      ['find 16 gigabytes and 512 gigabytes', 'make it 1 terabyte'],
      ['16 gigabyte', '1 terabyte'],
    ],
    [['find 64 gigabytes', 'make it 512 gigabytes'], ['512 gigabyte']],
    [['find 50 inches and 55 inches', 'make it 65 inches'], ['65 inch']],
    [
      ['find 27 inches and 144 hertz', 'make it 32'],
      ['144 hertz', '32 inch'],
    ],
    [
      ['find 27 inches and 144 hertz', 'make it 165'],
      ['27 inch', '165 hertz'],
    ],
    [
      ['find 27 inches and 144 hertz', 'make it 32', 'make it three'],
      ['144 hertz', '3 inch'],
    ],
    [
      ['find 512 gigabytes and 16 gigs of ram', 'make it 32'],
      ['512 gigabyte', '32 gigabyte ram'],
    ],
    [['find 16 gigs of ram', 'make it 32 gigs'], ['32 gigabyte ram']],
    [
      ['find 16 gigs of ram', 'make it 512 gigs'],
      ['16 gigabyte ram', '512 gigabyte'],
    ],
    [
      ['find 50 inches', 'or 55'],
      ['50 inch', '55 inch'],
    ],
    [['at most 50 feet', 'or 60'], ['at most 60 foot']],
  ];
  for (const [turns, size] of said) t.same(sizes(...turns).at(-1), size, turns.join('; '));
});
