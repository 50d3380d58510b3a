import type { Pack } from '../pack/pack.js';
import { type ContextRule, oldSlots } from '../pack/schema/context-rule-schema.js';
import type { Context } from '../understanding.js';
import type { Parse } from './matcher.js';
import type { Mention } from './mention.js';
import type { AnalysedSentence } from './sentence.js';
import { partsOf } from './thread.js';

/** Share of the best score from which another parse is no worse an explanation. */
const leastShare = 0.7;
/** The same of a parse that leaves nothing out, where the best one leaves out a thing. */
const leastFullShare = 0.5;

/** Whether a search is there that a sentence may go on with. */
export function isSearching({ definition: { retrieval } }: Pack, context: Context): boolean {
  const things = retrieval === undefined ? undefined : context[retrieval.keywords];
  return Array.isArray(things) && things.length > 0;
}

/** Whether a parse would begin another search than the one that is there, and names nothing to look for. */
export function losesThing(pack: Pack, parse: Parse, before: Context): boolean {
  return isOtherSearch(pack, parse, before) && thingsIn(pack, parse).length === 0;
}

/**
 * The parses of a sentence in a search that is there. One that would begin another search and names nothing to look for
 * ("say less than thirty"), or only something behind a preposition ("for kids with a long handle"), stands behind the
 * first that goes on with the one that is there.
 *
 * @param parses Best first.
 */
export function narrowingFirst(
  sentence: AnalysedSentence,
  parses: readonly Parse[],
  before: Context,
): Parse[] {
  const { pack } = sentence;
  const found = parses.filter((parse) => !isOtherSearch(pack, parse, before) || namesAnything(pack, parse));
  const [best] = found;
  if (best === undefined) return found;
  if (!isOtherSearch(pack, best, before)) {
    const full = losesFirstThing(sentence, best)
      ? found.find((parse) => isFullSearch(parse, best, pack))
      : undefined;
    return full === undefined ? found : [full, ...found.filter((parse) => parse !== full)];
  }
  const things = thingsIn(pack, best);
  const isSaidOfThing = things.length > 0 && things.every((at) => tellsMore(sentence, best, at));
  if (things.length > 0 && !isSaidOfThing) return found;
  const { intents } = pack.definition.retrieval!;
  const next = found.find(
    (parse) =>
      !isAfresh(parse.sentence.rules) &&
      intents?.includes(parse.sentence.intent) &&
      (isSaidOfThing || !namesUnknown(pack, parse)) &&
      parse.score >= best.score * leastShare,
  );
  return next === undefined ? found : [next, ...found.filter((parse) => parse !== next)];
}

/**
 * Whether a parse leaves out a thing with which the sentence begins, the trainers of "trainers in an eight", or takes it for
 * a quality though more is said of it: the backpack of "a backpack with pockets".
 */
function losesFirstThing({ pack, tokens, resolved }: AnalysedSentence, parse: Parse): boolean {
  const { retrieval, fields } = pack.definition;
  const { things, parts } = fields[retrieval?.keywords ?? ''] ?? {};
  if (things === undefined) return false;
  const { having, prepositions } = resolved.locale;
  const isThing = (start: number, end: number) => {
    const words = tokens.slice(start, end).map(({ norm }) => norm);
    return pack.isEndOnList(things, words) && (parts === undefined || !pack.isEndOnList(parts, words));
  };
  const [left] = parse.unmatched;
  if (left?.start === 0 && isThing(0, left.end)) return true;
  const behind = tokens.findIndex(({ norm }) => having.includes(norm) || prepositions.includes(norm));
  if (behind < 0 || !having.includes(tokens[behind].norm)) return false;
  return parse.captures
    .flatMap(({ parts: values = [] }) => values)
    .some(({ entity, start, end }) => end === behind && pack.isRest(entity) && isThing(start, end));
}

/** Whether a parse looks for something, leaves nothing out, and is no much worse explanation than the best one. */
function isFullSearch(parse: Parse, best: Parse, pack: Pack): boolean {
  const { unmatched, score, sentence } = parse;
  const isFull = unmatched.length === 0 && score >= best.score * leastFullShare;
  return isFull && isAfresh(sentence.rules) && thingsIn(pack, parse).length > 0;
}

/** Whether a value is in what was said, wanted or not: in "fit them for me" there is none. */
function namesAnything(pack: Pack, { captures }: Parse): boolean {
  const isKept = ({ entity }: Mention) => (pack.entities.get(entity)?.into.length ?? 0) > 0;
  return captures.some(
    ({ parts, excluded = [] }) => parts === undefined || [...parts, ...excluded].some(isKept),
  );
}

function isOtherSearch(pack: Pack, { captures, sentence: { rules } }: Parse, before: Context): boolean {
  return isSearching(pack, before) && captures.length > 0 && isAfresh(rules);
}

/**
 * Whether what stands at a place says more of a thing that is not named: behind "with" ("brass with a green | shade"),
 * or behind a preposition in a sentence that begins with one, or with a quality ("for the | garden", "dark blue for a
 * small | room").
 */
function tellsMore({ pack, tokens, resolved }: AnalysedSentence, { captures }: Parse, at: number): boolean {
  const { having, prepositions, numbers, statements } = resolved.locale;
  const determiners = [...numbers.articles, ...statements.determiners];
  const values = partsOf(captures);
  const isSaidOfIt = (place: number) =>
    determiners.includes(tokens[place].norm) ||
    values.some(({ start, end }) => start <= place && place < end);
  const isQuality = (place: number) =>
    values.some(({ start, entity }) => start === place && !pack.isRest(entity));
  const last = tokens.findLastIndex((_, place) => place < at && !isSaidOfIt(place));
  const before = tokens[last]?.norm ?? '';
  if (having.includes(before)) return true;
  return prepositions.includes(before) && (prepositions.includes(tokens[0].norm) || isQuality(0));
}

function namesUnknown(pack: Pack, { captures }: Parse): boolean {
  return captures.some(({ parts = [] }) => parts.some(({ entity }) => pack.isRest(entity)));
}

/** Whether these rules leave what was said before behind. */
export function isAfresh(rules: readonly ContextRule[]): boolean {
  return rules.some((rule) => typeof rule === 'object' && 'clear' in rule && rule.clear === 'all');
}

/** Where things to look for are named, not only what they are like, nor what is not wanted. */
function thingsIn(pack: Pack, { captures, sentence: { rules } }: Parse): number[] {
  const field = pack.definition.retrieval!.keywords;
  const refused = oldSlots(rules);
  return captures
    .filter(({ name }) => !refused.has(name))
    .flatMap(({ entity, start, parts }) =>
      (parts ?? [{ entity, start }]).flatMap((said) => {
        const { into = [], adds } = pack.entities.get(said.entity) ?? {};
        const isThing = (into.includes(field) && !adds) || (parts === undefined && into.length > 0);
        return isThing ? [said.start] : [];
      }),
    );
}
