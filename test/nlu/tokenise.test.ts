import fc from 'fast-check';
import t from 'tap';
import { english } from '../../src/nlu/locales/en.js';
import { tokenise } from '../../src/nlu/tokenise.js';
import { withoutHesitations } from '../../src/nlu/wording/without-hesitations.js';

const norms = (text: string) =>
  tokenise(text, english)
    .map(({ norm }) => norm)
    .join(' ');

t.test('hesitations fall away inside of a sentence, and stay around it', async (t) => {
  const said = (text: string) =>
    withoutHesitations(tokenise(text, english), english)
      .map(({ norm }) => norm)
      .join(' ');
  t.equal(said('under uh fifty um dollars'), 'under fifty dollars');
  t.equal(said('um shoes size uh ten and uh'), 'um shoes size ten and uh');
  t.equal(said('a ten mm drill'), 'a ten mm drill');
  t.equal(said('uh um'), 'uh um');
});

t.test('a minus before a word refuses it, where it is none within a word', async (t) => {
  t.equal(norms('running shoes -nike'), 'running shoes not nike');
  t.equal(norms('bag -leather -brown'), 'bag not leather not brown');
  t.equal(norms('a t-shirt and a t -shirt'), 'a t shirt and a t shirt');
  t.equal(norms('black - white stripes'), 'black white stripes');
  t.equal(norms('headphones $50 -$100'), 'headphones $ 50 - $ 100');
});

t.test('a sign before a figure that can be below zero is said', async (t) => {
  t.equal(norms('lenses -2.75 or +2.50'), 'lenses minus 2.75 or plus 2.50');
  t.equal(norms('-20°C, -5 degrees'), 'minus 20 degrees celsius minus 5 degrees');
  t.equal(norms('50+ cards and -5 shirts'), '50 and up cards and 5 shirts');
});

t.test('short forms without their apostrophe, where what follows shows them', async (t) => {
  t.equal(norms('its boiling, thats all'), 'it is boiling that is all');
  t.equal(norms('its lowest setting'), 'its lowest setting');
  t.equal(norms('id like what shes having'), 'i would like what she is having');
  t.equal(norms('an id card'), 'an id card');
  t.equal(norms('ill take it'), 'i will take it');
  t.equal(norms('he is ill'), 'he is ill');
  t.equal(norms('well have two and hell have tea'), 'we will have two and he will have tea');
  t.equal(norms('well done'), 'well done');
  t.equal(norms('the kitchen\u2019s too dark'), 'the kitchen is too dark');
  t.equal(norms('headphones 50-100'), 'headphones 50 to 100', 'round figures at the end are a span');
  t.equal(norms('jeans 32-34'), 'jeans 32 34');
  t.equal(norms("walnut's nice"), 'walnut is nice');
  t.equal(norms("men's good shoes"), 'mens good shoes', 'of whom something is is not so');
  t.equal(
    norms("it's got two doors and the lid's got rust"),
    'it has got two doors and the lid has got rust',
  );
  t.equal(norms("it's gone"), 'it is gone');
  t.same(
    tokenise("the lid's got to fit", english).map(({ text }) => text),
    ['the', 'lid', "'s", 'got', 'to', 'fit'],
  );
});

t.test('a word that is written as two is one, at the place of both', async (t) => {
  t.equal(norms('ten per cent, a cent per minute'), 'ten percent a cent per minute');
  t.match(tokenise('ten per cent off', english)[1], { text: 'per cent', start: 4, end: 12 });
});

t.test('a comma before hundredths, and a point between thousands, beside a currency', async (t) => {
  t.equal(norms('50,00 €'), '50.00 €');
  t.equal(norms('€49,99 or 1.299,00 €'), '€ 49.99 or 1299.00 €');
  t.equal(norms('1.299 € or €1.299'), '1299 € or € 1299');
  t.equal(norms('20,00 euro, $1,299.50'), '20.00 euro $ 1299.50');
  t.equal(norms('sizes 38,40 and 1.299 kg'), 'sizes 38 40 and 1.299 kg');
});

