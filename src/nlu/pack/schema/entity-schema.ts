import { z } from 'zod';
import {
  areOrdered,
  keysOfKind,
  name,
  namesOnly,
  notOrdered,
  path,
  scalar,
  template,
} from './schema-values.js';

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time as "09:00"');

/**
 * Where a name begins or ends, by lists of weights: `parts` says how much speaks for a word to be a part of the name that
 * it stands next to, `wholes` how much for that neighbour, which is in the name, to have another part there; `over` are the
 * entities whose words may become part of it.
 */
const nameBound = z.strictObject({ parts: z.string(), wholes: z.string(), over: z.array(name) });

const keys = z.strictObject({
  kind: z
    .enum([
      'list',
      'number',
      'money',
      'price',
      'range',
      'ordinal',
      'quantity',
      'time',
      'duration',
      'date',
      'text',
      'spelled',
      'code',
      'pattern',
      'phrase',
    ])
    .default('list'),
  /** For `list`: the list's name, if it is not the entity's own. */
  list: name.optional(),
  /** For `list`: only its values can stand in its place, never a word that nobody knows. */
  closed: z.boolean().default(false),
  /** The context field the value goes to: `keywords`, `attributes.color`, `order`. */
  into: z.union([path, z.array(path)]).optional(),
  /** In a list field: joins what is there where a sentence otherwise puts new values in place of the old ones. */
  adds: z.boolean().default(false),
  /** Added to the score of each match; decides between entities that claim the same words. */
  weight: z.number().min(-20).max(20).default(0),
  /** In a phrase: behind the thing it was said of, "no" refuses another one and does not correct it. */
  settled: z.boolean().default(false),
  /**
   * For pronouns: by value whom else they can be said of, "for her" of girls. Where the field holds one of them, they
   * stand for all that it holds.
   */
  refersTo: z.record(z.string(), z.array(z.string())).optional(),
  /** Keep the words as they were said instead of the canonical value. */
  asSaid: z.boolean().default(false),
  /** For `price`, `time` and `duration`: a number alone is an amount, an hour, or a span of time, too. */
  bare: z.boolean().default(false),
  /** For `time`: before it none is meant. */
  earliest: timeOfDay.optional(),
  /** For `time`: behind it none is meant. */
  latest: timeOfDay.optional(),
  /** For `time`: only in which half of the day the time is that was spoken of before: "pm", "in the evening". */
  halfOnly: z.boolean().default(false),
  /** For `time`: without am or pm the next one to come is meant. */
  upcoming: z.boolean().default(false),
  /** For `time`: without am or pm the next one behind the time before it in the sentence is meant. */
  follows: z.boolean().default(false),
  /** For `date`: without a year it is the last such day, not the next one. */
  past: z.boolean().default(false),
  /** For `date`: the field whose day it comes behind. */
  behind: z.string().optional(),
  /**
   * For `number`, and the range of a `list`: it counts, so that "three one" is no 31. For `quantity` and `money`: of
   * "two five millimeter" two are counted.
   */
  counts: z.boolean().default(false),
  /** For `price`: what an amount without a comparison means. */
  exactAs: z.enum(['exact', 'lessThan', 'greaterThan', 'approx']).default('exact'),
  /** For `price`: a small number is in the hundreds or thousands of the price that is there: behind 500, "six" is 600. */
  completed: z.boolean().default(false),
  /** For `number` and `money`: limits. */
  from: z.number().optional(),
  to: z.number().optional(),
  /** For `quantity` and `duration`: the units that count. */
  units: z.array(z.string()).optional(),
  /** For `text`: the most words. */
  maxWords: z.number().int().min(1).max(40).default(12),
  /** For `text`: no words of talk (`the`, `and`) and no numbers, as in the name of somebody. */
  isName: z.boolean().default(false),
  /** For `text`: lists of words that are none of it, such as what is said of people and not of things. */
  without: z.array(name).optional(),
  /** For `pattern`: templates and the value they stand for, with `{name}` where a value goes. */
  patterns: z.array(z.strictObject({ in: z.union([template, z.array(template)]), out: scalar })).optional(),
  /** For `phrase`: the entities that may stand in it, in any order. */
  of: z.array(name).optional(),
  /**
   * For `phrase`: templates of how its entities are usually put, for the recogniser to expect; whatever else the phrase
   * may hold is understood all the same.
   */
  usual: z.array(template).optional(),
  /** For `phrase`: the entity that words nothing else explains become. Without it such words end the phrase. */
  rest: name.optional(),
  /** For `phrase`: words between entities that mean nothing by themselves. */
  glue: z.array(template).optional(),
  /** For `phrase`: the same where a value follows, and only there: "a latte THAT IS decaf", but not "that is all". */
  leadIns: z.array(template).optional(),
  /** For `phrase` that fills a field of items: the entity that an item is about. */
  head: z.union([name, z.array(name)]).optional(),
  /** For `phrase`: what is counted before the items are listed: "three DRINKS, a latte and two teas". */
  sums: z.array(template).optional(),
  /** For `phrase`: words that begin another item (`and`). */
  separators: z.array(z.string()).optional(),
  /** For `phrase`: words behind which options are of all items before them (`both`). */
  shared: z.array(z.string()).optional(),
  /**
   * For `phrase`: what neighbouring values become together, and what unknown words are taken for, by where they stand.
   * The rules are applied one after the other, each at every value from left to right; what one makes of two, it may take
   * again.
   */
  rules: z
    .array(
      z
        .strictObject({
          /** One value, or two, by entity. */
          take: z.array(name).min(1).max(2),
          /** All that stands between two values that are taken, one of these; without it nothing does. */
          joinedBy: z.array(z.string()).optional(),
          as: name,
          /**
           * What it then is, where only its place tells: a "regular" behind "with" is a milk. `{name}` stands for a
           * value that is taken.
           */
          value: scalar.optional(),
          /** A list that the last word of an unknown run must be (or, with `!`, must not be) on. */
          ending: z.string().optional(),
          /** A list that the last word of all that is taken must be on. */
          headed: z.string().optional(),
          /** The first value ends on a word of this list. */
          opened: z.string().optional(),
          /** The value, a name, begins where the weights of words have it begin. */
          begins: nameBound.optional(),
          /** The same of its end. */
          ends: nameBound.optional(),
          /** Where in the phrase: its first words, its last words or those before a separator, or the whole. */
          at: z.enum(['start', 'end', 'part', 'whole']).optional(),
          /** The joining words right before it, one of these. */
          after: z.array(z.string()).optional(),
          /** The joining words right behind it, before another value, one of these. */
          followedBy: z.array(z.string()).optional(),
          /** Whether an article stands right before it. */
          article: z.boolean().optional(),
          /** The same where other values may stand between, nothing but values: "for" of "for + outdoor + plants". */
          since: z.array(z.string()).optional(),
          /** A value of one of these entities follows, with nothing but values between. */
          ahead: z.array(name).optional(),
          /** The value before it, whatever stands between, is of this entity. */
          behind: z.array(name).optional(),
          /** The value after it is of one of these entities. */
          before: z.array(name).optional(),
          /** The phrase has (or, with `!`, does not have) a value of this entity elsewhere. */
          with: z.string().optional(),
          /** A list that the last word of the value must be on that `with` names, or with `!` must not be on. */
          withHeaded: z.string().optional(),
          /** `with` looks at all that is said before, but of what follows only up to the next separator. */
          nearby: z.boolean().default(false),
          /** `with` wants the value that it names anywhere but in its own part between two separators. */
          apart: z.boolean().default(false),
          /** The value that `with` names is said in the plural, or, with `false`, in the singular. */
          inPlural: z.boolean().optional(),
          /** What the last word of the value says besides, by entity: the drink of "a single shot of espresso". */
          also: z.record(name, scalar).optional(),
          /** The most words of an unknown run. */
          most: z.number().int().optional(),
        })
        .refine(
          ({ take, value = '', also = {} }) =>
            [value, ...Object.values(also)].every((one) => namesOnly(one, take)),
          'what stands in braces must be a value that the rule takes',
        ),
    )
    .optional(),
  /**
   * For `phrase`: of several things (`head`), joined by one of these `words`, a later one has a word of its own right
   * before it, a value of one of the entities `by`, or behind it, with one of the words `behind` between them. Then each
   * is one value of `as` with these words. A value of one of the entities in `sizes` stands before them, with the word
   * `word` where it is no word itself: "size 32 black jeans".
   */
  each: z
    .strictObject({
      head: name,
      by: z.array(name).min(1),
      words: z.array(z.string()).min(1),
      behind: z.array(z.string()).default([]),
      as: name,
      sizes: z.strictObject({ by: z.array(name).min(1), word: z.string() }).optional(),
    })
    .optional(),
  /** In a field of items: several values are kept, in a list. */
  many: z.boolean().default(false),
});

