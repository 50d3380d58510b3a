import t from 'tap';

import { sayTo, understanderOf } from './say-to.js';

const pack = `
name: bench
locales: [en]
lists: { tool: { values: [drill, saw, lathe] } }
entities: { tool: { into: tool }, undone: { kind: text } }
fields: { tool: { kind: value } }
intents:
  start: { sentences: ["(start|run) (the {tool}|it)"], context: [replace], replies: ["Started[ the {tool}]."] }
  stop: { sentences: ["stop (the {tool}|it)"], context: [replace], replies: ["Stopped[ the {tool}]."] }
  leave:
    data:
      - { sentences: ["do not (start|stop) the {tool}"], slots: { undone: that }, context: [replace] }
      - { sentences: ["(do not|instead of) (start|stop|oil|starting|stopping) {undone}"], context: [] }
    replies: ["Left as it is."]
  several: { joins: { words: [and], intents: [start, stop, leave] }, sentences: [all at once], replies: ["{replies}"] }
fallback: { silence: ["What?"], none: ["No."] }
`;

t.test('what is asked for instead of what is not to be done is done', async (t) => {
  const understander = understanderOf(t, pack);
  const say = (text: string) => sayTo(understander)(text).reply.text;
  t.equal(say("don't start the drill, just stop it"), 'Left as it is. Stopped the drill.');
  t.equal(say("don't oil the drill, only start it"), 'Left as it is. Started.');
  t.equal(say('instead of starting the drill run the saw'), 'Left as it is. Started the saw.');
});

t.test('nothing is done of what is refused as well', async (t) => {
  const understander = understanderOf(t, pack);
  const say = (text: string) => sayTo(understander)(text);
  t.equal(say("don't start the drill and stop the saw").intent, 'leave');
  t.equal(say("don't just start the drill").intent, 'leave');
  t.equal(say('do not stop the').intent, 'leave', 'who breaks off wants nothing stopped either');
  t.equal(say('start the drill just stop the saw').reply.text, 'Started the drill. Stopped the saw.');
});

t.test('what another value is in place of may come first', async (t) => {
  const cafe = `
name: cafe
locales: [en]
lists: { drink: { values: [tea, juice] } }
entities: { drink: { into: drink }, day: { kind: date, into: day } }
fields: { drink: { kind: value }, day: { kind: value } }
intents:
  order: { sentences: ["[can i have] [a] {drink}"], context: [replace], replies: ["{drink}."] }
  come: { sentences: ["can we come [on] {day}"], context: [replace], replies: ["Yes."] }
fallback: { silence: ["What?"], none: ["Sorry?"] }
`;
  const understander = understanderOf(t, cafe, {
    now: () => new Date('2026-11-20T12:00:00'),
  });
  const say = (text: string) => sayTo(understander)(text);
  for (const text of ['instead of tea can i have juice', 'rather than a tea can i have a juice']) {
    t.match(say(text).context, { drink: 'juice' }, text);
    t.notOk(say(text).entities.unmatched, text);
  }
  t.match(say('instead of friday can we come on saturday').context, { day: '2026-11-21' });
  t.match(say('instead of the tea').intent, 'none', 'nothing is wanted');
});
