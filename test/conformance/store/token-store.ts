import { randomUUID } from 'node:crypto';
import type { Test } from 'tap';
import type { OrganisationRecord, TokenRecord, TokenStore } from '../../../src/auth/token-store.js';
import { fakeClock } from '../../store/open-database.js';

export interface TokenStoreUnderTest {
  store: TokenStore;
  reopen?(): Promise<TokenStore>;
}

const createdAt = '2026-03-01T12:00:00.000Z';

function organisation(name: string): OrganisationRecord {
  return { id: randomUUID(), name, createdAt, limits: { apiCalls: 5 } };
}

function token(organisationId: string, more: Partial<TokenRecord> = {}): TokenRecord {
  return { id: randomUUID(), kind: 'refresh', organisationId, uid: 'anna', createdAt, ...more };
}

/** What every {@link TokenStore} must do. */
export function tokenStoreConformance(
  t: Test,
  open: (t: Test, clock: () => number) => Promise<TokenStoreUnderTest>,
): void {
  t.test('organisations and tokens come back, and outlive the process', async (t) => {
    const { store, reopen } = await open(t, fakeClock());
    const first = organisation('first');
    const own = token(first.id, { kind: 'organisation', uid: undefined });
    t.equal(store.organisation(first.id), undefined);
    t.equal(store.token(own.id), undefined);
    await store.put({ organisation: first, tokens: [own] });
    const found = reopen ? await reopen() : store;
    t.strictSame(found.organisation(first.id), first);
    t.match(found.token(own.id), { id: own.id, kind: 'organisation', organisationId: first.id });
    t.strictSame(await found.organisations(), [first]);
  });

  t.test('organisations are told in the order in which they were made', async (t) => {
    const { store } = await open(t, fakeClock());
    const names = ['first', 'second', 'third'];
    const made = names.map((name, index) => ({
      ...organisation(name),
      id: `${9 - index}`,
      createdAt: `2026-03-0${index + 1}T12:00:00.000Z`,
    }));
    for (const index of [1, 0, 2]) await store.put({ organisation: made[index] });
    t.strictSame(
      (await store.organisations()).map(({ name }) => name),
      names,
    );
  });

  t.test('tokens by organisation, kind and end-user; sessions by refresh token', async (t) => {
    const { store } = await open(t, fakeClock());
    const [a, b] = [organisation('a'), organisation('b')];
    const own = token(a.id, { kind: 'organisation', uid: undefined });
    const anna = token(a.id);
    const later = token(a.id, { createdAt: '2026-03-02T12:00:00.000Z' });
    const annabel = token(a.id, { uid: 'annabel', createdAt: '2026-03-01T13:00:00.000Z' });
    const foreign = token(b.id);
    const session = token(a.id, { kind: 'session', refreshId: anna.id });
    await store.put({ organisation: a, tokens: [later, own, annabel, anna, session] });
    await store.put({ organisation: b, tokens: [foreign] });
    const ids = (records: TokenRecord[]) => records.map(({ id }) => id);
    t.strictSame(ids(await store.tokens(a.id, 'refresh')), ids([anna, annabel, later]));
    t.strictSame(ids(await store.tokens(a.id, 'refresh', 'anna')), ids([anna, later]));
    t.strictSame(ids(await store.tokens(a.id, 'refresh', 'ann')), []);
    t.strictSame(ids(await store.tokens(a.id, 'organisation')), [own.id]);
    t.strictSame(ids(await store.sessions(anna.id)), [session.id]);
    t.strictSame(ids(await store.sessions(later.id)), []);

    await store.delete({ tokens: [anna.id, session.id, 'never there'] });
    t.equal(store.token(anna.id), undefined);
    t.strictSame(ids(await store.tokens(a.id, 'refresh', 'anna')), [later.id]);
    t.strictSame(ids(await store.sessions(anna.id)), []);
    t.notOk(store.wasDeleted('a'));
    await store.delete({ organisation: a.id, tokens: ids([own, later, annabel]) });
    t.ok(store.wasDeleted('a'));
    t.notOk(store.wasDeleted('b'));
    t.equal(store.organisation(a.id), undefined);
    t.strictSame(await store.organisations(), [b]);
    t.ok(store.token(foreign.id));
  });

  t.test('an expired token is absent everywhere', async (t) => {
    const clock = fakeClock();
    const { store } = await open(t, clock);
    const expiresAt = new Date(clock() + 1000).toISOString();
    const refresh = token('x', { expiresAt });
    const session = token('x', { kind: 'session', refreshId: refresh.id, expiresAt });
    await store.put({ tokens: [refresh, session] });
    clock.advance(999);
    t.ok(store.token(refresh.id));
    clock.advance(1);
    t.equal(store.token(refresh.id), undefined);
    t.strictSame(await store.tokens('x', 'refresh'), []);
    t.strictSame(await store.sessions(refresh.id), []);
  });
}
