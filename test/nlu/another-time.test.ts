import t from 'tap';
import { createUnderstander, loadPack } from '../../src/nlu/index.js';
import { sayTo } from './say-to.js';

t.test(
  'a request for another time needs no intent that joins requests, and a day needs no word before it',
  async (t) => {
    const pack = `
name: bench
locales: [en]
lists: { tool: { values: [drill, saw] } }
entities: { tool: { into: tool }, span: { kind: duration }, day: { kind: date } }
fields: { tool: { kind: value } }
intents:
  start: { sentences: ["(start|turn on) the {tool}"], context: [replace], replies: ["Started the {tool}."] }
  later:
    defers: { words: [in], intents: [start] }
    sentences: ["in {span}", "[on] {day}"]
    replies: ["{request}, {when}."]
`;
    const understander = createUnderstander(loadPack(t.testdir({ 'pack.yaml': pack })));
    const say = (text: string) => sayTo(understander)(text).reply.text;
    t.equal(say('start the drill in ten minutes'), 'Start the drill, in ten minutes.');
    t.equal(say('turn on the saw tomorrow'), 'Turn on the saw, tomorrow.');
    t.equal(say('tomorrow start the drill'), 'Start the drill, tomorrow.');
    t.equal(say('turn on the saw'), 'Started the saw.');
  },
);
