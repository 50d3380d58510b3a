import { EarshotError } from '../errors.js';
import type { Context } from '../nlu/understanding.js';
import { timestamp } from '../timestamp.js';
import type { ConversationRecord, Owner } from './query-record.js';
import type { QueryStore } from './query-store.js';

export interface ConversationsOptions {
  store: Pick<QueryStore, 'getConversation'>;
  /** How long a conversation is kept after its last turn. */
  retentionMs: number;
  now: () => number;
  newId: () => string;
}

/** Makes and finds conversations; it does not keep them. */
export class Conversations {
  readonly #options: ConversationsOptions;

  constructor(options: ConversationsOptions) {
    this.#options = options;
  }

  /** A new conversation, for the caller to keep. */
  start(owner: Owner, locale: string, context: Context = {}): ConversationRecord {
    const { now, newId, retentionMs } = this.#options;
    const nowMs = now();
    return {
      id: newId(),
      owner: { organisationId: owner.organisationId, uid: owner.uid },
      locale,
      createdAt: timestamp(nowMs),
      updatedAt: timestamp(nowMs),
      expiresAt: timestamp(nowMs + retentionMs),
      context,
      turns: 0,
    };
  }

  /** @throws EarshotError `not_found`, also for a conversation of someone else. */
  async get(owner: Owner, id: string): Promise<ConversationRecord> {
    const { store, now } = this.#options;
    const found = await store.getConversation(id);
    if (found === undefined || !isSameOwner(found.owner, owner) || Date.parse(found.expiresAt) <= now()) {
      throw new EarshotError('not_found', 'There is no such conversation, or it has expired.');
    }
    return found;
  }
}

export function isSameOwner(a: Owner, b: Owner): boolean {
  return a.organisationId === b.organisationId && a.uid === b.uid;
}
