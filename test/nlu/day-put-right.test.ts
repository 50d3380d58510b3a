import t from 'tap';

import { converse, understanderOf } from './say-to.js';

const desk = `
name: desk
locales: [en]
entities:
  day: { kind: date, into: day }
  born: { kind: date, past: true, into: born }
fields: { day: { kind: value }, born: { kind: value } }
intents:
  book: { sentences: ["[no] [make it] [a table] [on] {day}"], context: [replace], replies: ["Yes."] }
  birth: { sentences: ["[no] [i was] born [on] {born}", "[no] {born}"], context: [replace], replies: ["Noted."] }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;

t.test('of a day that is put right what was not said stays', async (t) => {
  const now = () => new Date('2026-11-20T12:00:00');
  const understander = understanderOf(t, desk, { now });
  const last = (...said: string[]) => Object.values(converse(understander, said).at(-1)!.context).join(' ');
  t.equal(last('a table on march third', 'no the fourth'), '2027-03-04');
  t.equal(last('a table on march third', 'make it the fourth'), '2027-03-04');
  t.equal(last('a table on march third', 'um no make it the fourth'), '2027-03-04');
  t.equal(last('a table on march third no the fourth'), '2027-03-04', 'within a sentence');
  t.equal(last('a table on march third', 'a table on the fourth'), '2026-12-04', 'another request');
  t.equal(last('a table on february third', 'no the thirtieth'), '2026-11-30', 'no such day');
  t.equal(last('a table tomorrow', 'no the fourth'), '2026-12-04', 'a day that is over');
  t.equal(last('a table on march third', 'no friday'), '2026-11-27');
  t.equal(last('a table on march third', 'no the friday'), '2027-03-05', 'the nearest');
  t.equal(last('a table on march third', 'no make it the tuesday'), '2027-03-02');
  t.equal(last('a table on saturday', 'no the wednesday'), '2026-11-25', 'the nearest is over');
  t.equal(last('a table on the friday'), '2026-11-27', 'nothing is put right');
  t.equal(last('a table on march third twenty thirty', 'no april fourth'), '2030-04-04', 'the year was said');
  t.equal(last('a table on march third', 'no december fourth'), '2026-12-04', 'the year was not');
  t.equal(
    last('born october twenty first nineteen ninety nine', 'no born october twenty second'),
    '1999-10-22',
  );
  t.equal(last('born october twenty first nineteen ninety nine', 'no born on the second'), '1999-10-02');
  t.equal(last('born march third twenty nineteen', 'no twenty twenty one'), '2021-03-03', 'the year alone');
  t.equal(last('born march third twenty nineteen', 'sorry i meant born 2021'), '2021-03-03');
  t.equal(last('born march third twenty nineteen no twenty twenty one'), '2021-03-03', 'within a sentence');
  t.equal(last('a table on march third', 'no twenty twenty eight'), '2028-03-03');
  t.equal(last('born twenty twenty one'), '', 'nothing is put right');
  t.equal(last('a table on march third', 'no january'), '2027-01-03', 'the month alone');
  t.equal(last('a table on march third', 'no december'), '2026-12-03', 'the next one');
  t.equal(last('a table on march third', 'sorry make it in april'), '2027-04-03');
  t.equal(last('a table on march third no may'), '2027-05-03', 'within a sentence');
  t.equal(last('born march third nineteen seventy', 'no june'), '1970-06-03');
  t.equal(last('a table on march thirty first', 'no april'), '2027-03-31', 'no such day');
  t.equal(last('a table in april'), '', 'nothing is put right');
  t.equal(
    last('born february twenty ninth two thousand four', 'no two thousand five'),
    '2004-02-29',
    'no such day',
  );
});

t.test('words that take back the turn before need not stand in a template', async (t) => {
  const now = () => new Date('2026-11-20T12:00:00');
  const understander = understanderOf(t, desk, { now });
  for (const words of [
    'no sorry',
    'no wait',
    'sorry',
    'um no wait',
    'oh sorry',
    'actually',
    'oops',
    'sorry no',
  ])
    for (const [said, day] of [
      ['tuesday', '2026-11-24'],
      ['make it the fourth', '2027-03-04'],
    ]) {
      const [, { intent, context, entities }] = converse(understander, [
        'a table on march third',
        `${words} ${said}`,
      ]);
      t.match({ intent, context }, { intent: 'book', context: { day } }, `${words} ${said}`);
      t.equal(entities.unmatched, undefined, `${words} ${said}`);
    }
  t.equal(converse(understander, ['a table on march third', 'no wait'])[1].intent, 'none');
});
