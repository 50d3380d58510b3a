import t from 'tap';

import { converse, sayTo, understanderOf } from './say-to.js';

const bench = `
name: bench
locales: [en]
lists:
  tool: { values: [drill, saw, lathe, all tools] }
  other: { values: [{ in: other one, out: other }] }
entities:
  tool: { into: tool }
  moreTool: { list: tool, into: moreTool }
  spared: { list: tool }
  other: { closed: true }
fields:
  tool: { kind: value, otherBy: other }
  moreTool: { kind: value, beside: tool }
intents:
  start: { sentences: ["start [the] {tool} [and the {moreTool}]"], context: [{ clear: all }, replace], replies: ["Started the {tool, moreTool}."] }
  also: { sentences: ["and the {tool}"], context: [replace], replies: ["The {tool} too."] }
  oil: { sentences: ["oil the {tool}", "and the {other}"], context: [replace], replies: ["Oiled the {tool}."] }
  notThat: { sentences: ["not the {spared}"], context: [{ spareNamed: { field: tool, slots: [spared] } }], replies: ["Not the {spared}."] }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;

t.test('what a request for all leaves out is never what it is for', async (t) => {
  const say = sayTo(understanderOf(t, bench));
  t.equal(say('start the drill').intent, 'start');
  for (const text of [
    'start all except the drill',
    'start everything but the drill',
    'start the lathe apart from the saw',
  ])
    t.match(say(text), { intent: 'none', context: {} }, text);
});

t.test('of two that are spoken of together one is so no longer', async (t) => {
  const after = (...said: string[]) => converse(understanderOf(t, bench), said).at(-1)!.context;
  t.same(after('start the drill and the saw', 'not the saw'), { tool: 'drill' });
  t.same(after('start the drill and the saw', 'not the drill'), { tool: 'saw' });
  t.same(
    after('start the drill', 'and the saw', 'not the saw'),
    { tool: 'drill' },
    'what was spoken of before',
  );
  t.same(after('start the drill', 'not the saw'), { tool: 'drill' }, 'which was not spoken of');
  t.same(after('start the drill', 'not the drill'), { tool: 'drill' }, 'behind which there is nothing');
  t.same(after('start the drill', 'and the drill', 'not the drill'), { tool: 'drill' }, 'nor another one');
});

t.test('the other one of two that were said together, of which something was done to one', async (t) => {
  const last = converse(understanderOf(t, bench), [
    'start the drill and the saw',
    'oil the drill',
    'and the other one',
  ]).at(-1)!;
  t.match(last, { intent: 'oil', context: { tool: 'saw' } });
});

t.test('of what nobody has the name alone is no request', async (t) => {
  const clinic = `
name: clinic
locales: [en]
lists: { symptom: { values: [fever, rash] } }
entities: { symptom: { into: symptoms } }
fields: { symptoms: { kind: list } }
intents:
  ill: { sentences: ["[i have] [a] {symptom}"], context: [add], replies: ["{symptoms}."] }
  hot: { sentences: ["fever"], replies: ["Fever."] }
  help: { sentences: ["a nurse please"], replies: ["She is coming."] }
  several: { joins: { words: [and], intents: [ill, help] }, replies: ["{replies}"] }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;
  const say = sayTo(understanderOf(t, clinic));
  t.match(say('i do not have a fever'), { intent: 'none', context: {} });
  t.match(say('i have not got a fever'), { intent: 'none', context: {} });
  t.match(say("i can't sleep i have a fever"), { intent: 'ill', context: { symptoms: ['fever'] } });
});

t.test('the other one is one of another name, whatever else was said of this one', async (t) => {
  const pack = `
name: oven
locales: [en]
lists:
  dish: { values: [cake, bread] }
  other: { values: [{ in: other one, out: other }] }
entities: { dish: { into: dish }, span: { kind: duration, into: span }, other: { closed: true } }
fields: { dish: { kind: value, otherBy: other }, span: { kind: value, otherBy: other } }
intents:
  bake: { sentences: ["bake [the {dish}] for {span}"], context: [{ clear: all }, replace], replies: ["Baking."] }
  longer: { sentences: ["keep the {dish} in longer"], context: [{ clear: [span] }, replace], replies: ["Okay."] }
  stop: { sentences: ["stop the {other}"], context: [], replies: ["Stopped."] }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;
  const understander = understanderOf(t, pack);
  const after = (...said: string[]) => converse(understander, said).at(-1)!.context;
  const both = ['bake for one hour', 'bake the cake for two hours'];
  t.same(after(...both, 'stop the other one'), { span: 'PT1H' });
  t.same(after(...both, 'keep the cake in longer', 'stop the other one'), { span: 'PT1H' });
});
