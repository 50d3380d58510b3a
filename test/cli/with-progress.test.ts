import fc from 'fast-check';
import t from 'tap';
import { progressLine } from '../../src/cli/with-progress.js';

const besides = ' [] 100% | 99h59m left';

t.test('a progress bar fits into the terminal', async (t) => {
  t.strictSame(progressLine('recordings/till.wav', 120), { name: 'till.wav', barSize: 40 });
  t.strictSame(progressLine('recordings/till.wav', 60), { name: 'till.wav', barSize: 30 });
  t.strictSame(progressLine('speech/show-me-red-running-shoes-under-fifty-dollars.wav', 80), {
    name: 'show-me-red-running-shoe….wav',
    barSize: 29,
  });
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.integer({ min: 24, max: 300 }),
      (path, columns) => {
        const { name, barSize } = progressLine(path, columns);
        return barSize >= 1 && [...name].length + barSize + besides.length <= columns;
      },
    ),
  );
});
