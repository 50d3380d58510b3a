import t from 'tap';

import { converse, understanderOf } from './say-to.js';

const pack = `
name: clothes
locales: [en]
lists:
  thing: { inflect: true, values: [shirt, jeans, hat, { in: "red cap", out: red cap }] }
  color: { values: [red, blue, black, white, { in: "gr(e|a)y", out: gray }] }
  stuff: { values: [cotton, leather] }
entities:
  thing: { into: keywords, asSaid: true }
  color: { into: attributes.color }
  stuff: { into: attributes.stuff }
  own: { kind: text, into: keywords }
  name: { kind: text, maxWords: 2 }
  search:
    kind: phrase
    of: [thing, color, stuff]
    head: thing
    glue: [a, an, the, and, or, in]
    each: { head: thing, by: [color, stuff], words: [and, or], behind: [in], as: own }
  also: { kind: phrase, of: [color, stuff], glue: [in] }
fields:
  keywords: { kind: list, always: true, things: thing }
  attributes: { kind: map, always: true }
retrieval: { keywords: keywords, attributes: attributes }
intents:
  find: { sentences: ["find {search}"], context: [{ clear: all }, replace], replies: ["Here is {keywords}."] }
  narrow: { sentences: ["{also}", "only {search}"], context: [replace], replies: ["Now {keywords}."] }
  change: { sentences: ["make the {name:target} {also}"], context: [replace], replies: ["Now {keywords}."] }
  drop: { sentences: ["no {search}"], context: [remove], replies: ["Now {keywords}."] }
fallback: { silence: [Yes?], none: [Sorry.] }
`;

t.test('of several things that are described in their own words each keeps its own', async (t) => {
  const understander = understanderOf(t, pack);
  const after = (...said: string[]) => {
    const { keywords, attributes } = converse(understander, said).at(-1)!.context;
    return [keywords, attributes];
  };
  t.same(after('find a red shirt and blue jeans'), [['red shirt', 'blue jeans'], {}]);
  t.same(after('find a black leather hat or a grey cotton shirt'), [
    ['black leather hat', 'gray cotton shirt'],
    {},
  ]);
  t.same(after('find a shirt and black and white jeans'), [['shirt', 'black and white jeans'], {}]);
  t.same(after('find a red shirt and jeans'), [['shirt', 'jeans'], { color: ['red'] }], 'may hold of both');
  t.same(after('find a shirt and jeans in red'), [['shirt', 'jeans'], { color: ['red'] }]);
  t.same(after('find a shirt in red and jeans in blue'), [['red shirt', 'blue jeans'], {}]);
  t.same(after('find a red shirt and jeans in blue'), [['red shirt', 'blue jeans'], {}]);
  t.same(after('find a shirt red and jeans blue'), [['red shirt', 'blue jeans'], {}]);
  t.same(after('find a shirt in red and blue jeans'), [['red shirt', 'blue jeans'], {}]);
  t.same(after('find red jeans or blue jeans'), [['jeans'], { color: ['red', 'blue'] }], 'one thing');

  const both = 'find a red shirt and blue jeans';
  t.same(after(both, 'make the shirt grey'), [['gray shirt', 'blue jeans'], {}]);
  t.same(after(both, 'make the shirts leather'), [['leather red shirt', 'blue jeans'], {}]);
  t.same(after(both, 'in white'), [['white shirt', 'white jeans'], {}], 'where none is named, all');
  t.same(after(both, 'only the jeans'), [['blue jeans'], {}]);
  t.same(after(both, 'only the jeans', 'in white'), [['white jeans'], {}]);
  t.same(after(both, 'no jeans'), [['red shirt'], {}]);
  t.same(after(both, 'find jeans'), [['jeans'], {}], 'another search is about any');
  t.same(after('find a shirt and jeans', 'find the jeans in black'), [['shirt', 'black jeans'], {}]);
  t.same(after('find a shirt and jeans', 'find the black jeans'), [['shirt', 'black jeans'], {}]);
  t.same(after(both, 'find the jeans in black'), [['red shirt', 'black jeans'], {}]);
  t.same(after('find a shirt and jeans', 'find a hat in black'), [['hat'], { color: ['black'] }]);
  t.same(
    after('find a shirt and jeans', 'find jeans in black'),
    [['jeans'], { color: ['black'] }],
    'any jeans are another search',
  );
  t.same(after('find a shirt and jeans', 'find the jeans in black and the shirt in red'), [
    ['black jeans', 'red shirt'],
    {},
  ]);
  t.same(
    after('find a shirt and jeans in red', 'make the jeans blue', 'make the shirt white'),
    [['white shirt', 'blue jeans'], {}],
    'nothing is red any more',
  );
  const alike = 'find a shirt and jeans in red';
  t.same(after(alike, 'make the jeans blue'), [['shirt', 'blue jeans'], { color: ['red'] }]);
  t.same(
    after('find a shirt in red', 'make the shirt blue'),
    [['shirt'], { color: ['blue'] }],
    'there is one only',
  );
  t.same(
    after('find a red cap', 'in white'),
    [['red cap'], { color: ['white'] }],
    'a name is no description',
  );
});

