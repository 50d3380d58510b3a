import { enComparisons } from './en-comparisons.js';
import { foreignCurrencies } from './en-currencies.js';
import { enUnits } from './en-units.js';
import { indexWords } from './index-words.js';
import type { LanguageData } from './language-data.js';

const unitWords =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tensWords = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const ordinalWords =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  );

/** English numbers, money, comparisons and units of measure. */
export const englishAmounts: Pick<LanguageData, 'numbers' | 'money' | 'comparisons' | 'units'> = {
  numbers: {
    units: { ...indexWords(unitWords), nought: 0, naught: 0 },
    tens: Object.fromEntries(tensWords.map((word, position) => [word, (position + 2) * 10])),
    scales: { hundred: 100, thousand: 1000, million: 1_000_000, k: 1000 },
    collectives: { dozen: 12, couple: 2 },
    fractions: { half: 0.5, quarter: 0.25, quarters: 0.25, third: 1 / 3, thirds: 1 / 3 },
    ordinals: {
      ...indexWords(ordinalWords, 1),
      thirtieth: 30,
      fortieth: 40,
      fiftieth: 50,
      sixtieth: 60,
      seventieth: 70,
      eightieth: 80,
      ninetieth: 90,
      hundredth: 100,
    },
    of: ['of'],
    and: ['and'],
    articles: ['a', 'an'],
    point: ['point', 'dot', 'comma'],
    minus: ['minus', 'negative'],
    belowZero: {
      degrees: ['degree', 'degrees'],
      phrases: [
        ['below', 'zero'],
        ['below', 'freezing'],
      ],
    },
    plus: ['plus', 'positive'],
    eitherSign: [
      ['plus', 'or', 'minus'],
      ['plus', 'minus'],
    ],
    zeroDigits: ['oh', 'o', 'zero', 'nought', 'naught'],
    few: [
      { words: ['star', 'stars'], most: 5 },
      { words: ['inch', 'inches'], most: 150 },
      { words: ['foot', 'feet'], most: 100 },
      { words: ['gig', 'gigs', 'gigabyte', 'gigabytes'], most: 64, last: [4, 8, 16, 32, 64] },
      { words: ['terabyte', 'terabytes'], most: 30 },
    ],
    last: ['last', 'final'],
    fromEnd: [
      { words: ['second', 'to', 'last'], value: -2 },
      { words: ['next', 'to', 'last'], value: -2 },
      { words: ['last', 'but', 'one'], value: -2 },
      { words: ['second', 'last'], value: -2 },
      { words: ['third', 'to', 'last'], value: -3 },
    ],
  },
  money: {
    spending: [
      ...'spend spending pay paying cost costs costing budget price prices priced afford expensive cheap cheaper worth'.split(
        ' ',
      ),
      'i have',
      'i only have',
      'we have',
      'we only have',
      'keep it',
      'what have you got',
      'what do you have',
      'what can i get',
      'what can i buy',
      'is my limit',
      'is my budget',
      'delivered',
      'including delivery',
      'with delivery',
      'plus postage',
      'including postage',
    ],
    unnamed: [
      'something',
      'anything',
      'nothing',
      'everything',
      'things',
      'items',
      'one',
      'ones',
      'gift',
      'gifts',
      'present',
      'presents',
    ],
    weighing:
      'weigh weighs weighing weight weights heavy heavier light lighter lift lifts hold holds bag sack'.split(
        ' ',
      ),
    major: {
      dollar: '',
      dollars: '',
      buck: '',
      bucks: '',
      euro: 'EUR',
      euros: 'EUR',
      usd: 'USD',
      gbp: 'GBP',
      eur: 'EUR',
      quid: 'GBP',
      yen: 'JPY',
      rupee: 'INR',
      rupees: 'INR',
      franc: 'CHF',
      francs: 'CHF',
      yuan: 'CNY',
      renminbi: 'CNY',
      krona: 'SEK',
      kronor: 'SEK',
      zloty: 'PLN',
      zlotys: 'PLN',
      forint: 'HUF',
      forints: 'HUF',
      peso: 'MXN',
      pesos: 'MXN',
      rand: 'ZAR',
      shekel: 'ILS',
      shekels: 'ILS',
      dirham: 'AED',
      dirhams: 'AED',
      lira: 'TRY',
      baht: 'THB',
      ringgit: 'MYR',
      rupiah: 'IDR',
    },
    foreign: foreignCurrencies(),
    minor: ['cent', 'cents', 'pence', 'penny', 'pennies'],
    multiples: { grand: 1000, k: 1000, lakh: 100_000, lakhs: 100_000 },
    symbols: {
      $: '',
      '£': 'GBP',
      '€': 'EUR',
      '¥': 'JPY',
      '₹': 'INR',
      // "rs 500", "INR 500"
      rs: 'INR',
      inr: 'INR',
      rupees: 'INR',
      usd: 'USD',
      eur: 'EUR',
      gbp: 'GBP',
    },
  },
  comparisons: enComparisons,
  units: enUnits,
};
