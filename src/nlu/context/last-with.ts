import type { Context } from '../understanding.js';
import { isEmpty } from './fields.js';
import type { Memory } from './memory.js';

/** What was spoken of so far, one after the other, before what is now: of several requests in one sentence each by itself. */
export function stepsOf({ history, joined = [] }: Memory): { context: Context }[] {
  return [...history, ...joined.map((context) => ({ context }))];
}

/** What held when something was last in a field, before what is now. */
export function lastWith(field: string, memory: Memory): Context | undefined {
  return stepsOf(memory).findLast(({ context }) => !isEmpty(context[field]))?.context;
}
