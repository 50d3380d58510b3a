import t from 'tap';
import { createUnderstander, loadPack } from '../../src/nlu/index.js';
import { converse, understanderOf } from './say-to.js';

const frontDesk = `
name: front-desk
locales: [en]
lists:
  thing: { inflect: true, values: [pillow, coffee, tea] }
  size: { values: [small, large] }
  filling: { values: [feather, foam] }
entities:
  thing: {}
  size: {}
  filling: {}
  quantity: { kind: number, from: 1, to: 12 }
  item: { kind: phrase, of: [quantity, size, filling, thing], head: [thing], separators: [and], glue: [a, some], into: order }
fields:
  order: { kind: items, defaults: { quantity: 1 }, say: "{quantity|words} [{size} ][{filling} ]{thing|counted:quantity}" }
intents:
  order: { sentences: ["{item}"], context: [addItems], replies: ["{order}."] }
  change:
    priority: 1
    when: { filled: [order] }
    sentences: ["make (it|them) {item}", "[make] {quantity:part} [of them] {item} [and {quantity:part} [of them] {item}]"]
    context: [changeItem]
    replies:
      - { when: { said: [failed] }, say: ["There are {order}."] }
      - "{order}."
  keep:
    priority: 1
    when: { filled: [order] }
    sentences: ["just [the] {item}"]
    context: [keepItems]
    replies: ["{order}."]
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;

t.test('so many of what was ordered become each something else', async (t) => {
  const understander = understanderOf(t, frontDesk);
  const reply = (...said: string[]) => converse(understander, said).at(-1)!.reply.text;
  t.equal(reply('two coffees', 'one small and one large'), 'One small coffee and one large coffee.');
  t.equal(
    reply('two teas and four pillows', 'two of them feather and two foam'),
    'Two teas, two feather pillows and two foam pillows.',
  );
  t.equal(
    reply('three coffees', 'make two of them large and one of them a tea'),
    'Two large coffees and one tea.',
  );
  t.equal(
    reply('four coffees', 'one of them large and one small'),
    'Two coffees, one large coffee and one small coffee.',
  );
});

t.test('what is ordered of all that were counted tells how each is', async (t) => {
  const folder = t.testdir({
    'pack.yaml': frontDesk.replace('"[make] {quantity:part}', '"make {quantity:part}'),
  });
  const understander = createUnderstander(loadPack(folder));
  const reply = (...said: string[]) => converse(understander, said).at(-1)!.reply.text;
  t.equal(
    reply('two coffees and a tea', 'one small coffee and one large coffee'),
    'One tea, one small coffee and one large coffee.',
  );
  t.equal(reply('two coffees', 'one small coffee and one coffee'), 'Three coffees and one small coffee.');
});

t.test('so many are put right as well', async (t) => {
  const folder = t.testdir({ 'pack.yaml': frontDesk.replace('[changeItem]', '[correctItem]') });
  const understander = createUnderstander(loadPack(folder));
  const reply = (...said: string[]) => converse(understander, said).at(-1)!.reply.text;
  t.equal(reply('four pillows', 'two feather and two foam'), 'Two feather pillows and two foam pillows.');
  t.equal(
    reply('three coffees', 'one of them large', 'two of them large'),
    'One coffee and two large coffees.',
  );
});

t.test('what there are not so many of is not changed', async (t) => {
  const understander = understanderOf(t, frontDesk);
  const reply = (...said: string[]) => converse(understander, said).at(-1)!.reply.text;
  t.equal(reply('three coffees', 'five of them large'), 'There are three coffees.');
  t.equal(
    reply('three coffees', 'one of them large', 'five of them large'),
    'There are two coffees and one large coffee.',
  );
});

const boxOffice = `
name: box-office
locales: [en]
lists:
  fare: { inflect: true, values: [adult, { in: child, out: child }, senior, student] }
  seat: { values: [front, back] }
entities:
  fare: {}
  seat: {}
  quantity: { kind: number, from: 1, to: 12 }
  item: { kind: phrase, of: [quantity, seat, fare], head: [fare], separators: [and], glue: [a, of, the, them], into: order }
fields:
  order: { kind: items, defaults: { quantity: 1 }, say: "{quantity|words} [{seat} ]{fare|counted:quantity}" }
intents:
  order: { sentences: ["{item}"], context: [addItems], replies: ["{order}."] }
  change:
    when: { filled: [order] }
    sentences: ["(no|make [it|that]) {item}", "{item} now", "put {item:target} in {item} and {item:target} in {item}"]
    context: [correctItem]
    replies: [{ when: { said: [failed] }, say: ["There are {order}."] }, "{order}."]
  fewer:
    when: { filled: [order] }
    sentences: ["{quantity:part} less [{item:target}]"]
    context: [removeItem]
    replies: [{ when: { said: [failed] }, say: ["There are {order}."] }, "That leaves {order}."]
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;

t.test('so many of what is there are taken out, also where a slot names what they are', async (t) => {
  const understander = createUnderstander(loadPack(t.testdir({ 'pack.yaml': boxOffice })));
  const reply = (...said: string[]) => converse(understander, said).at(-1)!.reply.text;
  t.equal(reply('four adults and a child', 'two less'), 'That leaves four adults.');
  t.equal(reply('four adults and a child', 'two less adults'), 'That leaves two adults and one child.');
  t.equal(reply('four adults and a child', 'one less senior'), 'There are four adults and one child.');
});

