import fc from 'fast-check';
import t from 'tap';
import { waysToSay } from '../../src/nlu/entities/said-figures.js';
import { readSpelled } from '../../src/nlu/entities/spelled.js';
import { loadPack } from '../../src/nlu/index.js';
import { resolveLocale } from '../../src/nlu/locales/index.js';
import { entityWords } from '../../src/nlu/pack/expected/entity-words.js';
import { tokenise } from '../../src/nlu/tokenise.js';
import { sayTo, understanderOf } from './say-to.js';

const us = resolveLocale('en-US')!;
const tokens = (text: string) => tokenise(text, us.locale);

t.test('what is spelled letter by letter is one code', async (t) => {
  const spelled = (text: string) => readSpelled(tokens(text), 0, us.locale)?.value;
  t.equal(spelled('a as in alpha b four double seven'), 'AB477');
  t.equal(spelled('bravo two'), 'B2');
  t.equal(spelled('x y z oh one'), 'XYZ01');
  t.equal(spelled('a'), undefined);
  t.equal(spelled('a b dash twenty three'), 'AB-23');
  t.equal(spelled('f as in frank o as in oscar'), 'FO');
  t.equal(spelled('double u x ray four'), 'WX4');
  t.equal(spelled('twelve b'), '12B');
  t.equal(spelled('plus four nine one seven two'), '+49172');
  t.equal(spelled('plus four'), undefined);
  t.equal(spelled('ab73'), 'AB73', 'typed');
  t.equal(spelled('5w30xl'), '5W30XL');
  t.equal(spelled('ab 73'), undefined, 'a word beside a number');
  t.equal(spelled('case7 b'), 'CASE7B');
  t.equal(spelled('b as in bravo x as in x ray one'), 'BX1', 'a keyword of two words');
  t.equal(spelled('x as in xylophone b'), 'XB', 'any word that begins so');
  for (const text of ['b as in d', 'b as in dog', 'b as in', 'double', 'a dash'])
    t.equal(spelled(text), undefined, text);
  t.equal(spelled(Array(40).fill('a').join(' ')), 'A'.repeat(32), 'no code is longer');
  t.equal(spelled('l o t dash four'), 'LOT-4', 'a letter among letters');
  t.equal(spelled('k one a o b one'), 'K1A0B1');
  t.equal(spelled('k l o four'), 'KL04');
  t.equal(spelled('b a two i mean'), 'BA2', 'no letter, but what puts it right');
  t.equal(spelled('s w one a two a a'), 'SW1A2AA');
});

t.test('the recogniser expects all that a code is spelled with', async (t) => {
  const folder = t.testdir({
    'pack.yaml':
      'name: parts\nlocales: [en]\nentities: { part: { kind: spelled } }\nintents: { find: { sentences: ["find part {part}"] } }\n',
  });
  const pack = loadPack(folder);
  const { runs = [] } = entityWords(pack.entities.get('part')!, pack);
  const expected = runs.flat().map(({ words }) => words.join(' '));
  for (const said of ['A', 'bravo', 'seven', 'x ray', 'W', 'double', 'triple', 'dash', 'slash', 'plus'])
    t.ok(expected.includes(said), said);
  for (const other of ['bee', 'double u', 'a', 'o']) t.notOk(expected.includes(other), other);
});

