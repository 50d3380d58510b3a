import fc from 'fast-check';
import t from 'tap';
import { readCode } from '../../src/nlu/entities/code.js';
import { english } from '../../src/nlu/locales/en.js';
import { tokenise } from '../../src/nlu/tokenise.js';

const letters = fc.stringMatching(/^[b-df-hj-np-tv-z]{1,4}$/);
const figures = fc.integer({ min: 1, max: 9999 }).map(String);

t.test('letters and figures written together are one code, whatever stands around', async () => {
  fc.assert(
    fc.property(letters, figures, fc.boolean(), (some, number, isNumberFirst) => {
      const code = isNumberFirst ? number + some : some + number;
      const tokens = tokenise(`the ${code.toUpperCase()} case`, english);
      const found = readCode(tokens, 1);
      return found?.value === code && tokens[found.end].norm === 'case';
    }),
  );
});

t.test(
  'words, numbers and words beside numbers are none, a word and figures written together are',
  async (t) => {
    const codesIn = (text: string) => {
      const tokens = tokenise(text, english);
      return tokens.flatMap((_, at) => readCode(tokens, at)?.value ?? []);
    };
    for (const text of ['shoes', '42', 'size 10', '10 12', '10-12']) t.strictSame(codesIn(text), [], text);
    t.strictSame(codesIn('twenty20 '), ['twenty20']);
  },
);