t.test('each of several things keeps the size that was said of it', async (t) => {
  const sized = pack
    .replace(
      '  own:',
      '  size: { kind: pattern, into: attributes.size, patterns: [{ in: "[in] [size] {count}", out: "{count}" }] }\n  letter: { into: attributes.size }\n  count: { kind: number, from: 1, to: 60 }\n  own:',
    )
    .replace('entities:', '  letter: { values: [{ in: small, out: S }, { in: large, out: L }] }\nentities:')
    .replaceAll('of: [thing, color, stuff]', 'of: [thing, color, stuff, size, letter]')
    .replace('of: [color, stuff]', 'of: [color, stuff, size, letter]')
    .replace('as: own }', 'as: own, sizes: { by: [size, letter], word: size } }');
  const understander = understanderOf(t, sized);
  const after = (...said: string[]) => {
    const { keywords, attributes } = converse(understander, said).at(-1)!.context;
    return [keywords, attributes];
  };
  const both = 'find a red shirt in large and jeans in thirty two';
  t.same(after(both), [['size L red shirt', 'size 32 jeans'], {}]);
  t.same(after('find a small hat and a large blue shirt'), [['size S hat', 'size L blue shirt'], {}]);
  t.same(after('find a shirt in red in large and jeans in blue'), [['size L red shirt', 'blue jeans'], {}]);
  t.same(after('find a shirt and jeans in size eight'), [['shirt', 'jeans'], { size: ['8'] }]);
  t.same(after(both, 'make the shirt small'), [['size S red shirt', 'size 32 jeans'], {}]);
  t.same(after(both, 'make the jeans size thirty four'), [['size L red shirt', 'size 34 jeans'], {}]);
  t.same(after(both, 'only the jeans'), [['size 32 jeans'], {}]);
  t.same(after(both, 'only the jeans', 'large'), [['size L jeans'], {}]);
});

t.test('of two values that name the same part of a thing the later one holds', async (t) => {
  const parted = pack
    .replace(
      'entities:',
      '  part: { values: [strap, handle] }\nentities:\n  part: { into: keywords, adds: true }\n  colored: { kind: pattern, into: keywords, adds: true, patterns: [{ in: "{color} {part}", out: "{color} {part}" }, { in: "long {part}", out: "long {part}" }] }',
    )
    .replace('things: thing }', 'things: thing, parts: part }')
    .replace('of: [color, stuff], glue', 'of: [colored, part, color, stuff], glue');
  const understander = understanderOf(t, parted);
  const after = (...said: string[]) => converse(understander, said).at(-1)!.context.keywords;
  t.same(after('find a hat', 'red strap', 'blue strap'), ['hat', 'blue strap']);
  t.same(after('find a hat', 'strap', 'red strap'), ['hat', 'red strap']);
  t.same(after('find a hat', 'red strap', 'blue handle'), ['hat', 'red strap', 'blue handle']);
  t.same(
    after('find a hat', 'red strap', 'long strap'),
    ['hat', 'red strap', 'long strap'],
    'it may be both',
  );
});

t.test('a thing is not described by a word of its name that only sounds like a value', async (t) => {
  const framed = pack
    .replace('values: [shirt,', 'values: [frame, shirt,')
    .replace('[cotton,', '[glass, cotton,');
  const understander = understanderOf(t, framed);
  const after = (keywords: string[]) =>
    understander.understand({
      locale: 'en',
      readings: [{ text: 'black', confidence: 1 }],
      context: { keywords, attributes: {} },
    }).context;
  const black = { attributes: { color: ['black'] } };
  t.match(after(['glasses frames']), { keywords: ['glasses frames'], ...black });
  t.match(after(['glass frames']), { keywords: ['black glass frames'], attributes: {} });
});
