import { durationWords } from '../../entities/duration.js';
import type { Locale, NumberWords } from '../../locales/locale.js';
import type { Entity } from '../compile/compile-entities.js';
import type { Pack } from '../pack.js';

/** Words that are said for a value. */
export interface SaidPhrase {
  words: readonly string[];
  /** Of things that are counted, whether it is the plural, and of numbers whether they are more than one. */
  isMany?: boolean;
}

/** What an entity without templates is said with. */
export interface EntityWords {
  phrases: readonly SaidPhrase[];
  /** Whether phrases may follow each other. */
  loop: boolean;
  /** Instead of phrases classes of them, which follow each other in any order, but mostly those of one: letters, figures. */
  runs?: readonly (readonly SaidPhrase[])[];
  /** How phrases that may follow each other do so, where it is not in any order. */
  row?: {
    /** Articles, with the words that may stand behind each. */
    articled: ReadonlyMap<string, ReadonlySet<string>>;
    /** Words of which something of the value stands behind, as of "and"; few of them may open one. */
    joins: readonly string[];
    opening: readonly string[];
  };
}

/** Whether an entity may hold whatever is said: free text, or a phrase of which nothing is said to be usual. */
export function mayHoldAnything({ kind, usual }: Entity): boolean {
  return kind === 'text' || (kind === 'phrase' && usual === undefined);
}

/** Numbers up to this are written out, percentages among them; larger ones are number words in any order. */
const mostWrittenOut = 100;

/** The phrases of an entity: an upper bound where it has a grammar of its own (amounts, dates). */
export function entityWords(entity: Entity, pack: Pack): EntityWords {
  const { numbers, money, comparisons, units } = pack.locale;
  switch (entity.kind) {
    case 'list':
      return listWords(entity, pack);
    case 'number':
      return numberWords(entity, pack.locale);
    case 'money':
    case 'price':
    case 'range': {
      const around = [...Object.values(comparisons.before), ...Object.values(comparisons.after)].flat();
      const words = [...allNumberWords(numbers), ...Object.keys(money.major), ...money.minor];
      return inRow([...single(words), ...around.map((phrase) => phrase.split(' '))], pack.locale);
    }
    case 'ordinal':
      return closed(single([...Object.keys(numbers.ordinals), ...numbers.last]));
    case 'quantity': {
      const unitWords = units
        .filter(({ unit }) => entity.unitSet?.has(unit) ?? true)
        .flatMap(({ words }) => words);
      const said = unitWords.filter((word) => /^[\p{L} ]+$/u.test(word)).map((word) => word.split(' '));
      return inRow([...single(allNumberWords(numbers)), ...said], pack.locale);
    }
    case 'duration': {
      const said = durationWords(pack.locale, entity.unitSet).filter((word) => /^\p{L}{2,}$/u.test(word));
      return inRow(single([...allNumberWords(numbers), ...numbers.of, ...said]), pack.locale);
    }
    case 'time': {
      const { past, to } = pack.locale.time;
      return timeWords(pack.locale, [...past, ...to], { joining: to });
    }
    case 'date': {
      const { next, on, last, ago, edges, weekdays } = pack.locale.time;
      const ofMonth = [...edges.start, ...edges.end];
      const ahead = next.filter((word) => !on.includes(word));
      const further = [...ahead, ...last, ...ago, ...ofMonth, ...pack.locale.time.in];
      // "the fourth", "the last sunday in may", "the monday after"
      const behindThe = [...Object.keys(numbers.ordinals), ...Object.keys(weekdays), ...last, ...ofMonth];
      return timeWords(pack.locale, further, { definite: behindThe, joining: pack.locale.time.in });
    }
    case 'spelled':
      return spelledWords(pack.locale);
    case 'code':
    case 'phrase':
    case 'text':
    case 'pattern':
      return closed([]);
  }
}

function numberWords(entity: Entity, locale: Locale): EntityWords {
  const { numbers } = locale;
  const said = wholeNumbers(entity, numbers);
  // "room two oh nine"
  if (said === undefined) return inRow(single([...allNumberWords(numbers), ...zeroWords(numbers)]), locale);
  const phrases = [
    ...said.map(({ words, value }) => ({ words, isMany: value > 1 })),
    ...numbers.articles.map((word) => ({ words: [word], isMany: false })),
    ...Object.keys(numbers.collectives).map((word) => ({ words: [word], isMany: true })),
  ];
  return { phrases, loop: false };
}

/** Runs of letters, of words for them (`bravo`) and of figures; each has the words that stand beside any of them. */
function spelledWords({ numbers, spelling }: Locale): EntityWords {
  const { letters, soundAlike, phrases, marks, openings, repeats } = spelling;
  const named = [...single(Object.keys(letters)), ...phrases.map(({ words }) => words)];
  const [characters, others] = [named.filter(isLetter), named.filter((words) => !isLetter(words))];
  // capitals are letters that are spelled: "a" is an article besides
  const alone = characters.map(([letter]) => [letter.toUpperCase()]);
  const words = others.filter((name) => !soundAlike.includes(name.join(' ')));
  const beside = single([marks, openings, repeats].flatMap((map) => Object.keys(map)));
  const { units, tens, scales, and, zeroDigits } = numbers;
  const counted = [units, tens, scales].flatMap((map) => Object.keys(map));
  const figures = single([...counted, ...and, ...zeroDigits]).filter((words) => !isLetter(words));
  const runs = [alone, words, figures].map((run) => closed([...run, ...beside]).phrases);
  return { phrases: [], loop: false, runs };
}

function isLetter(words: readonly string[]): boolean {
  return words.length === 1 && words[0].length === 1;
}

