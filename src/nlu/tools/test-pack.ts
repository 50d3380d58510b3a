import { isDeepStrictEqual } from 'node:util';
import { contextFaults } from '../context/context-faults.js';
import { emptyValue, type Fields, isEmpty } from '../context/fields.js';
import type { Pack } from '../pack/pack.js';
import type { Expectation } from '../pack/schema/test-schema.js';
import type { SourcePath } from '../pack/source/pack-source.js';
import { createUnderstander, type UnderstanderOptions } from '../understander.js';
import type { Context, UnderstandResult } from '../understanding.js';
import { localeFault } from './locale-fault.js';

export interface TurnResult {
  /** Name of the conversation, or the sentence itself. */
  name: string;
  say: string;
  /** Where it stands in the pack: `['tests', 3, 'turns', 0]`. */
  path: SourcePath;
  /** What was not as expected; empty when all was. */
  faults: string[];
  result: UnderstandResult;
}

/** When a pack's tests are said, so that they may name dates: at noon on a Friday. */
export const testsAreSaidAt = new Date(2026, 10, 20, 12);

/**
 * Runs a pack's own tests, at {@link testsAreSaidAt} unless told otherwise. An expected `context` must hold exactly,
 * apart from fields that are empty or hold what they hold where nothing was said; of `entities` only the named ones are looked at. A conversation carries context and
 * memory from turn to turn.
 */
export function testPack(pack: Pack, options: UnderstanderOptions = {}): TurnResult[] {
  const understander = createUnderstander(pack, { now: () => testsAreSaidAt, ...options });
  const locale = pack.definition.locales[0];
  return pack.definition.tests.flatMap((test, index) => {
    const turns = 'turns' in test ? test.turns : [test];
    const name = 'turns' in test ? test.conversation : test.say;
    let context = 'given' in test ? test.given : undefined;
    const givenFaults = contextFaults(pack, context ?? {}).map(
      ({ pointer, detail }) => `given: ${pointer?.slice(1)} ${detail}`,
    );
    let memory: unknown;
    return turns.map((turn, at) => {
      const path = ['tests', index, ...('turns' in test ? ['turns', at] : [])];
      const result = understander.understand({
        locale: test.locale ?? locale,
        readings: [{ text: turn.say, confidence: 1 }],
        context,
        memory,
      });
      context = result.context;
      memory = result.memory;
      const wrongLocale = test.locale === undefined ? undefined : localeFault(test.locale, pack);
      const faults = [
        ...(wrongLocale === undefined ? [] : [wrongLocale]),
        ...(at === 0 ? givenFaults : []),
        ...compare(turn, result, pack.definition.fields),
      ];
      // what is said where an intent has replies and none fits, but for words that were not understood
      const isAsNone = pack.definition.fallback.none.includes(result.reply.text);
      const isIntent = result.intent !== 'none' && pack.definition.intents[result.intent]?.replies;
      if (isIntent && isAsNone && result.entities.unmatched === undefined)
        faults.push(`reply: no reply of ${result.intent} has all its values`);
      return { name, say: turn.say, path, faults, result };
    });
  });
}

/** What of a context is not as it is where nothing was said. */
function saidOf(context: Context, fields: Fields): Context {
  const isUnsaid = (name: string, value: unknown) =>
    isEmpty(value) || (fields[name]?.always && isDeepStrictEqual(value, emptyValue(fields[name])));
  return Object.fromEntries(Object.entries(context).filter(([name, value]) => !isUnsaid(name, value)));
}

function compare(expected: Expectation, result: UnderstandResult, fields: Fields): string[] {
  const faults: string[] = [];
  const fault = (what: string, wanted: unknown, found: unknown) =>
    faults.push(`${what}: expected ${JSON.stringify(wanted)}, got ${JSON.stringify(found)}`);
  if (expected.intent !== undefined && expected.intent !== result.intent)
    fault('intent', expected.intent, result.intent);
  if (expected.context !== undefined) {
    const [wanted, found] = [expected.context, result.context].map((context) => saidOf(context, fields));
    if (!isDeepStrictEqual(found, wanted)) fault('context', wanted, found);
  }
  for (const [name, wanted] of Object.entries(expected.entities ?? {})) {
    if (!isDeepStrictEqual(result.entities[name], wanted))
      fault(`entities.${name}`, wanted, result.entities[name]);
  }
  if (expected.reply !== undefined && expected.reply !== result.reply.text)
    fault('reply', expected.reply, result.reply.text);
  return faults;
}
