import { z } from 'zod';
import type { Context } from '../understanding.js';

/** A product or other entry of the last answer, as far as later turns may speak of it. */
const result = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  title: z.string().optional(),
});

/** The most values that are remembered as not wanted; earlier ones are forgotten. */
export const mostExcluded = 100;

const memorySchema = z.object({
  v: z.literal(2),
  turn: z.number().int().min(0),
  /** Milliseconds since 1970 of the turn. */
  at: z.number(),
  intent: z.string(),
  reply: z.string(),
  /** What held before the turns that changed it, latest last. */
  history: z
    .array(
      z.object({
        context: z.record(z.string(), z.unknown()),
        excluded: z.array(z.unknown()).max(mostExcluded),
        currency: z.string().optional(),
      }),
    )
    .max(50),
  /** The context this turn left. */
  context: z.record(z.string(), z.unknown()),
  results: z.array(result).max(50),
  /** Which page of what was found the results are, counted from 1, and how many pages there are. */
  page: z.number().int().min(1).optional(),
  pages: z.number().int().min(0).optional(),
  /** Which of the results was chosen last; counted from 0. */
  focus: z.number().int().min(0).optional(),
  /** Items of an order by whose they are, as they were when that was said. */
  owners: z.record(z.string(), z.array(z.record(z.string(), z.unknown())).max(50)).optional(),
  /** The last request, which "in an hour" and "do it now" are about; for another time, when that is, and what it means. */
  request: z
    .object({
      text: z.string(),
      /** The request in the turn before, if that was one. */
      before: z.string().optional(),
      when: z.string().optional(),
      said: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
  /** Of several requests in one sentence, the contexts that those before the last left, where these are about something else. */
  joined: z.array(z.record(z.string(), z.unknown())).max(10).optional(),
  /** The time of day that was said last. */
  time: z
    .string()
    .regex(/^\d\d:\d\d$/)
    .optional(),
  /** The span of time that was said last, in ISO 8601. */
  duration: z.string().max(40).optional(),
  /** What of an item was asked about in the last turn: "do you have oat milk". */
  asked: z.record(z.string(), z.unknown()).optional(),
  /** What the last turn told by the slots of its sentence that hold without being said, and by values that have no field. */
  told: z.record(z.string(), z.unknown()).optional(),
  /** Something that the last turn asked for is on no list. */
  missing: z.boolean().optional(),
  /** The second of two things that were asked about: "a mocha or a chai". */
  askedOther: z.record(z.string(), z.unknown()).optional(),
  /** Values that were named as not wanted in what is searched for. */
  excluded: z.array(z.unknown()).max(mostExcluded).optional(),
  /** Those of them that are not wanted in another search either: what somebody is allergic to. */
  lasting: z.array(z.unknown()).max(mostExcluded).optional(),
  /** ISO 4217 code of the price in the context, where it was said. */
  currency: z.string().optional(),
});

/** What understanding keeps from turn to turn: plain JSON, opaque to everyone else. */
export type Memory = z.infer<typeof memorySchema>;
/** A product that was shown, as far as later turns may speak of it. */
export type Result = z.infer<typeof result>;

const noMemory: Memory = {
  v: 2,
  turn: 0,
  at: 0,
  intent: 'none',
  reply: '',
  history: [],
  context: {},
  results: [],
};

/** Whatever came as memory: anything that is not ours, or is too old, counts as none. */
export function readMemory(value: unknown, nowMs: number, expireAfterSeconds: number): Memory {
  if (value === undefined || value === null) return noMemory;
  const parsed = memorySchema.safeParse(value);
  if (!parsed.success) return noMemory;
  if (nowMs - parsed.data.at > expireAfterSeconds * 1000) return { ...noMemory, turn: parsed.data.turn };
  return parsed.data;
}

/** Whether two contexts say the same, whatever the order of their keys. */
export function sameContext(a: Context, b: Context): boolean {
  return canonical(a) === canonical(b);
}

/** A value as text, whatever the order of its keys. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, item]) => `${key}:${canonical(item)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}
