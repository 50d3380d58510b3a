import { invalidRequest } from '../errors.js';
import type { Context, Understander } from '../nlu/understanding.js';

/**
 * Refuses a client's context that has what cannot be meant: nobody would be told that it does nothing.
 * @throws EarshotError `invalid_request`
 */
export function checkContext(
  context: Context | undefined,
  understander: Pick<Understander, 'contextFaults'>,
): void {
  const faults = understander.contextFaults(context ?? {});
  if (faults.length === 0) return;
  throw invalidRequest(faults.map(({ pointer, detail }) => ({ pointer: `/context${pointer}`, detail })));
}
