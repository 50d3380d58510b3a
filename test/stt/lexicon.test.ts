import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import t from 'tap';
import { readCmuDictionary, readInFull } from '../../scripts/cmu-dictionary.js';
import { alignGraphones } from '../../scripts/graphone-alignment.js';
import { readRegionalPronunciations } from '../../scripts/regional-pronunciations.js';
import { EarshotError } from '../../src/errors.js';
import { withApostrophe } from '../../src/stt/lexicon/apostrophes.js';
import { GraphemeToPhone } from '../../src/stt/lexicon/grapheme-to-phone.js';
import { Lexicon } from '../../src/stt/lexicon/lexicon.js';
import { PhonePronouncer } from '../../src/stt/lexicon/phone-pronouncer.js';
import { spokenTokens } from '../../src/stt/lexicon/pronouncer.js';
import { spellNumber } from '../../src/stt/lexicon/spell-number.js';
import { openSectionFile, writeSectionFile } from '../../src/stt/section-file.js';

const units = ['<blank>', 'A', 'B', 'C', 'D'];
const entries = [
  { word: 'ab', pronunciations: [[1, 2]] },
  {
    word: "a'b",
    pronunciations: [
      [1, 2],
      [1, 2, 3],
    ],
  },
  { word: 'dad', pronunciations: [[4, 1, 4]] },
];

function codeOf(action: () => unknown): string | undefined {
  try {
    action();
  } catch (error) {
    return error instanceof EarshotError ? error.code : String(error);
  }
  return undefined;
}

t.test('a lexicon gives back what was packed', async (t) => {
  const lexicon = Lexicon.open(Lexicon.pack(entries, units));
  t.strictSame(lexicon.units, units);
  t.equal(lexicon.wordCount, 6);
  for (const { word, pronunciations } of entries) {
    const id = lexicon.idOf(word);
    t.equal(lexicon.word(id), word);
    t.strictSame(lexicon.pronunciations(id), pronunciations);
  }
  t.equal(lexicon.idOf('abb'), -1);
  t.equal(lexicon.idOf(''), -1);
  t.equal(lexicon.nodeCount, 1 + 2 + 2 + 1 + 1 - 0, 'prefixes are shared');
});

t.test('any words and pronunciations survive packing', async () => {
  const word = fc.stringMatching(/^[a-z']{1,12}$/);
  const phones = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(word, phones), { selector: ([text]) => text, maxLength: 40 }),
      (list) => {
        const lexicon = Lexicon.open(
          Lexicon.pack(
            list.map(([text, way]) => ({ word: text, pronunciations: [way] })),
            units,
          ),
        );
        return list.every(([text, way], index) => {
          const id = lexicon.idOf(text);
          return (
            id === index + 3 &&
            lexicon.word(id) === text &&
            String(lexicon.pronunciations(id)) === String(way)
          );
        });
      },
    ),
  );
});

t.test('a lexicon on shared memory is used as it is', async (t) => {
  const { arrays } = Lexicon.open(Lexicon.pack(entries, units));
  for (const [name, array] of Object.entries(arrays)) {
    if (typeof array !== 'string') t.ok(array.buffer instanceof SharedArrayBuffer, name);
  }
  t.equal(new Lexicon(structuredClone(arrays)).idOf('dad'), 5);
});

t.test('a corrupted file is named and never read', async (t) => {
  const good = Lexicon.pack(entries, units);
  fc.assert(
    fc.property(fc.nat(good.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const bad = good.slice();
      bad[at] ^= change;
      return codeOf(() => Lexicon.open(bad, 'x.bin')) === 'model_corrupt';
    }),
  );
  fc.assert(
    fc.property(
      fc.nat(good.length - 1),
      (length) => codeOf(() => Lexicon.open(good.slice(0, length))) === 'model_corrupt',
    ),
  );
  t.throws(() => Lexicon.open(new Uint8Array(100), 'x.bin'), { message: /x\.bin.*git checkout/s });
  t.throws(() => GraphemeToPhone.open(good), { code: 'model_corrupt' });
  const future = writeSectionFile('LEXI', 99, {});
  t.throws(() => Lexicon.open(future), { message: /version 99/ });
});

t.test('sections keep their contents and alignment', async () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.float32Array({ noNaN: true }), fc.uint16Array(), (a, b, c) => {
      const bytes = writeSectionFile('TEST', 1, { a, b, c });
      // At any position in a larger buffer.
      const shifted = new Uint8Array(bytes.length + 3);
      shifted.set(bytes, 3);
      const file = openSectionFile(shifted.subarray(3), 'TEST', 1, 'test');
      return (
        String(file.u8('a')) === String(a) &&
        String(file.f32('b')) === String(b) &&
        String(file.u16('c')) === String(c)
      );
    }),
  );
});

t.test('letters and phones are aligned', async (t) => {
  const words = [
    ['fox', 'F AA K S'],
    ['box', 'B AA K S'],
    ['ox', 'AA K S'],
    ['bob', 'B AA B'],
    ['fob', 'F AA B'],
    ['phob', 'F AA B'],
    ['phone', 'F OW N'],
    ['bone', 'B OW N'],
  ].map(([word, phones]) => ({ word, phones: phones.split(' ') }));
  const aligned = alignGraphones(words, 10);
  t.strictSame(aligned[0], [
    { letters: 'f', phones: ['F'] },
    { letters: 'o', phones: ['AA'] },
    { letters: 'x', phones: ['K', 'S'] },
  ]);
  for (const [index, path] of aligned.entries()) {
    t.equal(path?.map(({ letters }) => letters).join(''), words[index].word);
    t.strictSame(
      path?.flatMap(({ phones }) => phones),
      words[index].phones,
    );
  }
  t.equal(alignGraphones([{ word: 'a', phones: ['A', 'B', 'C'] }])[0], undefined);
});

