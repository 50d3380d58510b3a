import fc from 'fast-check';
import t from 'tap';
import { HighestMean } from '../../src/vad/highest-mean.js';

t.test('the highest mean of so many values in a row, as if 0 had come before the first', async (t) => {
  t.equal(new HighestMean(5).value, undefined, 'nothing yet');
  const values = fc.array(fc.float({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(values, fc.integer({ min: 1, max: 8 }), (given, length) => {
      const highest = new HighestMean(length);
      for (const value of given) highest.accept(value);
      const padded = [...new Array<number>(length - 1).fill(0), ...given];
      const sums = given.map((_, at) => padded.slice(at, at + length).reduce((a, b) => a + b, 0));
      return Math.abs(highest.value! - Math.max(...sums) / length) < 1e-6;
    }),
  );
});
