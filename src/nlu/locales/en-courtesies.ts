import type { LanguageData } from './language-data.js';

const split = (phrases: readonly string[]) => phrases.map((words) => words.split(' '));

const asking = ['can', 'could', 'would', 'will'].flatMap((word) =>
  ['you please', 'you just', 'you perhaps', 'you maybe', 'you possibly', 'you kindly', 'you'].map(
    (rest) => `${word} ${rest}`,
  ),
);
const toWish = ['i', 'we'].flatMap((person) =>
  ['want', 'just want', 'would like', 'would just like', 'would love', 'need', 'just need', 'wish'].map(
    (verb) => `${person} ${verb} to`,
  ),
);
const mayI = (person: string) =>
  ['can', 'could', 'may', 'shall', 'should'].flatMap((word) =>
    [' please', ' just', ' perhaps', ' maybe', ' possibly', ''].map((rest) => `${word} ${person}${rest}`),
  );
const ifI = (person: string) =>
  ['i was wondering if', 'i wonder if', 'do you think', 'is there any chance'].flatMap((asking) =>
    ['could', 'can', 'might'].map((word) => `${asking} ${person} ${word}`),
  );
const time = ['chance', 'moment', 'minute', 'second', 'sec'].flatMap((time) =>
  ['when', 'whenever', 'if'].flatMap((when) =>
    ['get', 'have', 'have got', 'find'].flatMap((verb) => [
      `${when} you ${verb} a ${time}`,
      `${when} you ${verb} a spare ${time}`,
    ]),
  ),
);
const reactions = [
  ...['yes', 'yeah', 'okay', 'right', 'fine', 'good', 'great', 'perfect'].map((word) => `${word} but`),
  ...'yes yeah yep cool great perfect lovely brilliant awesome nice good fine right alright'.split(' '),
  ...'super excellent splendid wonderful fantastic amazing terrific marvelous marvellous smashing'.split(' '),
  ...'sweet sick dope fab bet righto ta then'.split(' '),
  ...'now maybe perhaps and also okay so well oh hi hello'.split(' '),
  'all right',
  'of course',
  'go on then',
  'thank you',
  'thanks',
  // the "no" before it stays: it tells that something is put right
  ...['oh i mean', 'i meant', 'i said'],
];
const agreeing = ['sure', 'okay so', 'right so', 'i think', 'i guess', 'i suppose', 'i reckon'];
const leave = [
  'if you do not mind',
  'if you would not mind',
  'if you could please',
  'if you can please',
  'if you could',
  'if you can',
  'if you would',
  'if possible',
  'if that is possible',
  'if that is okay',
  'if that is all right',
  'if that is alright',
  ...['trouble', 'bother', 'hassle'].flatMap((word) => [
    `if it is not too much ${word}`,
    `if that is not too much ${word}`,
    `if it is no ${word}`,
  ]),
  'if it is not too much to ask',
];

/** Sentences that ask for what the words behind them name. They stand anywhere: "a tea and would it be possible to ...". */
export const englishRequestings: readonly string[] = [
  'be so kind as to',
  'be so kind and',
  'be so kind to',
  'be so good and',
  'be kind enough to',
  'be a dear and',
  'be a love and',
  'be an angel and',
  'be so good as to',
  'do me a favor and',
  'do you think you could',
  'i was wondering if you could',
  'i wonder if you could',
  ...['could', 'would'].flatMap((word) => [
    `i would be grateful if you ${word}`,
    `i would be ever so grateful if you ${word}`,
    `i would be very grateful if you ${word}`,
    `i would appreciate it if you ${word}`,
    `i would love it if you ${word}`,
  ]),
  ...['could', 'can', 'may'].map((word) => `${word} i trouble you to`),
  'perhaps you could',
  'maybe you could',
  'it would be great if you could',
  'it would be nice if you could',
  'i was hoping you could',
  ...['would', 'might', 'could'].map((word) => `${word} it be possible to`),
  ...['would you be', 'are you', 'might you be'].map((words) => `${words} able to`),
  'is it possible to',
  'is it still possible to',
  'is it too late to',
  'am i too late to',
  'is there still time to',
  'is there any way you could',
  'is there any chance you could',
  'any chance you could',
  'could i ask you to',
  'can i ask you to',
  'can i get you to',
  // "I want that you ...", as learners of English say it
  ...['would like', 'want', 'need', 'would love'].flatMap((verb) => [
    `i ${verb} you to`,
    `i ${verb} that you`,
  ]),
  'do you think you can',
  'go ahead and',
  // who does not know, or does not mind, who will do it
  ...['somebody', 'someone', 'you'].map((who) => `i wish ${who} would`),
  ...['can', 'could', 'would', 'will'].flatMap((word) => [`${word} somebody`, `${word} someone`]),
  // as learners of English say "would you mind opening"
  'would you mind to',
  'do you mind to',
];

