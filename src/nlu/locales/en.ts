import { completeLocale } from './complete-locale.js';
import { englishAmounts } from './en-amounts.js';
import { article } from './en-article.js';
import { englishContractions, englishUnmarked } from './en-contractions.js';
import { englishHomophones, englishMisheard } from './en-homophones.js';
import { adjectives, bases, plural, positives, singular } from './en-inflection.js';
import { englishSoundKey } from './en-sound-key.js';
import { americanSpellings, britishSpellings } from './en-spellings.js';
import { englishTime } from './en-time.js';
import { englishWords } from './en-words.js';
import type { Locale } from './locale.js';

const alphabet =
  'alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar papa quebec romeo sierra tango uniform victor whiskey xray yankee zulu'.split(
    ' ',
  );
const letterNames: Record<string, string> = {
  ay: 'a',
  bee: 'b',
  cee: 'c',
  see: 'c',
  sea: 'c',
  dee: 'd',
  ee: 'e',
  ef: 'f',
  eff: 'f',
  gee: 'g',
  aitch: 'h',
  jay: 'j',
  kay: 'k',
  el: 'l',
  en: 'n',
  oh: 'o',
  pee: 'p',
  cue: 'q',
  queue: 'q',
  ar: 'r',
  are: 'r',
  ess: 's',
  tee: 't',
  tea: 't',
  you: 'u',
  vee: 'v',
  ex: 'x',
  why: 'y',
  zee: 'z',
  zed: 'z',
};

/** Places that need no preposition, and those that one is on. */
const adverbs = ['outside', 'inside', 'upstairs', 'downstairs', 'everywhere'];
const grounds = [
  'porch',
  'terrace',
  'balcony',
  'patio',
  'stairs',
  'landing',
  'driveway',
  'roof',
  'first floor',
  'ground floor',
];
/** Where there are no dollars, they are those of the US. */
const usUnits = { dollar: 'USD', dollars: 'USD' };
const gbUnits = { ...usUnits, pound: 'GBP', pounds: 'GBP', quid: 'GBP' };

const wholeUnits = new Intl.NumberFormat('en');
const withCents = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** English. Regions differ in currency and spelling only. */
export const english: Locale = completeLocale({
  language: 'en',
  ...englishWords,
  contractions: englishContractions,
  respelled: britishSpellings,
  shortenedVerbs: [
    {
      ending: "'s",
      verb: 'is',
      // but not before what a name goes on with: "levi's black jeans"
      before:
        'the my our her his their too so very really quite pretty rather getting still not already always better nicer turning starting started stopped leaking having going fine okay alright enough left done gone allergic packed broken knackered got gotta coeliac celiac diabetic vegan vegetarian open shut closed locked unlocked freezing asleep awake like'.split(
          ' ',
        ),
      last: [
        'on',
        'off',
        'dry',
        'humid',
        'damp',
        'stale',
        'cold',
        'hot',
        'warm',
        'dark',
        'bright',
        'dim',
        'loud',
        'noisy',
        'ugly',
      ],
      end: ['good', 'nice', 'lovely', 'great'],
      open: ['too', 'so', 'very', 'really', 'quite', 'pretty', 'rather'],
    },
    { ending: "'ll", verb: 'will' },
  ],
  perfect: { short: 'is', meant: 'has', before: ['got', 'gotta', 'been', 'had'] },
  unmarked: englishUnmarked,
  writtenApart: { per: { next: 'cent', meant: 'percent' } },
  atOnce: [
    ['now'],
    ['right', 'now'],
    ['right', 'away'],
    ['straight', 'away'],
    ['immediately'],
    ['at', 'once'],
  ],
  homophones: englishHomophones,
  misheard: englishMisheard,
  ...englishAmounts,
  time: englishTime,
  spelling: {
    letters: {
      ...Object.fromEntries(Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => [letter, letter])),
      ...Object.fromEntries(alphabet.map((word) => [word, word[0]])),
      ...letterNames,
    },
    soundAlike: [...Object.keys(letterNames), 'double u', 'double you'],
    phrases: [
      { words: ['x', 'ray'], character: 'x' },
      { words: ['double', 'u'], character: 'w' },
      { words: ['double', 'you'], character: 'w' },
    ],
    marks: { dash: '-', hyphen: '-', slash: '/', dot: '.' },
    openings: { plus: '+' },
    asIn: ['as in', 'like in', 'for', 'like'],
    repeats: { double: 2, triple: 3 },
    places: {
      of: [
        { words: ['digit', 'digits', 'figure', 'figures', 'number', 'numbers'], kind: /\d/u },
        { words: ['letter', 'letters'], kind: /\p{L}/u },
        { words: ['character', 'characters'], kind: /[\p{L}\d]/u },
      ],
      is: [['is'], ['are'], ['was'], ['were'], ['should', 'be']],
    },
  },
  examples: {
    number: 'three',
    money: 'fifty dollars',
    price: 'under fifty dollars',
    range: 'between ten and twenty',
    ordinal: 'second',
    quantity: 'ten inch',
    time: 'half past seven',
    duration: 'ten minutes',
    date: 'tomorrow',
    text: 'something else',
    name: 'robin',
    spelled: 'a b one two',
    code: 's9',
  },
  regions: {
    US: { currency: 'USD', currencySymbol: '$', monthFirst: true },
    GB: {
      currency: 'GBP',
      currencySymbol: '£',
      spelling: americanSpellings,
      moneyUnits: gbUnits,
      minorUnits: ['p'],
    },
    IE: { currency: 'EUR', currencySymbol: '€', spelling: americanSpellings, moneyUnits: usUnits },
    AU: { currency: 'AUD', currencySymbol: '$', spelling: americanSpellings },
    NZ: { currency: 'NZD', currencySymbol: '$', spelling: americanSpellings },
    CA: { currency: 'CAD', currencySymbol: '$' },
    IN: { currency: 'INR', currencySymbol: '₹', spelling: americanSpellings, moneyUnits: usUnits },
    ZA: { currency: 'ZAR', currencySymbol: 'R', spelling: americanSpellings, moneyUnits: usUnits },
    SG: { currency: 'SGD', currencySymbol: '$', spelling: americanSpellings },
  },
  stem: singular,
  bases,
  positives,
  adjectives,
  plural,
  article,
  soundKey: englishSoundKey,
  describePrice(price, symbol) {
    const amount = (value: number) => {
      const figures = (Number.isInteger(value) ? wholeUnits : withCents).format(value);
      return `${symbol}${figures}`;
    };
    switch (price.type) {
      case 'range':
        return `between ${amount(price.from)} and ${amount(price.to)}`;
      case 'lessThan':
        return `under ${amount(price.value)}`;
      case 'greaterThan':
        return `over ${amount(price.value)}`;
      case 'approx':
        return `around ${amount(price.value)}`;
      case 'exact':
        return `for ${amount(price.value)}`;
    }
  },
  inPlace(place) {
    if (adverbs.includes(place)) return place;
    // whose it is, or which of several: "in emma's room", "in room 4"
    if (/^\p{L}+['’]s | \d+$/u.test(place)) return `in ${place}`;
    return `${grounds.includes(place) ? 'on' : 'in'} the ${place}`;
  },
  joinList(items, conjunction = 'and') {
    if (items.length < 2) return items.join('');
    return `${items.slice(0, -1).join(', ')} ${conjunction} ${items.at(-1)}`;
  },
});
