import t from 'tap';
import { configuredPack } from '../../src/cli/configured-pack.js';
import { createUnderstander, type UnderstandResult } from '../../src/nlu/index.js';
import { sayTo } from './say-to.js';

/**
 * Checks by pack that each turn of a conversation, put otherwise, has the same intent and context.
 *
 * @param conversations Turns as they are meant, and as somebody says them, in the order in which they are said.
 */
export function meanAlike(
  what: string,
  conversations: Readonly<Record<string, readonly (readonly string[])[]>>,
): void {
  for (const [name, turns] of Object.entries(conversations)) {
    t.test(`${name}: ${what}`, async (t) => {
      const say = sayTo(
        createUnderstander(configuredPack({ pack: name }), { now: () => new Date(Date.UTC(2026, 10, 20)) }),
      );
      let before: UnderstandResult | undefined;
      for (const [meant, said] of turns) {
        const result = say(meant, before);
        const { intent, context } = say(said, before);
        t.same({ intent, context }, { intent: result.intent, context: result.context }, said);
        before = result;
      }
    });
  }
}
