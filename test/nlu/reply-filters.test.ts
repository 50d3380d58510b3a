import t from 'tap';
import { resolveLocale } from '../../src/nlu/locales/index.js';
import { renderReply } from '../../src/nlu/reply/reply.js';

const resolved = resolveLocale('en-US')!;
const filters = [
  ...[
    'or',
    'besides',
    'count',
    'first',
    'words',
    'measure',
    'price',
    'measured',
    'bounded',
    'unmeasured',
    'numbered',
    'unnumbered',
    'listed:tone:!thing',
    'unlisted:tone',
    'money:currency',
    'plural:one:many',
  ],
  ...[
    'counted:currency',
    'article',
    'article:currency',
    'number',
    'number:is:are',
    'place',
    'date',
    'time',
    'duration',
  ],
];
const values = [
  ...['AB73', '', 'PT1H', '2 meter', '09:00', '2026-11-24', 7, -1.5, true, [], ['a', 2], {}, [{}]],
  ...[{ amount: 'x' }, { amount: '5', currency: 'nothing' }, { type: 'odd' }, { type: 'range' }],
];

t.test('no filter of a reply breaks on a value of another kind', async (t) => {
  for (const filter of filters)
    for (const value of values)
      t.doesNotThrow(
        () =>
          renderReply(`It is {value|${filter}}.`, { value, currency: 'nothing', now: new Date() }, resolved),
        `${filter} of ${JSON.stringify(value)}`,
      );
});

t.test('a filter leaves a value that it is not for as it is', async (t) => {
  const said = (filter: string) => renderReply(`I have {code|${filter}}.`, { code: 'AB73' }, resolved);
  for (const filter of ['price', 'measure', 'date', 'time', 'duration', 'words'])
    t.equal(said(filter), 'I have AB73.', filter);
});

t.test('sizes are said by what they are told by', async (t) => {
  const say = (...size: string[]) =>
    renderReply(
      '[{size|measured|or} ]tool[ {size|bounded|or}][ in size {size|unmeasured|or}]',
      { size },
      resolved,
    );
  t.equal(say('18 volt'), '18 volt tool');
  t.equal(say('over 50 inch', 'L'), 'Tool over 50 inches in size L');
  t.equal(say('10', '10.5'), 'Tool in size 10 or 10.5');
  t.equal(say(), 'Tool');
});

t.test('an article stands before what is counted, as the word behind it sounds', async (t) => {
  const say = (next: string, values: object = {}) =>
    renderReply(
      'Looking for [{thing|article:pieces} ]{next} {thing}.',
      { thing: 'lamp', next, counted: ['thing'], ...values },
      resolved,
    );
  for (const next of ['red', 'used', 'european', 'usb', 'unisex', 'one piece', '10 inch'])
    t.equal(say(next), `Looking for a ${next} lamp.`);
  for (const next of [
    'orange',
    'unlined',
    'led',
    'hourglass',
    'l shaped',
    '8 inch',
    '11 inch',
    '18 volt',
    'hp',
  ])
    t.equal(say(next), `Looking for an ${next} lamp.`);
  t.equal(say('red', { pieces: ['2'] }), 'Looking for red lamp.', 'so many are not one');
  t.equal(say('red', { counted: [] }), 'Looking for red lamp.');
  t.equal(
    renderReply('[{thing|article} ]{thing}', { thing: 'oven', counted: ['thing'] }, resolved),
    'An oven',
  );
  t.equal(
    renderReply('[{thing|article} ]{thing}', { thing: 'the hobbit', counted: ['thing'] }, resolved),
    'The hobbit',
    'what has an article gets none',
  );
});

t.test('values on some lists are said apart from all others', async (t) => {
  const lists: Record<string, string[]> = { tone: ['red', 'orange'], thing: ['orange', 'lace'] };
  const listed = (list: string, value: string) => lists[list]?.includes(value) ?? false;
  const say = (...refused: string[]) =>
    renderReply(
      'Shoes[, not {refused|listed:tone:!thing|or}][, without {refused|unlisted:tone:!thing|or}].',
      { refused, listed },
      resolved,
    );
  t.equal(say('red'), 'Shoes, not red.');
  t.equal(say('lace', 'buckle'), 'Shoes, without lace or buckle.');
  t.equal(say('red', 'orange'), 'Shoes, not red, without orange.');
  t.equal(say(), 'Shoes.');
  const last = 'Shoes[, not {refused|listed:tone:!thing:look|or}].';
  const values = {
    refused: ['orange', 'lace'],
    listed: (list: string, value: string) => list === 'look' || listed(list, value),
  };
  t.equal(renderReply(last, values, resolved), 'Shoes, not orange or lace.', 'the last list decides');
});

t.test('a value behind the end of a sentence begins with a capital letter', async (t) => {
  const say = (values: object) => renderReply('Done.[ In {color}.] {thing} next.', { ...values }, resolved);
  t.equal(say({ color: 'red', thing: 'lamps' }), 'Done. In red. Lamps next.');
  t.equal(renderReply('[Done. ]{thing} next.', { thing: 'lamps' }, resolved), 'Done. Lamps next.');
});
