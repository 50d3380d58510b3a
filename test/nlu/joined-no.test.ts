import t from 'tap';

import { converse, sayTo, understanderOf } from './say-to.js';

const clinic = `
name: clinic
locales: [en]
lists: { symptom: { values: [fever, cough, headache, rash] } }
entities: { symptom: { into: symptoms } }
fields: { symptoms: { kind: list, always: true } }
intents:
  ill: { sentences: ["i have [a] {symptom} [and [a] {symptom:second}]"], context: [add], replies: ["Noted: {symptoms|or}."] }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;

t.test('a "no" that goes on with what was said takes nothing back', async (t) => {
  const say = sayTo(understanderOf(t, clinic));
  const symptoms = (text: string) => say(text).context.symptoms;
  t.same(symptoms('i have a fever no a cough'), ['cough'], 'one alone does');
  t.same(symptoms('i have a fever no wait a cough'), ['cough']);
  for (const text of [
    'i have a fever but no cough',
    'i have a fever and no cough',
    'i have a rash and a fever but no cough',
  ])
    t.notOk([symptoms(text)].flat().includes('cough'), text);
});

t.test('nor does it in a list of things', async (t) => {
  const listed = clinic
    .replace(
      'entities: { ',
      'entities: { listed: { kind: phrase, of: [symptom], separators: [and], glue: [a] }, ',
    )
    .replace('"i have [a] {symptom} [and [a] {symptom:second}]"', '"[i have] {listed}"');
  const say = sayTo(understanderOf(t, listed));
  const symptoms = (text: string) => say(text).context.symptoms;
  t.same(symptoms('i have a fever no a cough'), ['cough'], 'one alone does');
  t.same(symptoms('i have a fever but no cough'), ['fever']);
  t.same(symptoms('i have a fever and no cough'), ['fever']);
  t.same(symptoms('i have a rash and a fever but no cough'), ['rash', 'fever']);
  t.same(say('i have a fever but no cough').entities.excluded, ['cough']);
  t.same(say('i have a fever but no cough').entities.unmatched, undefined);
  t.same(symptoms('i have a fever no cough no rash'), ['fever'], 'nor where it is said of several');
  t.same(symptoms('i have no fever no cough no rash'), []);
  t.same(say('i have no fever no cough no rash').entities.excluded, ['fever', 'cough', 'rash']);
  t.same(symptoms('i have no fever and no cough'), []);
  t.same(symptoms('no fever no cough'), []);
});

t.test('nor does it of what is said of a thing', async (t) => {
  const shelf = `
name: shelf
locales: [en]
lists: { pack: { values: [box, bag] }, goods: { values: [screws, nails] } }
entities:
  pack: {}
  goods: {}
  item: { kind: phrase, of: [pack, goods], head: [pack], separators: [and], glue: [a, of], into: picked }
fields: { picked: { kind: items } }
intents: { pick: { sentences: ["{item}"], context: [addItems], replies: ["{picked}."] } }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;
  const say = sayTo(understanderOf(t, shelf));
  t.same(say('a box of screws but no nails').context.picked, [{ pack: 'box', goods: 'screws' }]);
  t.same(say('a box of screws no nails').context.picked, [{ pack: 'box', goods: 'nails' }], 'one alone does');
});

const kitchen = `
name: kitchen
locales: [en]
lists: { food: { values: [nuts, eggs, gluten, fish] } }
entities:
  food: { into: foods }
  foods: { kind: phrase, of: [food], head: [food], separators: [and, or] }
  those: { kind: phrase, of: [food], head: [food], separators: [and], glue: [no, any] }
fields: { foods: { kind: list } }
intents:
  leaveOut: { sentences: ["[please] no {foods} [please]", "i want {foods} [please]"], context: [replace], replies: ["No {foods|or}."] }
  allergic: { sentences: ["keep out {those}"], context: [replace], replies: ["No {foods|or}."] }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;

t.test('a "no" that is said before each of several things takes none of them back', async (t) => {
  const say = sayTo(understanderOf(t, kitchen));
  const foods = (text: string) => say(text).context.foods;
  const all = ['nuts', 'eggs', 'gluten'];
  t.same(foods('no nuts no eggs no gluten'), all);
  t.same(foods('please no nuts no eggs no gluten please'), all);
  t.same(foods('no nuts no eggs and no gluten'), all);
  t.same(foods('no nuts no eggs or gluten'), all);
  t.same(foods('no no eggs'), ['eggs'], 'said twice');
  t.same(foods('keep out nuts no eggs no gluten'), all, 'it says nothing in this phrase');
  t.same(foods('no nuts and no eggs no wait no fish'), ['nuts', 'fish'], 'put right in so many words');
  t.same(foods('i want nuts no eggs'), ['eggs'], 'behind what is wanted it does');
});

t.test(
  'a "no" before a value that takes the place of another one is no word that was not understood',
  async (t) => {
    const cabin = `
name: cabin
locales: [en]
lists: { side: { values: [window, aisle] } }
entities: { seat: { kind: spelled, into: seat }, side: { into: side } }
fields: { seat: { kind: value }, side: { kind: value } }
intents:
  sit: { sentences: ["[seat] {seat}", "(a|an) {side} seat"], context: [replace], replies: ["{seat}.", "{side}."] }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;
    const understander = understanderOf(t, cabin);
    const say = sayTo(understander);
    const nine = say('seat nine f');
    t.match(say('no eight f', nine), { context: { seat: '8F' }, entities: { unmatched: undefined } });
    t.match(say('um no seat eight f', nine), { context: { seat: '8F' }, entities: { unmatched: undefined } });
    t.same(say('no nine f', nine).entities.unmatched, ['no'], 'that is what there was');
    t.same(say('no an aisle seat', nine).entities.unmatched, ['no'], 'nothing is put right');
  },
);

t.test('a bare "no" before what could be added refuses it', async (t) => {
  const allergies = kitchen
    .replace(
      '"i want {foods} [please]"], context: [replace]',
      '"[i am] allergic to {foods}", "and {foods}", "{foods}"], context: [add]',
    )
    .replace('"[please] no {foods} [please]", ', '');
  const understander = understanderOf(t, allergies);
  const foods = (...said: string[]) => converse(understander, said).at(-1)!.context.foods;
  t.same(foods('no eggs'), undefined);
  t.same(foods('no eggs and gluten'), undefined);
  t.same(foods('allergic to nuts', 'no eggs'), ['nuts']);
  t.same(foods('allergic to nuts', 'eggs'), ['nuts', 'eggs']);
});

t.test('a name does not begin with "no"', async (t) => {
  const desk = `
name: desk
locales: [en]
entities: { name: { kind: text, isName: true, into: name } }
fields: { name: { kind: value } }
intents:
  call: { sentences: ["(call me|it is) {name}"], context: [replace], replies: ["Hello {name}."] }
  name: { when: { after: [call, name] }, sentences: ["[no] {name}"], context: [replace], replies: ["Hello {name}."] }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;
  const understander = understanderOf(t, desk);
  const name = (...said: string[]) => converse(understander, said).at(-1)!.context.name;
  t.equal(name('call me hanna', 'no anna'), 'anna');
  t.equal(name('call me no idea'), undefined);
});
