import { personalOptions } from '../pack/personal-options.js';
import type { Mention } from './mention.js';
import type { AnalysedSentence } from './sentence.js';
import type { Capture, WordRange } from './thread.js';

interface Given {
  captures: Capture[];
  unmatched: WordRange[];
}

/**
 * Finds who gets what where names stand in a row with no verb: "jenny a latte tom a tea". A name is one word on no list
 * before an article or a count; one alone could be anything, but for one beside a person ("and me a tea").
 */
export function setReceivers(captures: Capture[], unmatched: WordRange[], sentence: AnalysedSentence): Given {
  const phrase = captures.find((capture) => optionOf(capture, sentence) !== undefined);
  const names = phrase === undefined ? [] : unmatched.filter((range) => isName(range, phrase, sentence));
  if (phrase === undefined || names.length + personsIn(phrase, sentence) < 2 || names.length === 0)
    return { captures, unmatched };
  const entity = optionOf(phrase, sentence)!;
  const receivers = names.map(
    ({ start, end }): Mention => ({
      entity,
      start,
      end,
      value: sentence.text(start, end),
      cost: 0,
      score: 0,
    }),
  );
  const parts = [...phrase.parts!, ...receivers].sort((a, b) => a.start - b.start);
  return {
    captures: captures.map((capture) => (capture === phrase ? { ...capture, parts } : capture)),
    unmatched: unmatched.filter((range) => !names.includes(range)),
  };
}

/** The option of an order's items that says whose they are, where a phrase may hold it: "a latte for Tim". */
function optionOf({ entity, parts }: Capture, { pack }: AnalysedSentence): string | undefined {
  const phrase = pack.entities.get(entity);
  if (parts === undefined || !phrase?.heads.length) return undefined;
  return [...personalOptions(pack)].find((option) => phrase.of?.includes(option));
}

function isName({ start, end }: WordRange, { parts = [] }: Capture, sentence: AnalysedSentence): boolean {
  const { tokens, resolved, pack } = sentence;
  const { articles, ordinals } = resolved.locale.numbers;
  const { prepositions, having } = resolved.locale;
  const before = tokens[start - 1]?.norm ?? '';
  const isOpened = [...articles, ...prepositions, ...having].includes(before);
  const isCount = (part: Mention) => part.entity === 'quantity';
  const isAhead =
    articles.includes(tokens[end]?.norm) || parts.some((part) => isCount(part) && part.start === end);
  const isBehindCount = parts.some((part) => isCount(part) && part.end === start);
  const { norm } = tokens[start];
  // "first one large"
  const isTold = /\d/.test(norm) || Object.hasOwn(ordinals, norm);
  const isWord = end - start === 1 && !pack.functionWords.has(norm) && !isTold;
  return isWord && isAhead && !isOpened && !isBehindCount;
}

/** How many other persons stand so before what they get: "and me a tea". */
function personsIn({ entity, start, end }: Capture, { tokens, pack, resolved }: AnalysedSentence): number {
  const [field] = pack.entities.get(entity)!.into;
  const persons = pack.lists.get(pack.definition.fields[field]?.persons ?? '');
  return tokens
    .slice(start, end)
    .filter(
      ({ norm }, at) =>
        persons?.has(norm) && resolved.locale.numbers.articles.includes(tokens[start + at + 1]?.norm),
    ).length;
}
