import type { Parse } from '../matching/matcher.js';
import type { Pack } from '../pack/pack.js';
import type { ContextRule } from '../pack/schema/context-rule-schema.js';

/**
 * What a request does to the context. Where all that it names is on no list it does nothing. Where one thing is, of
 * "three tickets to the moon", and the intent asks about it, nothing is emptied: what was there stays until that is clear.
 */
export function rulesNow(pack: Pack, parse: Parse): readonly ContextRule[] {
  const { rules, intent } = parse.sentence;
  if (namesNothingKnown(pack, parse)) return [];
  const asks = parse.captures.some(({ isUnknown }) => isUnknown) && asksAboutUnmatched(pack, intent);
  if (!asks || searches(pack, intent)) return rules;
  return rules.filter((rule) => typeof rule === 'string' || !('clear' in rule));
}

/** Whether an intent has a reply to words that were not understood. */
function asksAboutUnmatched({ definition }: Pack, intent: string): boolean {
  const replies = definition.intents[intent].replies ?? [];
  return replies.some((group) => typeof group !== 'string' && group.when?.said?.includes('unmatched'));
}

/**
 * Whether a request was to change something, and all that it names is on no list: "do you have | harry potter". There is
 * nothing to do then, and what was said before is no answer to it.
 */
export function namesNothingKnown(pack: Pack, { captures, sentence, unmatched }: Parse): boolean {
  const { rules, slots, intent } = sentence;
  if (captures.length > 0) return rules.length > 0 && captures.every(({ isUnknown }) => isUnknown);
  // a search of which the only thing named was left out would be one for everything
  return (
    unmatched.length > 0 &&
    Object.keys(slots).length === 0 &&
    searches(pack, intent) &&
    rules.some(puts) &&
    rules.every((rule) => puts(rule) || (typeof rule === 'object' && 'clear' in rule))
  );
}

/** Whether an intent searches products. */
export function searches({ definition: { retrieval } }: Pack, intent: string): boolean {
  return retrieval !== undefined && (retrieval.intents === undefined || retrieval.intents.includes(intent));
}

/** Whether a rule puts what is said into the context. */
function puts(rule: ContextRule): boolean {
  return rule === 'replace' || rule === 'add';
}
