import { readNumberBefore } from '../entities/number.js';
import type { Pack } from '../pack/pack.js';
import type { Token } from '../tokenise.js';
import { opensNoun } from './asides.js';
import type { Mention } from './mention.js';
import type { AnalysedSentence } from './sentence.js';
import { tellsHowAsked } from './stranger-alone.js';
import { type Capture, partsOf, type WordRange } from './thread.js';

interface SetApart {
  captures: Capture[];
  unmatched: WordRange[];
  /** What is asked for that is on no list. */
  strangers: WordRange[];
}

/** What was understood of an order. */
interface Ordered {
  captures: readonly Capture[];
  /** Things and their options, in order. */
  parts: readonly Mention[];
  /** The entities that things are named by. */
  heads: ReadonlySet<string>;
  sentence: AnalysedSentence;
}

/** Something that is on no list. */
interface Stranger {
  words: WordRange;
  /** Options that are said of it, or the "one" that stands for it. */
  gone: readonly Mention[];
}

/**
 * Finds what was asked for in an order that is on no list: "a latte and a hot dog", "a latte with ketchup", "a unicorn
 * latte", "white wine". Options said of it leave the order with it, so that the latte of the first is not hot.
 */
export function setStrangersApart(
  captures: Capture[],
  unmatched: WordRange[],
  sentence: AnalysedSentence,
): SetApart {
  const { entities } = sentence.pack;
  const ofOrder = captures.filter((capture) => isOrder(capture, sentence));
  if (!tellsHowAsked(sentence.resolved.locale) || ofOrder.length === 0)
    return { captures, unmatched, strangers: [] };
  const parts = partsOf(ofOrder);
  const heads = new Set(captures.flatMap(({ entity }) => entities.get(entity)?.heads ?? []));
  const found = unmatched.map((range) => strangerIn(range, { captures, parts, heads, sentence }));
  const strangers = found.filter((stranger) => stranger !== undefined);
  const gone = new Set(strangers.flatMap((stranger) => stranger.gone));
  return {
    captures: captures.map((capture) =>
      gone.size === 0 || capture.parts === undefined
        ? capture
        : { ...capture, parts: capture.parts.filter((part) => !gone.has(part)) },
    ),
    unmatched: unmatched.map(({ start, end }, at) => ({
      start: Math.min(start, found[at]?.words.start ?? start),
      end,
    })),
    strangers: strangers.map(({ words }) => words),
  };
}

/** What words that nothing explains ask for, if they do. */
function strangerIn(range: WordRange, ordered: Ordered): Stranger | undefined {
  const { captures, parts, heads, sentence } = ordered;
  const { pack, tokens, resolved } = sentence;
  const { asking } = resolved.locale;
  const norm = (at: number) => tokens[at]?.norm ?? '';
  const said = withoutTalk(range, sentence);
  const count = readNumberBefore(said.end, tokens, said.start, resolved.locale.numbers)?.end;
  const { start, end } = { ...said, start: count ?? said.start };
  if (start >= end) return undefined;
  // "the mozzarella one" is none of what was ordered before
  const pronoun = parts.find((part) => part.entity === 'quantity' && part.value === 1 && part.start === end);
  if (pronoun !== undefined && opensNoun(norm(start - 1), resolved))
    return { words: { start, end }, gone: [pronoun] };
  const options = optionsBefore(start, parts, heads);
  const first = options[0]?.start ?? start;
  const isCounted = count !== undefined || options[0]?.entity === 'quantity';
  const opens = asking.articles.includes(norm(first - 1)) ? first - 1 : first;
  const isOpened = isCounted || opens < first;
  // "for a friend" is nothing that somebody drinks, but "swap it for a waffle" asks for one
  const isOwn = captures.some((one) => isOrder(one, sentence) && one.start >= opens && one.start <= start);
  const isAside = asking.aside.includes(norm(opens - 1)) && !isOwn;
  // "turmeric latte", and "white wine", where nothing else is asked for
  const isOfHead = parts.some((part) => part.start === end && heads.has(part.entity));
  const isHead = captures.some((one) => one.end === start && isWithoutHead(one, pack));
  const isJoined = asking.joining.includes(norm(start - 1));
  const isNamed = isOpened ? !isAside : isJoined || isOfHead || isHead;
  if (!isNamed) return undefined;
  const gone = (isOpened || isHead) && !isHeadBehind(end, ordered) ? options : [];
  const from = gone.find(({ entity }) => entity !== 'quantity')?.start ?? start;
  return { words: { start: from, end }, gone };
}

function isOrder({ entity }: Capture, { pack }: AnalysedSentence): boolean {
  return (
    pack.entities.get(entity)?.into.some((field) => pack.definition.fields[field]?.kind === 'items') === true
  );
}

function isWithoutHead({ entity, parts }: Capture, { entities }: Pack): boolean {
  const own = entities.get(entity)?.heads ?? [];
  return own.length > 0 && parts?.some((part) => own.includes(part.entity)) === false;
}

/** Whether the words before say more of something that follows: "a large unicorn latte". */
function isHeadBehind(from: number, ordered: Ordered): boolean {
  const { parts, heads, sentence } = ordered;
  const { articles, joining } = sentence.resolved.locale.asking;
  const next = parts.find(({ start }) => start >= from);
  if (next === undefined || next.entity === 'quantity') return false;
  const isAnother = ({ norm }: Token) => articles.includes(norm) || joining.includes(norm);
  if (sentence.tokens.slice(from, next.start).some(isAnother)) return false;
  return heads.has(next.entity) || isHeadBehind(next.end, ordered);
}

/** Words of talk around it are no part of a thing's name. */
function withoutTalk({ start, end }: WordRange, { pack, tokens, resolved }: AnalysedSentence): WordRange {
  const isTalk = (at: number) =>
    pack.functionWords.has(tokens[at].norm) || resolved.locale.openWords.includes(tokens[at].norm);
  let from = start;
  let to = end;
  while (from < to && isTalk(from)) from++;
  while (from < to && isTalk(to - 1)) to--;
  return { start: from, end: to };
}

/** The options that stand right before a word, one behind the other, from how many there are on. */
function optionsBefore(start: number, parts: readonly Mention[], heads: ReadonlySet<string>): Mention[] {
  const options: Mention[] = [];
  let at = start;
  for (;;) {
    const option = parts.find(({ end, entity }) => end === at && !heads.has(entity));
    if (option === undefined) return options;
    options.unshift(option);
    // of "a latte with oat two burgers" the oat is said of the latte
    if (option.entity === 'quantity') return options;
    at = option.start;
  }
}
