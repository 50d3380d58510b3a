import type { Parse } from '../matching/matcher.js';
import type { AnalysedSentence } from '../matching/sentence.js';
import type { Pack } from '../pack/pack.js';

/**
 * A later thing with the one quality that was said right before it: "gluten free bread, vegan cheese". One of several words
 * says itself how it is: "a headset, wireless, good microphone".
 */
const mostOfLater = 2;

/** How the values of a list field are told apart. */
interface Telling {
  /** Whether a value is a thing of its own, rather than a quality of one. */
  isThing: (value: string) => boolean;
  /** Whether one was said right behind the other, and both are one thing: "fridge" + "water filter". */
  areJoined: (value: string, next: string) => boolean;
  /** Whether words of their own stood between two: "lids for a pot". */
  areApart: (value: string, next: string) => boolean;
}

/** What was said just now: earlier turns leave only the values. */
interface Said {
  pack: Pack;
  parse?: Parse;
  sentence?: AnalysedSentence;
}

/** By the list that tells things, and by what stood between two values when they were said. */
export function tellThings({ pack, parse, sentence }: Said, list: string): Telling {
  const { conjunctions, numbers } = pack.locale;
  const isLittle = (word: string) => conjunctions.includes(word) || numbers.articles.includes(word);
  const said = (parse?.captures ?? []).flatMap(({ entity, parts = [] }) => {
    const heads = pack.entities.get(entity)?.heads ?? [];
    return parts.map((part) => ({ ...part, isHead: heads.includes(part.entity) }));
  });
  // "that fits" goes to no field
  const kept = said.filter(({ entity }) => pack.entities.get(entity)!.into.length > 0);
  /** Two values that were said one after the other, and the words between them that are no values. */
  const pairOf = (value: string, next: string) => {
    const first = said.find((one) => one.value === value);
    const second = first && said.find((one) => one.value === next && one.start >= first.end);
    if (first === undefined || second === undefined) return undefined;
    const isValue = (at: number) => kept.some(({ start, end }) => start <= at && at < end);
    const between = (sentence?.tokens ?? []).filter(
      (_, at) => at >= first.end && at < second.start && !isValue(at),
    );
    return { first, second, between };
  };
  return {
    isThing: (value) => pack.endsOnList(list, value),
    areJoined: (value, next) => {
      const pair = pairOf(value, next);
      return pair?.first.end === pair?.second.start && pair?.second.isHead === true && !pair.first.isHead;
    },
    areApart: (value, next) => pairOf(value, next)?.between.some(({ norm }) => !isLittle(norm)) ?? false,
  };
}

/**
 * Values of a list field as one phrase: what was said before a thing belongs to it ("gluten free bread"), what was said
 * behind narrows it ("phone cases, waterproof"). So may another thing: a lamp for a bedside table is not both. Of several
 * qualities in a row between two things none is known to be of the second ("a blender, quiet, powerful, jug").
 */
export function sayList(values: readonly string[], telling: Telling): string {
  const groups = groupsOf(values, telling).map((group) => group.join(' '));
  return groups.join(', ');
}

/** The thing that comes first in such a list, "helicopter" of "remote control helicopter, eight channels". */
export function firstThing(values: readonly string[], telling: Telling): string | undefined {
  return values.some(telling.isThing) ? groupsOf(values, telling)[0].at(-1) : undefined;
}

/** Values that are one thing with what is said of it. */
function groupsOf(values: readonly string[], { isThing, areJoined, areApart }: Telling): string[][] {
  const groups: string[][] = [];
  let before: string[] = [];
  const close = () => {
    // a quality of nothing that is known
    if (before.length > 0) groups.push(...(groups.length === 0 ? [before] : before.map((value) => [value])));
    before = [];
  };
  for (const [at, value] of values.entries()) {
    if (at > 0 && areApart(values[at - 1], value)) close();
    before.push(value);
    const isOfLast = groups.length > 0 && before.length === 1 && areJoined(values[at - 1], value);
    if (!isOfLast && !isThing(value)) continue;
    if (isOfLast) groups.at(-1)!.push(value);
    else if (groups.length === 0 || (before.length <= mostOfLater && !value.includes(' ')))
      groups.push(before);
    else close();
    before = [];
  }
  close();
  return groups;
}
