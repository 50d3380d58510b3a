import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { jsonTextOf } from '../../src/http/json-text.js';
import { conversationPageEntity, queryEntity } from '../../src/http/representations.js';
import { deepFreeze } from '../../src/memory/deep-freeze.js';
import type { ConversationRecord, QueryRecord } from '../../src/query/index.js';

const common = {
  owner: { organisationId: 'shop', uid: 'anna' },
  locale: 'en-US',
  createdAt: '2026-03-01T12:00:00.000Z',
  updatedAt: '2026-03-01T12:00:00.000Z',
  expiresAt: '2026-03-02T12:00:00.000Z',
};
const id = fc.constantFrom('1', '2');
const record: fc.Arbitrary<QueryRecord> = fc.record({
  id,
  conversationId: id,
  audioId: fc.option(id, { nil: undefined }),
  state: fc.constantFrom('created' as const, 'completed' as const),
  queryType: fc.constantFrom('audio' as const, 'text' as const),
  textQuery: fc.option(fc.record({ text: fc.string({ maxLength: 20_000 }) }), { nil: undefined }),
  ...Object.fromEntries(Object.entries(common).map(([name, value]) => [name, fc.constant(value)])),
}) as fc.Arbitrary<QueryRecord>;
const scope = fc.record({
  base: fc.constantFrom('', 'http://a', 'http://b', 'http://a/conversations/1'),
  isConversationScoped: fc.boolean(),
});

t.test('what is made once for each record is what would be made anew', async (t) => {
  fc.assert(
    fc.property(
      fc.array(record, { minLength: 1, maxLength: 3 }),
      fc.array(fc.tuple(fc.nat(), scope), { maxLength: 20 }),
      (records, asked) => {
        const kept = records.map((each) => deepFreeze(structuredClone(each)));
        for (const [at, scope] of asked) {
          const expected = JSON.stringify(queryEntity(records[at % records.length], scope));
          assert.equal(jsonTextOf(queryEntity(kept[at % kept.length], scope)), expected);
        }
      },
    ),
  );
  const page = { items: [{ ...common, id: '1', context: {}, turns: 1 } as ConversationRecord], next: 'more' };
  const kept = deepFreeze(structuredClone(page));
  for (const base of ['http://a', 'http://b', 'http://a']) {
    for (const asked of [{ limit: 1 }, { limit: 1, after: 'x' }, { limit: 2, after: 'x' }]) {
      const expected = JSON.stringify(conversationPageEntity(page, base, asked));
      t.equal(jsonTextOf(conversationPageEntity(kept, base, asked)), expected);
    }
  }
});

t.test('it is made once of what is frozen, and each time of what may change', async (t) => {
  const scope = { base: 'http://a', isConversationScoped: false };
  const open = {
    ...common,
    id: '1',
    conversationId: '1',
    state: 'created',
    queryType: 'text',
  } as QueryRecord;
  const kept = deepFreeze({ ...open });
  t.equal(queryEntity(kept, scope), queryEntity(kept, { ...scope }));
  t.not(queryEntity(open, scope), queryEntity(open, scope));
  const entity = { changed: 0 };
  t.equal(jsonTextOf(entity), '{"changed":0}');
  entity.changed = 1;
  t.equal(jsonTextOf(entity), '{"changed":1}');
});