/** What English speakers put around a request. */
export const englishCourtesies: NonNullable<LanguageData['courtesies']> = {
  openings: split([
    // the longer ones first: "would you mind to" before "would you"
    ...englishRequestings,
    ...asking,
    ...toWish,
    'let us',
    'can you help me',
    'could you help me',
    'help me to',
    'help me',
    ...time,
    ...leave,
    ...agreeing,
    'while you are at it',
    'excuse me',
    ...['bother', 'trouble', 'disturb'].flatMap((verb) => [
      `sorry to ${verb} you but`,
      `sorry to ${verb} you`,
    ]),
    'hi there',
    'hello there',
    'hey there',
    'good morning',
    'good afternoon',
    'good evening',
    'please',
  ]),
  alone: split([
    ...[
      'hello',
      'hi',
      'hey',
      'hiya',
      'howdy',
      'greetings',
      'welcome',
      'hello hello',
      'hi there',
      'hello there',
    ],
    ...['good morning', 'good afternoon', 'good evening', 'good night', 'good day', 'morning', 'evening'],
    ...['goodbye', 'bye', 'bye bye', 'see you', 'see you later', 'so long', 'take care', 'farewell'],
    ...[
      'help',
      'help me',
      'test',
      'testing',
      'anybody there',
      'anyone there',
      'sorry',
      'excuse me',
      'pardon',
    ],
    ...['thanks', 'thank you', 'cheers', 'ta', 'congratulations', 'oops', 'wow', 'great', 'nice', 'awesome'],
  ]),
  concluding: split(['in that case', 'in which case', 'if that is the case', 'that being the case']),
  beforeDeeds: split([
    ...['would you mind please', 'would you mind', 'do you mind please', 'do you mind'],
    // "it would be nice if someone closed the curtains"
    ...['you', 'someone', 'somebody'].flatMap((who) => [
      ...['nice', 'great', 'good', 'lovely', 'wonderful', 'helpful'].map(
        (so) => `it would be ${so} if ${who}`,
      ),
      ...['like', 'love', 'prefer', 'appreciate'].map((verb) => `i would ${verb} it if ${who}`),
    ]),
  ]),
  prefaces: split([...mayI('i'), ...mayI('we'), ...ifI('i'), ...ifI('we'), 'let me', ...reactions]),
  closings: split([
    ...['you', 'you very much', 'you so much', 'you kindly', 'you ever so much'].map(
      (rest) => `thank ${rest}`,
    ),
    ...['a lot', 'very much', 'so much', 'a million', 'a bunch', 'again'].map((rest) => `thanks ${rest}`),
    'many thanks',
    'please and thank you',
    'please and thanks',
    'thanks',
    'cheers',
    'for me',
    'please',
    'much appreciated',
    'i would appreciate it',
    ...asking,
    ...time,
    ...leave,
    'while you are at it',
    'while you are there',
    'when you can',
    'whenever you can',
    'as soon as you can',
    'as soon as possible',
    'right away',
    'straight away',
    'quickly',
    'then',
    'right now',
    'now',
    ...['mate', 'buddy', 'pal', 'love', 'sir', 'madam'],
    ...['i think', 'i guess', 'i suppose', 'i reckon', 'you know'],
    ...['okay', 'alright'],
  ]),
};