t.test('so many of what is there become something else, said in one phrase', async (t) => {
  const understander = createUnderstander(loadPack(t.testdir({ 'pack.yaml': boxOffice })));
  const reply = (...said: string[]) => converse(understander, said).at(-1)!.reply.text;
  t.equal(reply('two adults', 'make one of them a child'), 'One adult and one child.');
  t.equal(reply('three adults', 'make two of them seniors'), 'One adult and two seniors.');
  t.equal(
    reply('three adults and a child', 'make two of the adults seniors'),
    'One adult, two seniors and one child.',
  );
  t.equal(reply('three adults', 'make two of the adults back'), 'One adult and two back adults.');
  for (const more of ['make three of the adults seniors', 'make three of the adults back'])
    t.equal(reply('two adults', more), 'There are two adults.', more);
});

t.test('"I said" and "I meant" behind a "no" put right what was ordered', async (t) => {
  const understander = createUnderstander(loadPack(t.testdir({ 'pack.yaml': boxOffice })));
  const reply = (...said: string[]) => converse(understander, said).at(-1)!.reply.text;
  for (const text of ['no i said seniors', 'no i meant seniors', 'no sorry i said seniors'])
    t.equal(reply('two adults', text), 'Two seniors.', text);
});

t.test('several things become others at once', async (t) => {
  const understander = createUnderstander(loadPack(t.testdir({ 'pack.yaml': boxOffice })));
  const reply = (...said: string[]) => converse(understander, said).at(-1)!.reply.text;
  const order = 'a student and two adults';
  t.equal(reply(order, 'make the student a senior and the adults students'), 'One senior and two students.');
  t.equal(reply(order, 'student a senior now'), 'One senior and two adults.', 'without an article before it');
  t.equal(reply(order, 'make the adults students and the student an adult'), 'One adult and two students.');
  t.equal(
    reply(order, 'make the student front and the adults seniors'),
    'One front student and two seniors.',
  );
  t.equal(
    reply(order, 'put the student in front and the adults in back'),
    'One front student and two back adults.',
  );
});

t.test('a small and a large one are one of each', async (t) => {
  const understander = understanderOf(t, frontDesk);
  const reply = (...said: string[]) => converse(understander, said).at(-1)!.reply.text;
  t.equal(reply('two coffees', 'make it a small and a large one'), 'One small coffee and one large coffee.');
  t.equal(
    reply('two coffees and two teas', 'make it a small and a large one'),
    'Two coffees, one small tea and one large tea.',
    'of what was ordered last',
  );
});

t.test('of what is kept as many as were counted are', async (t) => {
  const understander = understanderOf(t, frontDesk);
  const reply = (...said: string[]) => converse(understander, said).at(-1)!.reply.text;
  t.equal(reply('a coffee and three teas', 'just one tea'), 'One tea.');
  t.equal(reply('a coffee and three teas', 'just two teas and a pillow'), 'Two teas and one pillow.');
  t.equal(reply('a coffee and three teas', 'just the teas'), 'Three teas.');
  t.equal(reply('a coffee and two large teas', 'just the large one'), 'Two large teas.');
});

const yard = `
name: yard
locales: [en]
lists:
  pack: { inflect: true, values: [bag, box] }
  material: { values: [cement, sand, screws] }
  size: { values: [small, large] }
entities:
  pack: {}
  material: {}
  size: {}
  quantity: { kind: number, from: 1, to: 99 }
  number: { kind: number, from: 2, to: 500 }
  each: { kind: pattern, patterns: [{ in: "of {number}", out: "{number}" }] }
  item: { kind: phrase, of: [quantity, size, pack, material, each], head: [material], separators: [and], glue: [a, of, the], into: order }
fields:
  order: { kind: items, defaults: { quantity: 1 }, say: "{quantity|words} [{size} ][{pack|counted:quantity} of ][{each} ]{material}" }
intents:
  order: { sentences: ["[and] {item}"], context: [addItems], replies: ["{order}."] }
  change:
    when: { filled: [order] }
    sentences: ["(no|sorry|make [it]) {item}"]
    context: [correctItem]
    replies: [{ when: { said: [failed] }, say: [No.] }, "{order}."]
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;

t.test('what a thing is packed in is said of what stands behind an of', async (t) => {
  const understander = understanderOf(t, yard);
  const reply = (...said: string[]) => converse(understander, said).at(-1)!.reply.text;
  t.equal(reply('two bags of cement three bags of sand'), 'Two bags of cement and three bags of sand.');
  t.equal(
    reply('two bags of cement one box of screws three bags of sand'),
    'Two bags of cement, one box of screws and three bags of sand.',
  );
  t.equal(reply('two boxes of ten screws and a bag of sand'), 'Two boxes of 10 screws and one bag of sand.');
});

t.test('as many are put right of what was ordered last, where it is so', async (t) => {
  const understander = understanderOf(t, yard);
  const reply = (...said: string[]) => converse(understander, said).at(-1)!.reply.text;
  t.equal(
    reply('three bags of sand', 'and a box of screws', 'no two boxes'),
    'Three bags of sand and two boxes of screws.',
  );
  t.equal(
    reply('two bags of cement and three bags of sand', 'sorry five of cement'),
    'Five bags of cement and three bags of sand.',
  );
  t.equal(reply('two large bags of sand', 'make the large one large'), 'Two large bags of sand.');
});