function listWords({ list }: Entity, pack: Pack): EntityWords {
  const { numbers } = pack.locale;
  const { range, inflect } = pack.definition.lists[list];
  const values = pack.expectedValues(list).map((phrase) => phrase.split(' '));
  const all = inflect ? inBothNumbers(values, pack.locale) : values.map((words) => ({ words }));
  if (range === undefined) return { phrases: all, loop: false };
  const said = wholeNumbers(range, numbers);
  const more = said ?? single(allNumberWords(numbers)).map((words) => ({ words }));
  return { phrases: [...all, ...more.map(({ words }) => ({ words }))], loop: said === undefined };
}

/** Names of things, and their plurals where they are not on the list as well. */
function inBothNumbers(values: readonly string[][], locale: Locale): SaidPhrase[] {
  const listed = new Set(values.map((words) => words.join(' ')));
  const plurals = new Set(values.map((words) => plural(words, locale).join(' ')));
  const unlisted = [...plurals].filter((phrase) => !listed.has(phrase));
  return [
    // "tea" is one, "teas" are several, "fish" may be either
    ...values.map((words) => {
      const text = words.join(' ');
      const isOne = plural(words, locale).join(' ') !== text;
      return isOne || !plurals.has(text) ? { words, isMany: !isOne } : { words };
    }),
    ...unlisted.map((phrase) => ({ words: phrase.split(' '), isMany: true })),
  ];
}

/** How some words of a value stand in it. */
interface RowWords {
  /** Behind these something stands, as behind "quarter to". */
  joining?: readonly string[];
  /** What may stand behind a definite article. */
  definite?: readonly string[];
}

/** @param further Words besides those that all days and times have. */
function timeWords(locale: Locale, further: readonly string[], row: RowWords): EntityWords {
  const { numbers, time } = locale;
  const named = [
    time.weekdays,
    time.months,
    time.days,
    time.clock,
    time.spans,
    time.monthSpans,
    numbers.ordinals,
  ];
  const words = [
    ...named.flatMap((map) => Object.keys(map)),
    ...allNumberWords(numbers),
    ...time.of,
    ...time.minutes,
    ...time.partsOfDay,
    ...time.from,
    ...time.dayAhead,
    ...time.now,
    ...further,
  ];
  // "p m" and "o clock" sound as "pm" and "oclock" do
  const said = [...time.morning, ...time.afternoon, ...time.night, ...time.oclock];
  const parts = said.filter((phrase) => !phrase.includes(' ') || !said.includes(phrase.replace(' ', '')));
  const days = time.namedDays.map((day) => day.words);
  return inRow([...single(words), ...parts.map((phrase) => phrase.split(' ')), ...days], locale, row);
}

function closed(phrases: readonly (readonly string[])[], loop = false): EntityWords {
  return { phrases: phrases.map((words) => ({ words })), loop };
}

/** Words of numbers, amounts and times, in any order. */
function inRow(
  phrases: readonly (readonly string[])[],
  { numbers, time, article, definiteArticles }: Locale,
  { joining = [], definite = [] }: RowWords = {},
): EntityWords {
  const { articles, and, point, of, units, tens, ordinals, zeroDigits } = numbers;
  const joins = [...and, ...point, ...of, ...time.of, ...joining];
  // "a hundred" and "an hour", but no "an forty" and no "a fourth of december"
  const alone = new Set([
    ...articles,
    ...joins,
    ...zeroDigits,
    ...[units, tens, ordinals].flatMap(Object.keys),
  ]);
  const first = [...new Set(phrases.map(([word]) => word))];
  const behind = (one: string) =>
    first.filter((word) => !alone.has(word) && (article?.(word) ?? one) === one);
  const articled = new Map(articles.map((one) => [one, new Set(behind(one))]));
  if (definite.length > 0) for (const one of definiteArticles) articled.set(one, new Set(definite));
  return { ...closed(phrases), row: { articled, joins, opening: point } };
}

function single(words: Iterable<string>): string[][] {
  return [...new Set(words)].map((word) => [word]);
}

function plural(words: readonly string[], locale: Locale): string[] {
  return [...words.slice(0, -1), locale.plural(words.at(-1)!)];
}

function allNumberWords(numbers: NumberWords): string[] {
  const { units, tens, scales, collectives, fractions, and, articles, point } = numbers;
  const named = [units, tens, scales, collectives, fractions].flatMap((map) => Object.keys(map));
  return [...named, ...and, ...articles, ...point].filter((word) => /^\p{L}+$/u.test(word));
}

/** Digits that are a zero; the letter sounds as one of them does. */
function zeroWords({ zeroDigits }: NumberWords): string[] {
  return zeroDigits.filter((word) => word.length > 1);
}

/** Every whole number of a range as it is said; undefined where there are too many, or none, or no bounds. */
export function wholeNumbers(
  { from = Number.NaN, to = Number.NaN }: { from?: number; to?: number },
  { units, tens, scales, articles }: NumberWords,
): { value: number; words: string[] }[] | undefined {
  if (!(from >= 0 && to <= mostWrittenOut)) return undefined;
  const small = Object.entries(units);
  const said = small.map(([word, value]) => ({ value, words: [word] }));
  for (const [ten, value] of Object.entries(tens)) {
    said.push({ value, words: [ten] });
    for (const [unit, more] of small)
      if (more > 0 && more < 10) said.push({ value: value + more, words: [ten, unit] });
  }
  const ones = [...articles.slice(0, 1), ...small.filter(([, value]) => value === 1).map(([word]) => word)];
  for (const [scale, value] of Object.entries(scales)) {
    if (value === mostWrittenOut) for (const one of ones) said.push({ value, words: [one, scale] });
  }
  const within = said.filter(({ value }) => from <= value && value <= to);
  return within.length > 0 ? within : undefined;
}
