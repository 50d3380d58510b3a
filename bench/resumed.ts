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
import type { EarlierRequest, Understander } from '../src/nlu/understanding.js';
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

/** One turn of a pack's tests. */
interface Turn {
  say: string;
}

/** A pack, and what it makes of sentences. */
class Listener {
  readonly #understander: Understander;
  readonly conversations: readonly (readonly Turn[])[];
  readonly #continuations: readonly string[];

  constructor(name: string) {
    const pack = loadPack(name, { tests: true });
    this.#understander = createUnderstander(pack);
    this.#continuations = pack.locale.continuations;
    this.conversations = pack.definition.tests.flatMap((test) =>
      'turns' in test ? [test.turns] : test.given ? [] : [[test]],
    );
  }

  say(text: string, before?: Before, resumes?: EarlierRequest): UnderstandResult {
    const { context, memory } = before ?? {};
    return this.#understander.understand({ ...this.#request(text), context, memory, resumes });
  }

  /** Both parts of a text, for each place where what stands before it could be all. */
  halves(text: string): [string, string][] {
    const words = text.split(' ');
    return words.flatMap((word, at): [string, string][] => {
      if (at === 0 || !this.#continuations.includes(word)) return [];
      const first = words.slice(0, at).join(' ');
      const isComplete = this.#understander.completeness(this.#request(first)) === 'complete';
      return isComplete ? [[first, words.slice(at).join(' ')]] : [];
    });
  }

  #request(text: string) {
    const [locale] = this.#understander.locales;
    return { locale, readings: [{ text, confidence: 1 }] };
  }
}

/** How many halved requests lead to the context of the whole: as a turn of its own, and put together. */
function countHalved(listener: Listener) {
  const counts = { halved: 0, asNextTurn: 0, resumed: 0 };
  for (const [{ say: text }] of listener.conversations) {
    if (/[^a-z' ]/.test(text)) continue;
    const { intent, context } = listener.say(text);
    if (intent === 'none') continue;
    for (const [first, second] of listener.halves(text)) {
      const answered = listener.say(first);
      const joined = listener.say(second, answered, { text: first });
      counts.halved++;
      if (isDeepStrictEqual(listener.say(second, answered).context, context)) counts.asNextTurn++;
      if (isDeepStrictEqual(joined.context, context)) counts.resumed++;
      else if (options.show) console.log(`${first} ... ${second}: ${JSON.stringify(joined.context)}`);
    }
  }
  return counts;
}

/** How many turns of conversations would have another outcome if they had come right behind the one before. */
function countChanged(listener: Listener) {
  const counts = { turnsBehindOthers: 0, changed: 0 };
  for (const turns of listener.conversations) {
    let before: Before;
    let earlier: EarlierRequest | undefined;
    for (const { say: text } of turns) {
      const alone = listener.say(text, before);
      const joined = earlier && listener.say(text, before, earlier);
      if (joined !== undefined) counts.turnsBehindOthers++;
      if (joined !== undefined && !isDeepStrictEqual(joined.context, alone.context)) {
        counts.changed++;
        if (options.show) console.log(`${earlier?.text} ... ${text}: otherwise`);
      }
      earlier = { text, ...before };
      before = alone;
    }
  }
  return counts;
}

const percent = (count: number, of: number) => rounded((100 * count) / of);
const results = options.packs.split(',').map((pack) => {
  const listener = new Listener(pack);
  const { halved, asNextTurn, resumed } = countHalved(listener);
  const { turnsBehindOthers, changed } = countChanged(listener);
  return {
    pack,
    halved,
    asNextTurnPercent: percent(asNextTurn, halved),
    resumedPercent: percent(resumed, halved),
    turnsBehindOthers,
    otherwisePercent: percent(changed, turnsBehindOthers),
  };
});
console.table(results);
writeReport('resumed', { results }, options.out);
