import t from 'tap';

import { typed, understanderOf } from './say-to.js';

t.test(
  'a rule of a phrase goes by what stands behind a value, and names any value that it takes',
  async (t) => {
    const pack = `
name: shed
locales: [en]
fields: { order: { kind: items } }
lists: { tool: { values: [saw, rake] }, stuff: { values: [wood, spray] }, nth: { values: [early, late] } }
entities:
  tool: {}
  stuff: {}
  nth: {}
  count: { kind: number, from: 1, to: 9 }
  what:
    kind: phrase
    into: order
    head: tool
    of: [nth, count, tool, stuff]
    glue: [on, in, and, of them, for me]
    rules:
      - { take: [nth, count], as: nth, value: "{count}" }
      - { take: [count], after: [and], as: nth }
      - { take: [stuff], followedBy: [on], with: "!tool", as: tool }
intents:
  fetch: { sentences: ["{what}"], context: [addItems], replies: ["{order}."] }
`;
    const understander = understanderOf(t, pack);
    const items = (text: string) =>
      understander.understand({ locale: 'en-US', ...typed(text) }).context.order;
    t.match(items('spray on wood'), [{ tool: 'spray', stuff: 'wood' }]);
    t.match(items('saw on wood'), [{ tool: 'saw', stuff: 'wood' }]);
    t.match(items('wood in spray'), [{ stuff: 'spray' }], 'another word stands behind it');
    t.match(items('late three rake'), [{ nth: 3, tool: 'rake' }], 'the later one of two');
    t.match(items('rake late three of them'), [{ nth: 'late', count: 3, tool: 'rake' }], 'a number of these');
    t.match(items('rake late three for me'), [{ nth: 3, tool: 'rake' }], 'but of both for somebody');
    t.match(items('rake and three for me'), [{ tool: 'rake', count: 3 }], 'a number for somebody');
    t.match(items('rake and three'), [{ tool: 'rake', nth: 3 }]);
  },
);

t.test('a rule of a phrase goes by what another value does not end on', async (t) => {
  const pack = `
name: beds
locales: [en]
fields: { order: { kind: items } }
lists: { thing: { values: [sheet, legs] }, width: { values: [king] }, linen: { values: [sheet] }, name: { values: [kong] } }
entities:
  thing: {}
  width: {}
  name: {}
  what:
    kind: phrase
    into: order
    head: thing
    of: [width, name, thing]
    rules:
      - { take: [width], with: thing, withHeaded: "!linen", as: name }
intents:
  fetch: { sentences: ["{what}"], context: [addItems], replies: ["{order}."] }
`;
  const understander = understanderOf(t, pack);
  const items = (text: string) => understander.understand({ locale: 'en-US', ...typed(text) }).context.order;
  t.match(items('king sheet'), [{ thing: 'sheet', width: 'king' }]);
  t.match(items('king legs'), [{ thing: 'legs', name: 'king' }]);
});

t.test('a rule of a phrase goes by all words of what a value ends on', async (t) => {
  const pack = `
name: cleaning
locales: [en]
fields: { order: { kind: items } }
lists: { thing: { values: [vacuum bag, tote bag] }, cleaned: { values: [vacuum bag] }, who: { values: [henry] }, name: { values: [kong] } }
entities:
  thing: {}
  who: {}
  name: {}
  what:
    kind: phrase
    into: order
    head: thing
    of: [who, thing]
    rules:
      - { take: [who], with: thing, withHeaded: cleaned, as: name }
    glue: [for]
intents:
  fetch: { sentences: ["{what}"], context: [addItems], replies: ["{order}."] }
`;
  const understander = understanderOf(t, pack);
  const items = (text: string) => understander.understand({ locale: 'en-US', ...typed(text) }).context.order;
  t.match(items('vacuum bag for henry'), [{ thing: 'vacuum bag', name: 'henry' }]);
  t.match(items('tote bag for henry'), [{ thing: 'tote bag', who: 'henry' }]);
});

t.test('two values with words between them become one, which has those words', async (t) => {
  const pack = `
name: shelf
locales: [en]
fields: { titles: { kind: list }, order: { kind: items } }
lists: { thing: { values: [film, book] } }
entities:
  thing: {}
  title: { kind: text }
  what:
    kind: phrase
    into: order
    head: thing
    rest: title
    of: [thing]
    rules:
      - { take: [title, title], joinedBy: [of the, and], as: title }
    glue: [of, the, and, in]
intents:
  fetch: { sentences: ["{what}"], context: [addItems], replies: ["{order}."] }
`;
  const understander = understanderOf(t, pack);
  const items = (text: string) => understander.understand({ locale: 'en-US', ...typed(text) }).context.order;
  t.match(items('lord of the flies book'), [{ thing: 'book', title: 'lord of the flies' }]);
  t.match(items('sons and lovers and others book'), [{ title: 'sons and lovers and others' }]);
  t.match(items('lord in flies book'), [{ thing: 'book', title: 'flies' }], 'another word joins none');
});
