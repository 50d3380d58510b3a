import { randomUUID } from 'node:crypto';
import type { Test } from 'tap';
import type { ConversationRecord, Owner, QueryRecord } from '../../../src/query/query-record.js';
import type { QueryStore } from '../../../src/query/query-store.js';
import { fakeClock } from '../../store/open-database.js';

export interface QueryStoreUnderTest {
  store: QueryStore;
  /** Closes and opens again on the same data; left out by a store that keeps nothing. */
  reopen?(): Promise<QueryStore>;
}

const owner: Owner = { organisationId: randomUUID(), uid: 'anna' };

function query(now: number, more: Partial<QueryRecord> = {}): QueryRecord {
  return {
    id: randomUUID(),
    owner,
    state: 'created',
    createdAt: new Date(now).toISOString(),
    updatedAt: new Date(now).toISOString(),
    expiresAt: new Date(now + 60_000).toISOString(),
    locale: 'en-US',
    queryType: 'audio',
    conversationId: randomUUID(),
    ...more,
  };
}

function conversation(now: number, more: Partial<ConversationRecord> = {}): ConversationRecord {
  const { id, createdAt, updatedAt, expiresAt, locale } = query(now);
  return { id, owner, createdAt, updatedAt, expiresAt, locale, context: {}, turns: 0, ...more };
}

/** What every {@link QueryStore} must do. */
export function queryStoreConformance(
  t: Test,
  open: (t: Test, clock: () => number) => Promise<QueryStoreUnderTest>,
): void {
  t.test('a record comes back as it was put', async (t) => {
    const clock = fakeClock();
    const { store, reopen } = await open(t, clock);
    const full = query(clock(), {
      state: 'completed',
      audioQuery: { mimeType: 'audio/wav' },
      textQuery: { text: 'zwölf', words: [{ text: 'zwölf', start: 0.1, end: 0.5, confidence: 0.9 }] },
      context: { keywords: [], attributes: { colour: ['red'] }, price: {}, odd: { deep: [null, 1.5] } },
      failure: { code: 'internal_error', detail: 'a\nb' },
    });
    const talk = conversation(clock(), { memory: { turns: [{}] }, context: { sortBy: 'new' }, turns: 3 });
    t.equal(await store.getQuery(full.id), undefined);
    t.equal(await store.getConversation(talk.id), undefined);
    await store.putQuery(full, { durable: true });
    await store.putConversation(talk);
    t.strictSame(await store.getQuery(full.id), full);
    t.strictSame(await store.getConversation(talk.id), talk);
    t.equal(await store.getQuery(talk.id), undefined, 'a conversation is no query');
    if (reopen) {
      const again = await reopen();
      t.strictSame(await again.getQuery(full.id), full);
      t.strictSame(await again.getConversation(talk.id), talk);
    }
  });

  t.test('what was put is the caller’s own, what was read cannot be changed', async (t) => {
    const clock = fakeClock();
    const { store } = await open(t, clock);
    const record = query(clock());
    await store.putQuery(record);
    record.state = 'failed';
    const read = await store.getQuery(record.id);
    t.equal(read?.state, 'created');
    t.throws(() => {
      read!.locale = 'xx-XX';
    }, TypeError);
    t.equal((await store.getQuery(record.id))?.locale, 'en-US');
  });

  t.test('a turn is query and conversation', async (t) => {
    const clock = fakeClock();
    const { store } = await open(t, clock);
    const talk = conversation(clock());
    const asked = query(clock(), { conversationId: talk.id, state: 'processing' });
    await store.putQuery(asked);
    await store.putConversation(talk);
    await store.putTurn({ ...asked, state: 'completed' }, { ...talk, turns: 1 });
    t.equal((await store.getQuery(asked.id))?.state, 'completed');
    t.equal((await store.getConversation(talk.id))?.turns, 1);
    t.equal(
      (await store.listQueries(talk.id, { limit: 10 })).items.length,
      1,
      'the update is no second query',
    );
  });

  t.test('expired is gone, and a later expiry keeps', async (t) => {
    const clock = fakeClock();
    const { store } = await open(t, clock);
    const talk = conversation(clock());
    const first = query(clock(), { conversationId: talk.id });
    const second = query(clock(), { conversationId: talk.id });
    await store.putConversation(talk);
    await store.putQuery(first);
    await store.putQuery(second);
    const later = new Date(clock() + 120_000).toISOString();
    await store.putTurn({ ...second, expiresAt: later }, { ...talk, expiresAt: later });
    clock.advance(60_000);
    t.equal(await store.getQuery(first.id), undefined);
    t.strictSame(
      await store.getQuery(first.id, { evenExpired: true }),
      first,
      'but as long as it was not swept',
    );
    t.ok(await store.getQuery(second.id));
    t.strictSame(
      (await store.listQueries(talk.id, { limit: 10 })).items.map(({ id }) => id),
      [second.id],
    );
    t.equal((await store.listConversations(owner, { limit: 10 })).items.length, 1);
    clock.advance(60_000);
    t.equal(await store.getConversation(talk.id), undefined);
    t.strictSame(await store.listConversations(owner, { limit: 10 }), { items: [] });
  });

  t.test('lists: an owner’s conversations newest first, a conversation’s queries oldest first', async (t) => {
    const clock = fakeClock();
    const { store } = await open(t, clock);
    const talks: string[] = [];
    const asked: string[] = [];
    const one = randomUUID();
    for (let i = 0; i < 7; i++) {
      clock.advance(1);
      const talk = conversation(clock());
      const turn = query(clock(), { conversationId: one });
      await store.putConversation(talk);
      await store.putQuery(turn);
      talks.unshift(talk.id);
      asked.push(turn.id);
    }
    for (const other of [
      { ...owner, uid: 'anna2' },
      { ...owner, uid: 'ann' },
      { ...owner, organisationId: randomUUID() },
    ]) {
      await store.putConversation(conversation(clock(), { owner: other }));
    }
    await store.putQuery(query(clock()));
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await store.listConversations(owner, { limit: 3, after });
      seen.push(...page.items.map(({ id }) => id));
      after = page.next;
    } while (after);
    t.strictSame(seen, talks);
    const page = await store.listQueries(one, { limit: 4 });
    const rest = await store.listQueries(one, { limit: 4, after: page.next });
    t.strictSame(
      [...page.items, ...rest.items].map(({ id }) => id),
      asked,
    );
    t.equal(rest.next, undefined);
    await t.rejects(store.listQueries(one, { limit: 4, after: '%%%' }), { code: 'invalid_request' });
    t.strictSame(await store.listQueries(randomUUID(), { limit: 4 }), { items: [] });
  });
}
