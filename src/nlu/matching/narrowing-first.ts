import type { Pack } from '../pack/pack.js';
import type { ContextRule } from '../pack/pack-schema.js';
import type { Context } from '../understanding.js';
import type { Parse } from './matcher.js';

/** Share of the best score from which another parse is no worse an explanation. */
const leastShare = 0.7;

/**
 * The parses of a sentence in a search that is there. One that would begin another search and names nothing to look for
 * ("say less than thirty") stands behind the first that goes on with the one that is there.
 *
 * @param parses Best first.
 */
export function narrowingFirst(pack: Pack, parses: Parse[], before: Context): Parse[] {
  const [best] = parses;
  const { retrieval } = pack.definition;
  const things = retrieval === undefined ? undefined : before[retrieval.keywords];
  if (best === undefined || !Array.isArray(things) || things.length === 0) return parses;
  if (!isAfresh(best) || best.captures.length === 0 || namesThing(pack, best, retrieval!.keywords))
    return parses;
  const next = parses.find(
    (parse) =>
      !isAfresh(parse) &&
      retrieval!.intents?.includes(parse.sentence.intent) &&
      !namesUnknown(pack, parse) &&
      parse.score >= best.score * leastShare,
  );
  return next === undefined ? parses : [next, ...parses.filter((parse) => parse !== next)];
}

function namesUnknown(pack: Pack, { captures }: Parse): boolean {
  return captures.some(({ parts = [] }) => parts.some(({ entity }) => pack.isRest(entity)));
}

function isAfresh({ sentence: { rules } }: Parse): boolean {
  return rules.some(
    (rule: ContextRule) => typeof rule === 'object' && 'clear' in rule && rule.clear === 'all',
  );
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