t.test('signs behind figures are words', async (t) => {
  t.equal(norms('80% at 19 °C, 21°'), '80 percent at 19 degrees celsius 21 degrees');
  t.equal(norms('70°f'), '70 degrees fahrenheit');
  t.equal(norms('Off @ 22:30, Thu -> 20'), 'off at 22:30 thursday to 20');
  t.equal(norms('me@home'), 'me home', 'no sign where it stands in a name');
  t.equal(norms('~$20'), 'around $ 20');
});

t.test('what a tire is called by is no fraction', async (t) => {
  t.equal(norms('205/55R16 3/8'), '205 55 r 16 3/8');
});

t.test('quotation marks fall away, the mark of inches stays', async (t) => {
  t.equal(norms('show me "red" shoes'), 'show me red shoes');
  t.equal(norms('"air max" of "nike"'), 'air max of nike');
  t.equal(norms('a 32" tv, or one of 40 "'), 'a 32 " tv or one of 40 "');
});

t.test('characters of other forms are read as those of common use', async (t) => {
  t.equal(norms('shoes under ５０ dollars, ＵＫ size ９'), 'shoes under 50 dollars uk size 9');
  t.equal(norms('ﬁfty ｓｈｏｅｓ'), 'fifty shoes');
  t.equal(norms('under ￡５０'), 'under £ 50');
  t.equal(norms('cafe\u0301'), 'caf\u00e9');
  t.equal(norms('19℃'), '19 degrees celsius');
  t.equal(norms('$５０–１００'), '$ 50 - 100');
  t.equal(norms('size ½'), 'size 1/2');
  t.equal(norms('1½ litres, 2¼kg, ¾" or ⅝ inch'), '1 1/2 litres 2 1/4 kg 3/4 " or 5/8 inch');
  t.equal(norms('1⁄2 inch'), '1/2 inch');
  t.equal(norms('10m² of nike™ turf…5 rolls'), '10 m of nike turf 5 rolls', 'no other words come of signs');
});

t.test('the offsets of a word point at it in the text as it was written', (t) => {
  const piece = fc.oneof(
    fc.constantFrom(
      'ﬁfty',
      '½',
      '1½',
      '５０',
      '$50',
      '50-100',
      "it's",
      '’s',
      'cafe\u0301',
      '℃',
      '19',
      ' ',
      '\u00a0',
      '…',
      '™',
      '\u{1d7d9}',
      'lid’s',
      '\ufdfa',
      ', ',
      'dollars',
      '-',
      '⅞',
      'wd40',
      'ª',
    ),
    fc.string({ unit: 'grapheme', maxLength: 4 }),
  );
  const common = (text: string) => text.normalize('NFKC').replaceAll('⁄', '/').replaceAll('’', "'");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('');
      let last = 0;
      for (const token of tokenise(text, english)) {
        const { start, end } = token;
        if (!(start >= last && end > start && end <= text.length)) throw new Error(`${start} to ${end}`);
        last = start;
        const written = common(text.slice(start, end));
        if (!written.includes(common(token.text))) throw new Error(`"${written}" is not "${token.text}"`);
      }
    }),
    { numRuns: 2000 },
  );
  t.end();
});

t.test('a dash between figures joins them where a unit follows', async (t) => {
  t.equal(norms('a 5-6 inch pot'), 'a 5 to 6 inch pot');
  t.equal(norms('15-20mmhg socks'), '15 to 20 mmhg socks');
  t.equal(norms('2-1/2 inch'), '2 1/2 inch', 'no span');
  t.equal(norms('wd-40 12 oz'), 'wd 40 12 oz', 'a name');
  t.equal(norms('30-06 inch'), '30 06 inch', 'no span goes down');
});
