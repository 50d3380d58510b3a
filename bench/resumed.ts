/**
 * Requests that are cut in two by a pause after what could have been all of them: whether the second half, as the next
 * query of the conversation, leads to the context that the whole would have led to.
 *
 *     node build/bench/resumed.js [--packs product-search,coffee-bar,home-control] [--out bench/results] [--show]
 *
 * The test sentences of each pack are cut wherever the words before a preposition or conjunction are a complete request.
 * What is put together must not be what nobody would: of the conversations among the tests it is told how many turns
 * would have another outcome if each had come right behind the one before.
 */
import { isDeepStrictEqual } from 'node:util';
import { createUnderstander, loadPack, type UnderstandResult } from '../src/nlu/index.js';
import type { EarlierRequest } from '../src/nlu/understanding.js';
import { commandLine } from './command-line.js';
import { writeReport } from './report.js';
import { rounded } from './statistics.js';

const { values: options } = commandLine(import.meta.url, {
  options: {
    packs: { type: 'string', default: 'product-search,coffee-bar,home-control' },
    out: { type: 'string', default: 'bench/results' },
    show: { type: 'boolean', default: false },
  },
});

type Before = Pick<UnderstandResult, 'context' | 'memory'> | undefined;

const results = options.packs.split(',').map((name) => {
  const pack = loadPack(name, { tests: true });
  const understander = createUnderstander(pack);
  const [locale] = understander.locales;
  const request = (text: string) => ({ locale, readings: [{ text, confidence: 1 }] });
  const say = (text: string, before?: Before, resumes?: EarlierRequest) =>
    understander.understand({ ...request(text), context: before?.context, memory: before?.memory, resumes });
  const conversations = pack.definition.tests.flatMap((test) =>
    'turns' in test ? [test.turns] : test.given ? [] : [[test]],
  );

  let halved = 0;
  let asNextTurn = 0;
  let resumed = 0;
  for (const [{ say: text }] of conversations) {
    const words = text.split(' ');
    if (/[^a-z' ]/.test(text)) continue;
    const { intent, context } = say(text);
    if (intent === 'none') continue;
    for (const [at, word] of words.entries()) {
      if (at === 0 || !pack.locale.continuations?.includes(word)) continue;
      const [first, second] = [words.slice(0, at).join(' '), words.slice(at).join(' ')];
      if (understander.completeness(request(first)) !== 'complete') continue;
      const answered = say(first);
      const joined = say(second, answered, { text: first });
      halved++;
      if (isDeepStrictEqual(say(second, answered).context, context)) asNextTurn++;
      if (isDeepStrictEqual(joined.context, context)) resumed++;
      else if (options.show) console.log(`${first} ... ${second}: ${JSON.stringify(joined.context)}`);
    }
  }

  let turnsBehindOthers = 0;
  let changed = 0;
  for (const turns of conversations) {
    let before: Before;
    let earlier: EarlierRequest | undefined;
    for (const { say: text } of turns) {
      const alone = say(text, before);
      if (earlier !== undefined) {
        turnsBehindOthers++;
        const joined = say(text, before, earlier);
        if (!isDeepStrictEqual(joined.context, alone.context)) {
          changed++;
          if (options.show) console.log(`${earlier.text} ... ${text}: otherwise`);
        }
      }
      earlier = { text, ...before };
      before = alone;
    }
  }
  const share = (count: number, of: number) => rounded((100 * count) / of, 1);
  return {
    pack: name,
    halved,
    asNextTurnPercent: share(asNextTurn, halved),
    resumedPercent: share(resumed, halved),
    turnsBehindOthers,
    otherwisePercent: share(changed, turnsBehindOthers),
  };
});
console.table(results);
writeReport('resumed', { results }, options.out);
