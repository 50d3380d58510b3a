import { z } from 'zod';

const expectation = z.strictObject({
  /** What is said or typed. */
  say: z.string(),
  intent: z.string().optional(),
  /** Fields that are empty, or hold their `empty`, need not be named. */
  context: z.record(z.string(), z.unknown()).optional(),
  /** Those that must be there, beside others. */
  entities: z.record(z.string(), z.unknown()).optional(),
  reply: z.string().optional(),
});

/** A sentence, or the turns of a conversation, with what must come out. */
export const packTest = z.union([
  expectation.extend({
    locale: z.string().optional(),
    /** The context before. */
    given: z.record(z.string(), z.unknown()).optional(),
  }),
  z.strictObject({
    conversation: z.string(),
    locale: z.string().optional(),
    turns: z.array(expectation).min(1),
  }),
]);

/** A sentence, or a conversation, with what it has to be understood as. */
export type PackTest = z.infer<typeof packTest>;
/** What a turn of a test has to be understood as. */
export type Expectation = z.infer<typeof expectation>;

/** All turns of the tests, in order; a sentence by itself is one. */
export function turnsOf(tests: readonly PackTest[]): Expectation[] {
  return tests.flatMap((test) => ('turns' in test ? test.turns : [test]));
}
