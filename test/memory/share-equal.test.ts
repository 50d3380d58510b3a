import { deepStrictEqual } from 'node:assert/strict';
import { deserialize, serialize } from 'node:v8';
import fc from 'fast-check';
import t from 'tap';
import { shareEqual, shareTexts } from '../../src/memory/share-equal.js';

const scalar = fc.oneof(
  fc.constantFrom('red', 'blue', '', '1', '__proto__'),
  fc.constantFrom(0, 1, Number.NaN, Number.POSITIVE_INFINITY, null, undefined, true),
);
/** Compiled data: what `serialize` takes, without classes of ours. */
const { data } = fc.letrec((tie) => ({
  data: fc.oneof(
    { depthSize: 'medium' },
    scalar,
    fc.array(tie('data'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('to', 'words', 'value'), tie('data')),
    fc
      .array(fc.tuple(fc.oneof(scalar, fc.tuple(scalar)), tie('data')), { maxLength: 3 })
      .map((entries) => new Map(entries)),
    fc.array(tie('data'), { maxLength: 3 }).map((items) => new Set(items)),
    fc.uint8Array({ maxLength: 3 }),
  ),
}));

t.test('what is said stays the same', async () => {
  fc.assert(
    fc.property(data, (value) => {
      const before = serialize(value);
      for (const share of [shareEqual, shareTexts]) {
        deepStrictEqual(share(deserialize(before)), deserialize(before));
      }
    }),
    { examples: [[new Set([['a'], ['a']])]] },
  );
});

t.test('equal lists of texts and numbers are one, wherever they stand', async (t) => {
  const { words, byName, deep } = shareEqual({
    words: [['a', 1], ['a', 1], ['a', '1'], ['b']],
    byName: new Map([['x', ['a', 1]]]),
    deep: [{ to: ['b'] }, [['a', 1]]] as [{ to: string[] }, unknown[][]],
  });
  t.equal(words[0], words[1]);
  t.equal(words[0], byName.get('x'));
  t.equal(words[0], deep[1][0]);
  t.equal(words[3], deep[0].to);
  t.not(words[0], words[2]);
});

t.test('lists that hold anything else stay what they are', async (t) => {
  const [first, second, empty, none] = shareEqual([[{ to: 1 }], [{ to: 1 }], [undefined], [null]]);
  t.not(first, second);
  t.not(empty, none);
});

t.test('data that holds itself comes to an end', async (t) => {
  const ring: { next?: unknown; words: string[] } = { words: ['a'] };
  ring.next = [ring];
  t.equal(shareEqual(ring), ring);
  t.equal(shareTexts(ring), ring);
});
