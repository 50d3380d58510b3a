// Data as bytes: equal to what it was, with typed arrays in line, viewed or copied.
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import t from 'tap';
import { fromSerialised, toSerialised } from '../../src/files/serialised.js';

const arrayOf = fc.oneof(
  fc.uint8Array(),
  fc.int8Array(),
  fc.uint16Array(),
  fc.int16Array(),
  fc.uint32Array(),
  fc.int32Array(),
  fc.float32Array(),
  fc.float64Array(),
);
const data = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    fc.string(),
    fc.double(),
    fc.boolean(),
    arrayOf,
    tie('list'),
    tie('map'),
    tie('record'),
  ),
  list: fc.array(tie('any'), { maxLength: 4 }),
  map: fc.array(fc.tuple(fc.string(), tie('any')), { maxLength: 4 }).map((entries) => new Map(entries)),
  record: fc.dictionary(fc.string(), tie('any'), { maxKeys: 4, noNullPrototype: true }),
})).any;

t.test('what was written is read', async (t) => {
  fc.assert(
    fc.property(data, fc.boolean(), fc.integer({ min: 0, max: 9 }), (value, copies, offset) => {
      const bytes = toSerialised(value);
      const moved = new Uint8Array(bytes.length + offset).subarray(offset);
      moved.set(bytes);
      t.ok(isDeepStrictEqual(fromSerialised(moved, { copies }), value));
    }),
  );
});

t.test('typed arrays are views of shared bytes, or stand alone', async (t) => {
  const twice = Float64Array.of(1, 2);
  const value = { text: 'abc', odd: Uint8Array.of(1, 2, 3), deep: [new Map([['a', twice]]), twice] };
  const bytes = toSerialised(value);
  t.ok(bytes.buffer instanceof SharedArrayBuffer);
  const viewed = fromSerialised(bytes) as typeof value;
  t.equal(viewed.odd.buffer, bytes.buffer);
  t.equal(viewed.deep[1], (viewed.deep[0] as Map<string, Float64Array>).get('a'), 'one is one');
  const copied = fromSerialised(bytes, { copies: true }) as typeof value;
  t.not(copied.odd.buffer, bytes.buffer);
  t.ok(copied.odd.buffer.byteLength < 32);
  t.strictSame(copied, value);
});

t.test('other bytes are refused', async (t) => {
  for (const bytes of [
    new Uint8Array(),
    new Uint8Array(7),
    new Uint8Array(64),
    new TextEncoder().encode('not ours at all'),
  ])
    t.throws(() => fromSerialised(bytes));
});