const ofPhrase = ['phrase'];

/** The kinds that each key is for, but for keys of all kinds. */
const kindsOfKeys: Partial<Record<keyof typeof keys.shape, readonly string[]>> = {
  list: ['list'],
  closed: ['list'],
  asSaid: ['list'],
  refersTo: ['list'],
  bare: ['price', 'time', 'duration'],
  earliest: ['time'],
  latest: ['time'],
  halfOnly: ['time'],
  upcoming: ['time'],
  follows: ['time'],
  past: ['date'],
  behind: ['date'],
  counts: ['number', 'list', 'quantity', 'money'],
  exactAs: ['price'],
  completed: ['price'],
  from: ['number', 'money'],
  to: ['number', 'money'],
  units: ['quantity', 'duration'],
  maxWords: ['text'],
  isName: ['text'],
  without: ['text'],
  patterns: ['pattern'],
  of: ofPhrase,
  usual: ofPhrase,
  rest: ofPhrase,
  glue: ofPhrase,
  leadIns: ofPhrase,
  head: ofPhrase,
  sums: ofPhrase,
  separators: ofPhrase,
  shared: ofPhrase,
  rules: ofPhrase,
  each: ofPhrase,
};

/** An entity of a pack: what kind of value it is, how it is said, and where it goes. */
export const entity = keys.refine(areOrdered, notOrdered).superRefine(keysOfKind(keys.shape, kindsOfKeys));

/** An entity as the files of a pack define it. */
export type EntityDefinition = z.infer<typeof entity>;
/** Where a name begins or ends, by the weights of words. */
export type NameBound = z.infer<typeof nameBound>;
/** What neighbouring values of a phrase become together, or an unknown one by its place. */
export type PhraseRule = NonNullable<EntityDefinition['rules']>[number];
