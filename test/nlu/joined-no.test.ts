import t from 'tap';
import { createUnderstander, loadPack } from '../../src/nlu/index.js';
import { sayTo } from './say-to.js';

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
  const say = sayTo(createUnderstander(loadPack(t.testdir({ 'pack.yaml': clinic }))));
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
