import type { ContextChange } from '../context/context-change.js';
import { isEmpty } from '../context/fields.js';
import type { Memory } from '../context/memory.js';
import type { Context } from '../understanding.js';

/** What held before a turn that changed it. */
type Step = Memory['history'][number];

/** Makes all be as it was at a step of the history; without one a new search begins. */
export function goBack(change: ContextChange, step: Step | undefined): void {
  change.context = { ...step?.context };
  change.base = { ...change.context };
  change.excludedBefore = step?.excluded ?? [];
  change.currency = step?.currency;
}

/** The last step at which one of these fields held something else than now. */
export function lastOther<OneStep extends Pick<Step, 'context'>>(
  history: readonly OneStep[],
  names: readonly string[],
  now: Context,
): OneStep | undefined {
  return history.findLast(({ context }) =>
    names.some((name) => !isEmpty(context[name]) && context[name] !== now[name]),
  );
}
