import { englishCorrections } from './en-corrections.js';
import { englishCourtesies, englishRequestings } from './en-courtesies.js';
import type { LanguageData } from './language-data.js';

const prepositions =
  'with without under over below above between than to from for of at by in on into about around near'.split(
    ' ',
  );

/** English words that carry no meaning of their own, or that turn or correct what is said. */
export const englishWords = {
  fillers: [
    ...englishRequestings,
    ...'um uh umm uhh uhm ehm er erm ah hmm hm mm oh well so please like just actually basically maybe perhaps now then okay alright right hey thanks jeez though really definitely certainly probably possibly honestly preferably ideally hopefully desperately kindly truly'.split(
      ' ',
    ),
    'okay so',
    // to other machines that listen
    'hey google',
    'okay google',
    'hey siri',
    'hey alexa',
    'you know',
    'i mean',
    'kind of',
    'sort of',
    'for me',
    'if you can',
    'if possible',
    'would you',
    'could you',
    'can you',
    'will you',
    'let me see',
    'let me think',
    'let us see',
    'thank you',
    'thank you very much',
    'thank you so much',
    'thanks a lot',
    'i think',
    'i guess',
    'by any chance',
    'to be honest',
    'i suppose',
    'or something',
    'or something like that',
    'or whatever',
    ...['or so', 'or thereabouts', 'ish', 'give or take', 'on the dot', 'exactly', 'precisely'],
    'be able to',
    'if you would not mind',
    'if you do not mind',
    'if you would',
    'if that is possible',
    'if that is okay',
    'if it is not too much trouble',
    'if it is no trouble',
    'if you would be so good',
    'if you would be so kind',
    'might you',
    'of course',
    'could you all',
    'when you get a chance',
    'i reckon',
    'what is it called',
    'what was it called',
    'what are they called',
    'what do you call it',
    'what do you call them',
    'what is the word',
  ],
  ofSeveral: {
    subject: 'we',
    pronouns: { we: 'i', us: 'me', our: 'my', ours: 'mine', ourselves: 'myself' },
    verbs: { are: 'am', were: 'was' },
  },
  lastFillers: ['too'],
  neverLast:
    'with without under than from for of at into between but except unless and or nor until till named called'.split(
      ' ',
    ),
  hedges: ['about', 'around', 'roughly', 'approximately', 'sometime', 'exactly', 'precisely'],
  standIns: ['ones'],
  others: ['other'],
  lessening: ['less', 'fewer'],
  restricting: ['only', 'just'],
  exchanging: ['change', 'swap', 'switch', 'exchange', 'replace', 'trade'],
  diminutives: { words: ['little', 'wee', 'tiny', 'teeny'], before: ['bit', 'touch', 'tad', 'drop'] },
  courtesies: englishCourtesies,
  definiteArticles: ['the'],
  determiners: ['the', 'a', 'an', 'my', 'our'],
  everyOne: ['every', 'each'],
  hesitations: ['um', 'uh', 'umm', 'uhh', 'uhm', 'ehm', 'er', 'erm', 'ah', 'hmm', 'hm', 'mm'],
  openWords:
    'a an the and or but with without under over below above between than to from for of at by in on into about around near as if because that which who my your our their his some any more less another other only very too not is are was were be i we they he she it would could should can will want need like show find get give buy looking'.split(
      ' ',
    ),
  continuations: [...prepositions, 'and', 'or', 'but', 'that', 'which'],
  prepositions,
  having: ['with', 'without'],
  times: ['x', 'times'],
  adding: ['also', 'plus'],
  conjunctions: ['and', 'or', 'plus'],
  sides: ['by', 'x'],
  corrections: englishCorrections,
  asking: {
    articles: ['a', 'an', 'some', 'any'],
    joining: ['and', 'with', 'or', 'plus', 'also'],
    aside: ['for', 'to', 'in', 'at', 'on', 'of', 'from', 'by', 'about', 'like', 'than', 'off'],
    receiving: ['for'],
    before:
      'i you we he she they it can could will would should may might must my our your his her their'.split(
        ' ',
      ),
  },
  statements: {
    pronouns: 'i we it he she they there that this somebody someone everybody everyone nobody'.split(' '),
    determiners: 'the my our his her their'.split(' '),
    verbs:
      'am is are was were been has had got want wants need needs feel feels felt smells looks looked keeps forgot left hear starts opened closed locked found'.split(
        ' ',
      ),
    being: ['is', 'are', 'was', 'were'],
    tooMuch: ['too'],
    degrees: ['a', 'bit', 'little', 'tad', 'wee', 'way', 'far', 'much'],
    because: ['because', 'cause', 'cos', 'since', 'as', 'although', 'while'],
    surely: ['because', 'cos'],
    therefore: ['so'],
    that: ['that'],
    however: ['but'],
    instead: ['just', 'only', 'rather', 'instead'],
    having: 'have has had got get take takes use uses eat eats drink drinks'.split(' '),
    wishes: ['want', 'wants', 'need', 'needs', 'would', 'could', 'should'],
    subjects: ['i', 'we', 'he', 'she', 'they'],
    infinitive: ['to'],
    abilities: ['can', 'could'],
  },
  questions: {
    words: ['what', 'which', 'how', 'who', 'whose', 'when', 'where', 'why'],
    verbs: 'is are was were do does has have can could will would should'.split(' '),
    subjects: 'you these those anyone anybody'.split(' '),
  },
  search: {
    stopWords: ['a', 'an', 'the', 'of', 'in', 'for', 'with', 'and', 'or', 'to', 'on', 'by', 'at'],
    joining: ['for', 'with', 'without'],
    joiningRightBehind: ['of', 'and'],
  },
  negations: ['not', 'never', 'none', 'neither', 'nor'],
  refusals: [['without'], ['no', 'need', 'to'], ['no', 'need', 'for'], ['no', 'reason', 'to']],
  tellings:
    'did he she they nobody people everybody everyone always usually often sometimes had turned switched opened closed locked left went came took made forgot'.split(
      ' ',
    ),
  functionWords:
    'i you he she it we they me him us them am is are was were be been do does did have has had will would can could should may might must what why how who whom when where which tell think know say said going not this these those there here my your his their our weather joke song wait sorry'.split(
      ' ',
    ),
} satisfies Partial<LanguageData>;
