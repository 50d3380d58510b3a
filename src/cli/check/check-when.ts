import { conditionsOf } from '../../nlu/pack/compile/conditions-of.js';
import type { Pack } from '../../nlu/pack/pack.js';
import type { When } from '../../nlu/pack/schema/pack-schema.js';
import type { PackSource } from '../../nlu/pack/source/pack-source.js';
import type { PackFinding } from './pack-finding.js';
import type { PackGroup } from './pack-groups.js';
import { canFollow, reachableIn } from './reachable.js';

/** Conditions that can never hold, intents without sentences, and lists that hold nothing. */
export function* checkWhen(
  pack: Pack,
  source: PackSource,
  groups: readonly PackGroup[],
): Generator<PackFinding> {
  const reachable = reachableIn(pack, groups);
  for (const { when, path } of conditionsOf(pack.definition)) {
    const fault =
      contradiction(when) ??
      (when.deferred !== undefined && pack.deferring === undefined ? neverDeferred : undefined) ??
      (canFollow({ when }, reachable) ? undefined : neverAfter(when));
    if (fault !== undefined) yield { kind: 'unreachable', where: source.locate(path), message: fault };
  }
  yield* checkSentences(pack, source);
  for (const [name, values] of pack.lists) {
    const { apart, range } = pack.definition.lists[name];
    if (values.size > 0 || apart !== undefined || range !== undefined) continue;
    const message = `the list ${name} has no values`;
    yield { kind: 'unfilled', where: source.locate(['lists', name]), message };
  }
}

const neverDeferred = '"when" never holds: no intent has "defers"';

/** What joins or defers requests is come to without sentences of its own, and nothing else. */
function* checkSentences({ definition, sentences }: Pack, source: PackSource): Generator<PackFinding> {
  const said = new Set(sentences.map(({ intent }) => intent));
  for (const [name, { joins, defers }] of Object.entries(definition.intents)) {
    if (said.has(name) || joins !== undefined || defers !== undefined) continue;
    const message = `the intent ${name} has no sentences`;
    yield { kind: 'unreachable', where: source.locate(['intents', name]), message };
  }
}

function contradiction({
  filled = [],
  anyFilled,
  empty = [],
  recent = [],
  is = {},
}: When): string | undefined {
  const isNow = (field: string) => !recent.includes(field) && !is[field].includes('');
  const both = [...filled, ...Object.keys(is).filter(isNow)].find((field) => empty.includes(field));
  if (both !== undefined) return `"when" never holds: ${both} would have to be filled and empty`;
  if (anyFilled?.every((field) => empty.includes(field)))
    return `"when" never holds: one of ${anyFilled.join(', ')} would have to be filled, and all of them empty`;
  return undefined;
}

function neverAfter({ after = [] }: When): string {
  return `"when" never holds: no conversation comes to ${after.join(' or ')} before`;
}
