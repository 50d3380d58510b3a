import fc from 'fast-check';
import t from 'tap';
import { isPartOfCode, readCode } from '../../src/nlu/entities/code.js';
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

t.test('hyphens are part of a code that has figures behind each of them', async (t) => {
  fc.assert(
    fc.property(letters, figures, fc.array(figures, { minLength: 1, maxLength: 2 }), (some, number, rest) => {
      const code = [some + number, ...rest.map((one) => some + one)].join('-');
      const tokens = tokenise(`the ${code.toUpperCase()} case`, english);
      const found = readCode(tokens, 1);
      return found?.value === code && tokens[found.end].norm === 'case' && isPartOfCode(tokens, 1, 2);
    }),
  );
  for (const code of ['lp-e6nh', 'bn59-01315a', 'pg-245', 'cx-5'])
    t.equal(readCode(tokenise(code, english), 0)?.value, code);
  for (const text of ['usb-c', 'size-10', '5w-30', '12-pack', 'a4-size']) {
    const tokens = tokenise(text, english);
    t.notOk(
      tokens.some((_, at) => readCode(tokens, at)?.value.includes('-')),
      text,
    );
  }
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
