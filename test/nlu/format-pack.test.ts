import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { parse, stringify } from 'yaml';
import { formatPack } from '../../src/nlu/tools/format-pack.js';
import { formatPackFiles } from '../../src/nlu/tools/format-pack-files.js';
import { newPack } from '../../src/nlu/tools/new-pack.js';

for (const name of ['product-search', 'coffee-bar', 'home-control'])
  t.test(`${name} is laid out as pack format lays it out`, async (t) => {
    t.same(formatPackFiles(name, { write: false }), [], 'run: earshot pack format');
  });

t.test('what fits a line stays in one, what does not is parted', async (t) => {
  const long = 'a '.repeat(70).trim();
  const source = `# What there is.
name: x

# a row of short values
kinds: [${Array.from({ length: 30 }, (_, at) => `value ${at}`).join(', ')}]
intents:
  # asked for
  order: { sentences: &all ["${long}", "a (small|large) one"], when: { filled: [order] } } # and that is that
  again: { sentences: *all, replies: ['it''s ok', plain words] }
  text: >-
    one
    two
  lines: |
    one
      two
`;
  t.equal(
    formatPack(source),
    `# What there is.
name: x

# a row of short values
kinds: [value 0, value 1, value 2, value 3, value 4, value 5, value 6, value 7, value 8, value 9, value 10, value 11,
  value 12, value 13, value 14, value 15, value 16, value 17, value 18, value 19, value 20, value 21, value 22,
  value 23, value 24, value 25, value 26, value 27, value 28, value 29]
intents:
  # asked for
  # and that is that
  order:
    sentences: &all
      - "a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a
        a a a a a a a a a a a a a a"
      - "a (small|large) one"
    when: { filled: [order] }
  again: { sentences: *all, replies: ['it''s ok', plain words] }
  text: "one two"
  lines: |
    one
      two
`,
  );
});

t.test('a layout says what was said before, and is its own layout', async () => {
  const text = fc.oneof(
    fc.string({ maxLength: 200 }),
    fc
      .array(fc.constantFrom('word', 'a|b', '[c]', '{slot}', '', '-', '#', ':', "'", '"'), { maxLength: 60 })
      .map((words) => words.join(' ')),
  );
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      text,
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('any'), { maxLength: 6 }),
      fc.dictionary(fc.stringMatching(/^[a-z]{1,12}$/), tie('any'), { maxKeys: 6 }),
    ),
  })).any;
  const style = fc.record({
    collectionStyle: fc.constantFrom('any' as const, 'block' as const, 'flow' as const),
    lineWidth: fc.constantFrom(0, 40, 80),
    defaultStringType: fc.constantFrom('PLAIN' as const, 'QUOTE_DOUBLE' as const, 'QUOTE_SINGLE' as const),
  });
  fc.assert(
    fc.property(
      fc.dictionary(fc.stringMatching(/^[a-z]{1,12}$/), value, { minKeys: 1 }),
      style,
      (map, how) => {
        const source = stringify(map, null, how);
        const formatted = formatPack(source);
        return (
          JSON.stringify(parse(formatted)) === JSON.stringify(parse(source)) &&
          formatPack(formatted) === formatted
        );
      },
    ),
    { numRuns: 500 },
  );
});

t.test(
  'files are written only when asked, test sentences never, and no file where one is no YAML',
  async (t) => {
    const folder = join(t.testdir({}), 'tickets');
    newPack(folder);
    t.same(formatPackFiles(folder, { write: false }), [], 'a new pack is laid out so');
    const file = join(folder, 'pack.yaml');
    const tests = join(folder, 'tickets.test.yaml');
    const laidOut = readFileSync(file, 'utf8');
    writeFileSync(file, laidOut.replace('name: tickets', 'name:   tickets'));
    writeFileSync(tests, 'tests: [  ]\n');
    t.same(formatPackFiles(folder, { write: false }), [file]);
    t.not(readFileSync(file, 'utf8'), laidOut);
    writeFileSync(join(folder, 'z.yaml'), 'intents: [');
    t.throws(() => formatPackFiles(folder, { write: true }), {
      code: 'invalid_pack',
      message: /z\.yaml: .*no YAML/,
    });
    t.not(readFileSync(file, 'utf8'), laidOut);
    writeFileSync(join(folder, 'z.yaml'), '# nothing yet\n');
    t.same(formatPackFiles(folder, { write: true }), [file]);
    t.equal(readFileSync(file, 'utf8'), laidOut);
    t.equal(readFileSync(tests, 'utf8'), 'tests: [  ]\n');
  },
);