t.test('figures are spelled as people group them', async (t) => {
  const spelled = (text: string) => readSpelled(tokens(text), 0, us.locale)?.value;
  t.equal(spelled('oh seven seven double oh nine hundred one two three'), '07700900123');
  t.equal(spelled('one eight hundred five five five one two'), '180055512');
  t.equal(spelled('forty seven twelve'), '4712');
  t.equal(spelled('four thousand seven hundred and twelve'), '4712');
  t.equal(spelled('nine thousand'), '9000');
  t.equal(spelled('b one hundred twenty'), 'B120');
  t.equal(spelled('two hundred five six'), '20056');
  t.equal(spelled('two hundred and five six'), '2056', 'who says "and" goes on');
  t.equal(spelled('twelve hundred a'), '1200A');
  t.equal(spelled('one two seven k'), '127K');
  t.equal(spelled('nine hundred k'), '900K');
  t.equal(spelled('oh two oh seven'), '0207', 'no letter');
  t.equal(spelled('oh one d x y'), '01DXY', 'no letter before a digit');
  t.equal(spelled('oh oh seven b'), '007B');
  t.equal(spelled('k l a hundred and seven'), 'KL107');
  t.equal(spelled('a hundred and one d'), '101D');
  t.equal(spelled('a b a thousand'), 'AB1000');
  t.equal(spelled('a one hundred'), 'A100');
  t.equal(spelled('a b a a'), 'ABAA');
  t.equal(spelled('o b seven'), 'OB7', 'a letter among letters');
  t.equal(spelled('o as in oscar seven'), 'O7');
  t.equal(spelled('o7'), 'O7', 'typed');
});

t.test('behind how many there are a code may begin with the letter for a thousand', async (t) => {
  const store = `
name: store
locales: [en]
entities: { part: { kind: spelled, into: part }, count: { kind: number, from: 1, to: 99, into: count } }
fields: { part: { kind: value }, count: { kind: value } }
intents: { pick: { sentences: ["pick {count} [of] {part}"], context: [replace], replies: ["{part}."] } }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;
  const say = sayTo(understanderOf(t, store));
  t.same(say('pick fifty six k seven').context, { count: 56, part: 'K7' });
  t.same(say('pick a dozen of k seven three').context, { count: 12, part: 'K73' });
});

const garage = `
name: garage
locales: [en]
entities: { plate: { kind: spelled, into: plate } }
fields: { plate: { kind: value } }
intents:
  park: { sentences: ["[i have] [a] [car with] [the] plate [is] {plate}"], context: [replace], replies: ["{plate}."] }
  leave: { sentences: ["i want a car"], replies: ["Bye."] }
  both: { joins: { words: [and], intents: [park, leave] }, replies: ["{replies}"] }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;

t.test('what is spelled with the same letters in a row is not said twice', async (t) => {
  const say = sayTo(understanderOf(t, garage));
  t.equal(say('plate is a a').context.plate, 'AA');
  t.equal(say('plate is is b a a').context.plate, 'BAA');
  t.equal(say('i want a a car').intent, 'leave');
  t.equal(say('plate is a b four seven no four eight').context.plate, 'AB48');
  t.equal(say('plate is twelve b four no five').context.plate, '12B5');
  t.equal(say('plate is five five one two no one three').context.plate, '5513');
  t.equal(say('plate is two two no three').context.plate, '23');
  t.equal(say('plate is two two no three four five').context.plate, '345');
  const requests = [{ text: 'plate is seven seven' }, { text: 'i want a car' }];
  t.match(say('plate is seven seven and i want a car').entities, { requests });
  const characters = fc.array(fc.constantFrom(...'abx1', 'bravo'), { minLength: 2, maxLength: 8 });
  fc.assert(
    fc.property(characters, (all) => {
      const plate = all.map((one) => one[0].toUpperCase()).join('');
      return (
        say(`the plate is ${all.map((one) => (one === '1' ? 'one' : one)).join(' ')}`).context.plate === plate
      );
    }),
  );
});

t.test('figures are said as a number, in pairs, or one by one', async (t) => {
  const ways = (figure: string) => waysToSay(figure, us.locale.numbers).map((words) => words.join(' '));
  t.same(ways('007'), ['zero zero seven', 'oh oh seven']);
  t.same(ways('05'), ['zero five', 'oh five']);
  t.ok(ways('1900').includes('nineteen hundred'));
  t.notOk(ways('2000').includes('twenty hundred'));
  t.same(ways('12345'), [
    'twelve thousand three hundred forty five',
    'twelve thousand three hundred and forty five',
    'one two three four five',
  ]);
});
