import type { Parse } from '../matching/matcher.js';
import type { ContextRule } from '../pack/context-rule-schema.js';
import type { Pack } from '../pack/pack.js';
import { namesNothingKnown, searches } from './names-nothing-known.js';

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