t.test('the shipped grapheme-to-phone model', async (t) => {
  const g2p = GraphemeToPhone.open(readFileSync('models/default/g2p.bin'));
  const say = (word: string) => g2p.pronounce(word)[0].phones.join(' ');
  t.equal(say('phonetic'), 'F AH N EH T IH K');
  t.equal(say('blick'), 'B L IH K');
  t.equal(say('shoeshop'), 'SH UW SH AA P');
  const list = g2p.pronounce('krispalot', 5);
  t.ok(list.length > 1 && list.length <= 5);
  t.ok(list.every(({ probability }, index) => index === 0 || probability <= list[index - 1].probability));
  t.strictSame(g2p.pronounce('42!'), []);
  const { wordAccuracy, testedOn } = JSON.parse(readFileSync('models/default/g2p.json', 'utf8'));
  t.ok(testedOn > 12_000 && wordAccuracy > 0.68, `word accuracy ${wordAccuracy} on the held-out tenth`);
});

t.test('anything can be said', async (t) => {
  const g2p = GraphemeToPhone.open(readFileSync('models/default/g2p.bin'));
  const lexicon = Lexicon.open(readFileSync('models/default/lexicon.bin'));
  const pronouncer = new PhonePronouncer(lexicon, g2p);
  const say = (text: string) => pronouncer.pronounce(text).map((phones) => phones.join(' '));
  t.strictSame(say('latte')[0], 'L AA T EY');
  t.ok(say('HDMI').includes('EY CH D IY EH M AY'));
  t.ok(say('sfo').includes('EH S EH F OW'));
  t.match(say('iPhone 15'), [/^AY F OW N F IH F T IY N$/]);
  t.match(say('M&M'), ['EH M AE N D EH M']);
  t.match(say("Krispalot's"), [/S$/]);
  t.strictSame(say('barstools'), ['B AA R S T UW L Z'], 'a plural is said as its singular');
  t.strictSame(say('cutleries')[0], 'K AH T L ER IY Z');
  t.ok(say('café').includes('K AH F EY'));
  t.strictSame(say(' -- '), []);
  t.ok(say('valueOf constructor').length > 0, 'names that every object has are words like others');
  t.strictSame(spokenTokens('USB-C 3.5mm'), ['USB', 'C', 'three', 'point', 'five', 'mm']);
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 16 }), (text) =>
      pronouncer.pronounce(text).every((phones) => phones.every((phone) => lexicon.units.includes(phone))),
    ),
    { numRuns: 30 },
  );
});

t.test('numbers as words', async (t) => {
  const cases: [string, string][] = [
    ['0', 'zero'],
    ['15', 'fifteen'],
    ['40', 'forty'],
    ['99', 'ninety nine'],
    ['105', 'one hundred five'],
    ['1,250', 'one thousand two hundred fifty'],
    ['2000000', 'two million'],
    ['2.5', 'two point five'],
    ['007', 'zero zero seven'],
  ];
  for (const [digits, words] of cases) t.equal(spellNumber(digits), words);
});

t.test('words written without their apostrophe are found in the lexicon', async (t) => {
  const known = new Set(["i'd", "don't", "men's", "it's", "we'll", "tea's", 'teas', 'well', 'it']);
  const isKnown = (word: string) => known.has(word);
  const found = (word: string) => withApostrophe(word, isKnown);
  t.strictSame(['id', 'dont', 'mens', 'its', 'well', 'teas', 'x'].map(found), [
    ["i'd"],
    ["don't"],
    ["men's"],
    ["it's"],
    ["we'll"],
    [],
    [],
  ]);
});

t.test('words have the pronunciations of other regions too', async (t) => {
  const lexicon = Lexicon.open(readFileSync('models/default/lexicon.bin'));
  const regional = readRegionalPronunciations();
  t.ok(regional.size > 100);
  for (const [word, ways] of regional) {
    const known = lexicon
      .pronunciations(lexicon.idOf(word))
      .map((way) => way.map((unit) => lexicon.units[unit]).join(' '));
    for (const way of ways) t.ok(known.includes(way.join(' ')), `${word}: ${way.join(' ')}`);
  }
});

t.test('an abbreviation that is said as letters is not what it stands for: "television" is no "tv"', (t) => {
  const lexicon = Lexicon.open(readFileSync('models/default/lexicon.bin'));
  const dictionary = readCmuDictionary();
  for (const [word, inFull] of readInFull) {
    const ways = lexicon.pronunciations(lexicon.idOf(word));
    const known = ways.map((way) => way.map((unit) => lexicon.units[unit]).join(' '));
    t.ok(known.length > 0, word);
    t.notOk(known.includes(inFull), word);
    t.notOk(dictionary.get(word)?.some((way) => way.join(' ') === inFull));
  }
  t.end();
});
