import type { Pack } from '../pack/pack.js';
import type { ContextRule } from '../pack/pack-schema.js';
import type { Context } from '../understanding.js';
import type { Parse } from './matcher.js';

/** Share of the best score from which another parse is no worse an explanation. */
const leastShare = 0.7;

/** Whether a search is there that a sentence may go on with. */
export function isSearching({ definition: { retrieval } }: Pack, context: Context): boolean {
  const things = retrieval === undefined ? undefined : context[retrieval.keywords];
  return Array.isArray(things) && things.length > 0;
}

/** Whether a parse would begin another search than the one that is there, and names nothing to look for. */
export function losesThing(pack: Pack, parse: Parse, before: Context): boolean {
  if (!isSearching(pack, before) || parse.captures.length === 0) return false;
  return isAfresh(parse.sentence.rules) && !namesThing(pack, parse, pack.definition.retrieval!.keywords);
}

/**
 * The parses of a sentence in a search that is there. One that would begin another search and names nothing to look for
 * ("say less than thirty") stands behind the first that goes on with the one that is there.
 *
 * @param parses Best first.
 */
export function narrowingFirst(pack: Pack, parses: Parse[], before: Context): Parse[] {
  const [best] = parses;
  if (best === undefined || !losesThing(pack, best, before)) return parses;
  const { intents } = pack.definition.retrieval!;
  const next = parses.find(
    (parse) =>
      !isAfresh(parse.sentence.rules) &&
      intents?.includes(parse.sentence.intent) &&
      !namesUnknown(pack, parse) &&
      parse.score >= best.score * leastShare,
  );
  return next === undefined ? parses : [next, ...parses.filter((parse) => parse !== next)];
}

function namesUnknown(pack: Pack, { captures }: Parse): boolean {
  return captures.some(({ parts = [] }) => parts.some(({ entity }) => pack.isRest(entity)));
}

/** Whether these rules leave what was said before behind. */
export function isAfresh(rules: readonly ContextRule[]): boolean {
  return rules.some((rule) => typeof rule === 'object' && 'clear' in rule && rule.clear === 'all');
}

/** Whether something to look for is named, not only what it is like. */
function namesThing(pack: Pack, { captures }: Parse, field: string): boolean {
  return captures.some(({ entity, parts }) =>
    (parts?.map((part) => part.entity) ?? [entity]).some((name) => {
      const { into = [], adds } = pack.entities.get(name) ?? {};
      return (into.includes(field) && !adds) || (parts === undefined && into.length > 0);
    }),
  );
}
