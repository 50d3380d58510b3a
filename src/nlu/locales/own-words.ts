import type { Locale } from './locale.js';

/** Words of the language itself, which are never mistaken for another word. */
export function* ownWords(locale: Locale): Generator<string> {
  yield* locale.functionWords;
  for (const filler of locale.fillers) yield* filler.split(' ');
  yield* Object.keys(locale.numbers.units);
  yield* Object.keys(locale.numbers.tens);
  yield* Object.keys(locale.numbers.scales);
  yield* Object.keys(locale.numbers.ordinals);
  yield* Object.keys(locale.money.major);
  yield* locale.money.minor;
  for (const { words, typed } of locale.units)
    for (const word of [...words, ...typed]) yield* word.split(' ');
  for (const group of locale.homophones) yield* group;
  for (const phrases of [
    ...Object.values(locale.comparisons.before),
    ...Object.values(locale.comparisons.after),
  ]) {
    for (const phrase of phrases) yield* phrase.split(' ');
  }
  yield* Object.keys(locale.time.weekdays);
  yield* Object.keys(locale.time.months);
  // "since last monday" is no "least"
  yield* [...locale.time.last, ...locale.time.ago];
}
