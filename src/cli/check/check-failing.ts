import type { Pack } from '../../nlu/pack/pack.js';
import type { ContextRule } from '../../nlu/pack/schema/context-rule-schema.js';
import type { PackSource } from '../../nlu/pack/source/pack-source.js';
import type { PackFinding } from './pack-finding.js';
import type { PackGroup } from './pack-groups.js';

/** Rules that do nothing where what they change is not there, or cannot be so. */
const failing: ReadonlySet<string> = new Set([
  ...['remove', 'undo', 'changeItem', 'correctItem', 'changeAll', 'changeAlso', 'swapItem', 'removeItem'],
  ...['keepItems', 'leaveItems', 'restoreItem'],
]);
/** The same of rules with a value of their own. */
const failingSteps = [
  'stepNumber',
  'stepBound',
  'dropBound',
  'latestNumber',
  'stepOption',
  'stepCount',
  'dropOptions',
];

/** What tells replies that nothing was done. */
const undone = ['failed', 'unchanged'];

/**
 * Intents that say that something is done where it could not be: no reply of theirs asks. A search shows what it found in
 * any case.
 */
export function* checkFailing(
  pack: Pack,
  source: PackSource,
  groups: readonly PackGroup[],
): Generator<PackFinding> {
  yield* checkSteps(groups);
  if (pack.definition.retrieval !== undefined) return;
  for (const [intent, { replies = [] }] of Object.entries(pack.definition.intents)) {
    const rules = groups.filter((group) => group.intent === intent).flatMap((group) => group.rules);
    const rule = rules.map(mayFail).find((name) => name !== undefined);
    const asks = replies.some(
      (reply) => typeof reply !== 'string' && reply.when?.said?.some((name) => undone.includes(name)),
    );
    if (rule === undefined || asks || replies.length === 0) continue;
    const message = `${intent} says that it is done also where "${rule}" could do nothing: give it a reply with when: { said: [failed] }`;
    yield { kind: 'silent', where: source.locate(['intents', intent, 'replies']), message };
  }
}

/** Sentences of a rule that steps by what a slot says, which do not say it: nothing ever comes of them. */
function* checkSteps(groups: readonly PackGroup[]): Generator<PackFinding> {
  for (const { intent, rules, said, where } of groups) {
    const slot = rules.map(stepSlot).find((name) => name !== undefined);
    const isMissing = said.some(({ least }) => least.some((way) => !way.has(slot ?? '')));
    if (slot === undefined || !isMissing) continue;
    const message = `${intent} steps by {${slot}}, and a sentence of it can be said without: put that in a group of the intent's "data" that steps by a number`;
    yield { kind: 'unknown', where, message };
  }
}

/** The slot that says by how much a rule steps. */
function stepSlot(rule: ContextRule): string | undefined {
  if (typeof rule === 'string') return undefined;
  const step = 'stepNumber' in rule ? rule.stepNumber : 'stepBound' in rule ? rule.stepBound : {};
  return 'by' in step && typeof step.by === 'string' ? step.by : undefined;
}

/** The name of a rule that may do nothing. */
function mayFail(rule: ContextRule): string | undefined {
  if (typeof rule === 'string') return failing.has(rule) ? rule : undefined;
  return failingSteps.find((step) => step in rule);
}
