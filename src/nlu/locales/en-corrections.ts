import type { LanguageData } from './language-data.js';

/** With which somebody takes back what he has just said. */
const takenBack = [
  ...['no wait', 'wait no', 'wait', 'wait sorry', 'oh wait', 'oh no', 'oh sorry', 'hold on', 'hang on'],
  ...['no actually', 'actually', 'actually no', 'or actually', 'no sorry', 'sorry no', 'sorry'],
  ...[
    'rather',
    'no rather',
    'or rather',
    'or better',
    'or even better',
    'scratch that',
    'strike that',
    'i take that back',
  ],
  ...['i changed my mind', 'i have changed my mind', 'on second thought', 'on second thoughts'],
  ...['no not that', 'no not that one'],
];

/** What may stand behind that, or behind "no", before what is to take its place. */
const saidAnew = [
  ...['make it', 'make that', 'let us make it', 'let us make that', 'change it to', 'change that to'],
  ...['i want', 'i would like', 'i would rather have', 'i would prefer'],
];

const slips = [
  ...['', 'oh ', 'no ', 'oh no '].flatMap((word) =>
    ['what am i saying', 'my mistake', 'my bad'].map((slip) => `${word}${slip}`),
  ),
  ...['oops', 'whoops'].flatMap((word) => [
    word,
    ...['no', 'sorry', 'i mean', 'i meant'].map((next) => `${word} ${next}`),
  ]),
  ...['i tell a lie', 'no i tell a lie', 'tell a lie', 'no tell a lie'],
];

/** Where somebody breaks off and begins anew: "a small latte with, um, no, a medium one" is not without one. */
const brokenOff = ['with', 'and', 'in', 'for'].flatMap((word) =>
  ['no a', 'no an', 'no wait', 'no sorry', 'no make it', 'no make that'].map((next) => `${word} ${next}`),
);

/** How English corrects itself within one sentence. */
export const englishCorrections: LanguageData['corrections'] = {
  takenBack: [...takenBack, ...slips],
  instead: [
    ...[
      'i mean',
      'i meant',
      'no i mean',
      'no i meant',
      'no i said',
      'sorry i meant',
      'sorry i mean',
      'i mean no',
    ],
    ...['we mean', 'we meant', 'no we meant', 'sorry we meant', 'wait no i meant', 'oh i meant'],
    ...['no a', 'no an', 'no the', 'no just', 'no only', 'actually a', 'actually an', 'wait a'],
    ...['make it', 'make that', 'let us make it', 'let us make that', 'no let us say'],
    ...brokenOff,
    ...slips,
    ...takenBack,
    ...['no', ...takenBack].flatMap((word) => saidAnew.map((next) => `${word} ${next}`)),
  ],
  sparing: ['except', 'excepting', 'excluding', 'apart from', 'save for', 'all but', 'everything but'],
  except: [
    'not',
    'but not',
    'and not',
    'minus',
    'minus the',
    'instead of',
    'rather than',
    'not too',
    'but not too',
    'not so',
    'but not so',
    'nothing too',
    'other than',
    'except',
    'except for',
    'anything but',
    'without',
    'with no',
    ...['nothing', 'nothing in', 'nothing with', 'nothing made of', 'nothing from', 'nothing by'],
    ...['that', 'which'].flatMap((word) => [`${word} is not`, `${word} are not`]),
    ...['have', 'contain', 'come with', 'need', 'require', 'use'].flatMap((verb) =>
      ['do', 'does'].map((aux) => `that ${aux} not ${verb}`),
    ),
  ],
  between: ['no'],
  behind: ['sorry', 'i mean', 'i meant'],
  alternatives: ['or', 'nor'],
  reserving: ['if'],
};
