import fc from 'fast-check';
import t from 'tap';
import { configuredPack } from '../../src/cli/configured-pack.js';
import { createUnderstander } from '../../src/nlu/index.js';
import { sayTo, typed } from './say-to.js';

const pack = configuredPack({ pack: 'product-search' });
const clock = Date.UTC(2026, 10, 20);
const understander = createUnderstander(pack, { now: () => new Date(clock) });
const say = sayTo(understander);

t.test('whether the words so far are a whole request', async (t) => {
  const home = createUnderstander(configuredPack({ pack: 'home-control' }));
  const judged = (text: string, by = understander) => by.completeness({ locale: 'en-US', ...typed(text) });
  for (const text of [
    'show me red shoes',
    'under fifty dollars',
    'sort by price low to high',
    'go to cart',
  ]) {
    t.equal(judged(text), 'complete', text);
  }
  const brokenOff = [
    'show me red shoes under',
    'red running shoes and',
    'show me um',
    'um',
    'between fifty and',
  ];
  for (const text of brokenOff) t.equal(judged(text), 'incomplete', text);
  const other = [
    'he was an old man who fished alone',
    'i had long been wishing that an old fashioned christmas',
  ];
  // what somebody tells, as far as the shop's talk knows it, goes on in any way
  const told = ['you made me before', 'i saw the lady', 'i asked', 'i do not love'];
  for (const text of ['under fifty', ...other, ...told, '']) {
    t.equal(judged(text), 'unknown', text);
  }
  t.equal(judged('turn on the lights in the', home), 'incomplete');
  t.equal(judged('turn on the lights in the kitchen', home), 'complete');
  const light = { device: 'light' };
  const there = home.completeness({ locale: 'en-US', ...typed('turn it on'), context: light });
  t.not(there, 'incomplete', 'a template may end with a preposition');
  const both = 'turn off the kitchen light and set the heating';
  t.equal(judged(both, home), 'unknown', 'one of two requests is not all there');
  t.equal(judged(`${both} to`, home), 'incomplete');
  t.equal(judged('turn off the kitchen light and close the blinds', home), 'complete');
  for (const text of ['set an alarm', 'remind me to call mum', 'set a timer', 'patio door']) {
    t.equal(judged(text, home), 'incomplete', `${text}: a question is all the answer`);
  }
  for (const text of ['set an alarm for noon', 'remind me to call mum at noon', 'turn on the fan']) {
    t.equal(judged(text, home), 'complete', text);
  }
  const coffee = createUnderstander(configuredPack({ pack: 'coffee-bar' }));
  const begun: [string[], ReturnType<typeof createUnderstander>][] = [
    [['show me', 'could i see', 'get me some', 'i want to see', 'do you have', 'let me see'], understander],
    [["i'd like", 'could i have', 'can i get a', "i'll take"], coffee],
    [['turn on the', 'set a', 'turn up', 'open', 'wake me up', 'play some'], home],
  ];
  for (const [texts, by] of begun)
    for (const text of texts) t.equal(judged(text, by), 'incomplete', `${text}: what it is about is to come`);
  fc.assert(
    fc.property(fc.string(), (text) => ['complete', 'incomplete', 'unknown'].includes(judged(text))),
    { numRuns: 200 },
  );
});

t.test('the second half of a request that was answered too soon', async (t) => {
  const resumed = (first: string, second: string) => {
    const answered = say(first);
    return understander.understand({
      locale: 'en-US',
      ...typed(second),
      context: answered.context,
      memory: answered.memory,
      resumes: { text: first },
    });
  };
  for (const [first, second] of [
    ['jeans', 'for my husband he is six foot three'],
    ['do you have any lamps', 'under forty dollars'],
  ]) {
    const { isResumed, text, intent, context } = resumed(first, second);
    const whole = say(`${first} ${second}`);
    t.ok(isResumed, second);
    t.strictSame(
      { text, intent, context },
      { text: whole.text, intent: whole.intent, context: whole.context },
    );
  }
  for (const [first, second] of [
    ['jeans', 'show me the cheapest ones'],
    ['jeans', 'next page'],
    ['jeans', ''],
    ['jeans', 'with of the from'],
  ]) {
    const answered = say(first);
    t.strictSame(resumed(first, second), say(second, answered), `${second}: a request of its own`);
  }

  const home = createUnderstander(configuredPack({ pack: 'home-control' }));
  const ask = (text: string, resumes?: { text: string }) =>
    home.understand({ locale: 'en-US', ...typed(text), resumes });
  const timer = { text: 'set a timer for five minutes' };
  t.match(ask('and thirty seconds', timer), { isResumed: true, intent: ask(timer.text).intent });
  t.notOk(ask('and dim the lights', timer).isResumed, 'there is one timer, and it is running');
});

t.test('what is said twice is no more sure than what is said once', async (t) => {
  const coffee = createUnderstander(configuredPack({ pack: 'coffee-bar' }));
  for (const text of ['a latte', 'a latte a latte', 'a a latte'])
    t.equal(coffee.completeness({ locale: 'en-US', ...typed(text) }), 'unknown', text);
});
