import { isSameOwner } from './conversations.js';
import type { Lifetimes } from './lifetimes.js';
import { isFinished } from './query-lifecycle.js';
import type { QueryOutcomes } from './query-outcomes.js';
import type { Owner, QueryRecord } from './query-record.js';
import type { QueryStore } from './query-store.js';
import type { RunningUploads } from './running-uploads.js';

interface QueryRecordsOptions {
  store: QueryStore;
  outcomes: QueryOutcomes;
  uploads: RunningUploads;
  lifetimes: Lifetimes;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Queries as they are now: from the running uploads, else from the store. */
export class QueryRecords {
  constructor(private readonly options: QueryRecordsOptions) {}

  /** undefined for what there is not, what expired, what is someone else's or in another conversation. */
  async find(owner: Owner, id: string, conversationId?: string): Promise<QueryRecord | undefined> {
    const { uploads, store, lifetimes } = this.options;
    const running = uploads.get(id);
    const record = running ?? (await store.getQuery(id, { evenExpired: lifetimes.has(id) }));
    if (
      record === undefined ||
      !isSameOwner(record.owner, owner) ||
      (conversationId !== undefined && record.conversationId !== conversationId) ||
      (running === undefined && this.#isOver(record))
    )
      return undefined;
    return this.current(record);
  }

  #isOver({ id, state, expiresAt }: QueryRecord): boolean {
    const { lifetimes, now } = this.options;
    return Date.parse(expiresAt) <= now() && (isFinished(state) || !lifetimes.has(id));
  }

  /** A record as it is now: what a crash left under way has failed. */
  async current(record: QueryRecord): Promise<QueryRecord> {
    const { uploads, store, outcomes } = this.options;
    const running = uploads.get(record.id);
    if (running !== undefined) return running;
    if (record.state !== 'streaming' && record.state !== 'processing') return record;
    // it may have finished while it was read
    const latest = (await store.getQuery(record.id)) ?? record;
    if (isFinished(latest.state)) return latest;
    return outcomes.fail(latest, {
      code: 'interrupted',
      detail: 'The service stopped while the audio was uploaded. Create another query.',
    });
  }
}
