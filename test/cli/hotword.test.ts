import t from 'tap';
import { parseHotword } from '../../src/cli/hotword.js';

t.test('a number behind the last colon is a weight, unless it is minutes', async (t) => {
  for (const [value, ...read] of [
    ['oat milk', 'oat milk'],
    ['oat milk:3', 'oat milk', 3],
    ['oat milk:0.5', 'oat milk', 0.5],
    ['oat milk:10', 'oat milk', 10],
    ['train at 10:30', 'train at 10:30'],
    ['10:05', '10:05'],
    ['train at 10:30:4', 'train at 10:30', 4],
    ['size 10:3', 'size 10', 3],
    ['note: milk', 'note: milk'],
    ['ratio:1e3', 'ratio:1e3'],
  ] as const) {
    const [text, weight] = read;
    t.strictSame(parseHotword(value), weight === undefined ? { text } : { text, weight }, value);
  }
});

t.test('a phrase without a word that can be said is refused', async (t) => {
  for (const value of ['', ' ', ':3', '👟', '👟:3', '...', 'Обувь'])
    t.throws(() => parseHotword(value), { message: /must have a word that can be said/ }, value);
});

t.test('a weight out of bounds is refused', async (t) => {
  for (const value of ['oat milk:0', 'oat milk:-1', 'oat milk:10.1', 'oat milk:30'])
    t.throws(
      () => parseHotword(value),
      { message: /weight .* above 0 and at most 10; "oat milk" has / },
      value,
    );
});
