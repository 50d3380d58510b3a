import { EarshotError } from '../errors.js';
import { timestamp } from '../timestamp.js';
import type { QueryRecord, QueryState } from './query-record.js';

/**
 * What may follow what. Text queries go from `created` to `processing` at once. `expired` is never stored: it is what
 * an unfinished query becomes when its time has passed ({@link stateAt}), and such a query is gone for its owner.
 */
const successors: Record<QueryState, readonly QueryState[]> = {
  created: ['streaming', 'processing', 'failed', 'cancelled', 'expired'],
  streaming: ['processing', 'failed', 'cancelled', 'expired'],
  processing: ['completed', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
  expired: [],
};

/** True when nothing can happen to the query any more. */
export function isFinished(state: QueryState): boolean {
  return successors[state].length === 0;
}

/** The state at a moment: an unfinished query whose time has passed is `expired`. */
export function stateAt(record: QueryRecord, nowMs: number): QueryState {
  return !isFinished(record.state) && Date.parse(record.expiresAt) <= nowMs ? 'expired' : record.state;
}

/**
 * The record in its next state.
 * @throws EarshotError `conflict` when that state cannot follow the present one.
 */
export function advance(
  record: QueryRecord,
  state: QueryState,
  nowMs: number,
  changes: Partial<QueryRecord> = {},
): QueryRecord {
  if (!successors[record.state].includes(state)) throw stateConflict(record);
  return { ...record, ...changes, state, updatedAt: timestamp(nowMs) };
}

/** Why a query takes no audio now. */
export function stateConflict({ queryType, state }: QueryRecord): EarshotError {
  const detail =
    queryType === 'text'
      ? 'A text query takes no audio. Create a query of queryType audio.'
      : `The query is ${state} and takes audio only once, while it is created. Create another query.`;
  return new EarshotError('conflict', detail, { extra: { state } });
}
