import fc from 'fast-check';
import t from 'tap';
import { PowerSpectrum } from '../../src/features/power-spectrum.js';

t.test('the power of each bin is that of the sum that defines it', (t) => {
  const frames = fc.integer({ min: 2, max: 6 }).chain((log2) => {
    const length = 2 ** log2;
    const sample = fc.double({ min: -1, max: 1, noNaN: true });
    return fc.array(sample, { minLength: length, maxLength: length });
  });
  fc.assert(
    fc.property(frames, (frame) => {
      const spectrum = new PowerSpectrum(frame.length);
      spectrum.transform(Float64Array.from(frame));
      for (const [bin, power] of spectrum.power.entries()) {
        const sum = (part: (angle: number) => number) =>
          frame.reduce((all, sample, at) => all + sample * part((2 * Math.PI * bin * at) / frame.length), 0);
        const expected = sum(Math.cos) ** 2 + sum(Math.sin) ** 2;
        if (!(Math.abs(power - expected) < 1e-9)) return false;
      }
      return true;
    }),
  );
  t.end();
});
