import { z } from 'zod';
import { contextRule } from './context-rule-schema.js';
import { type EntityDefinition, entity } from './entity-schema.js';
import { type FieldDefinition, field } from './field-schema.js';
import { type ListDefinition, list } from './list-schema.js';
import { name, scalar, template } from './schema-values.js';
import { type PackTest, packTest } from './test-schema.js';

const when = z.strictObject({
  /** Fields that hold something. */
  filled: z.array(z.string()).optional(),
  /** Fields of which at least one holds something. */
  anyFilled: z.array(z.string()).min(1).optional(),
  /** Fields that hold nothing. */
  empty: z.array(z.string()).optional(),
  /** Fields that held something before a turn that can be taken back; `is` of one of them is about the last time it did. */
  recent: z.array(z.string()).optional(),
  /**
   * Fields that hold one of these values, or `<light>` (`2 pumps of <syrup>`), one of a list; an option of the item
   * spoken of last (`order.size`), what it is (`order.drink`), what the last turn asked about (`asked.drink`), or a slot it had unsaid (`told.state`);
   * of replies also fields before the turn (`before.asking`).
   */
  is: z.record(z.string(), z.array(scalar)).optional(),
  /** Whether the last turn had results to speak about. */
  results: z.boolean().optional(),
  /** Whether the last turn asked about something that could be ordered. */
  asked: z.boolean().optional(),
  /** Slots of which the last request said one of when it is to be done. */
  deferred: z.array(z.string()).optional(),
  /** It is said as well when what the sentence asks for is to be so, or how long (sentences only): "leave it on for an hour". */
  timed: z.literal(true).optional(),
  /** The intent of the last turn was one of these. */
  after: z.array(z.string()).optional(),
  /** Slots that were said in this turn (replies only). */
  said: z.array(z.string()).optional(),
});

const group = z.strictObject({
  sentences: z.array(template).min(1),
  when: when.optional(),
  context: z.array(contextRule).optional(),
  /** Values that hold without being said. */
  slots: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
});

const reply = z.union([template, z.strictObject({ when: when.optional(), say: z.array(template).min(1) })]);

const intent = z.strictObject({
  description: z.string().optional(),
  /** Decides between intents that explain a sentence equally well. */
  priority: z.number().default(0),
  sentences: z.array(template).optional(),
  when: when.optional(),
  context: z.array(contextRule).optional(),
  slots: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  data: z.array(group).optional(),
  replies: z.array(reply).optional(),
  /** The reply repeats the last one. */
  repeat: z.boolean().default(false),
  /** Does what was asked for last, now: "do it now" behind what was to be done at another time. */
  redoes: z.boolean().default(false),
  /** Does the two requests of the last turn again, with the values of these fields exchanged: "the other way round". */
  exchanges: z.array(name).min(1).optional(),
  /**
   * The intent of a request for another time, which one of these words begins ("in an hour", "every day"): its sentences
   * without a slot `undone` say when, and what else is said is a request of one of `intents`, or several. What is said of
   * slots in `besides`, such as a day, goes with a time that was said before; any other takes its place. Of two that are
   * `opposites` and about the same thing only the second is for the time behind them.
   */
  defers: z
    .strictObject({
      intents: z.array(name).min(1),
      words: z.array(z.string()).min(1),
      besides: z.array(name).default([]),
      keeps: z.array(name).default([]),
      opposites: z.array(z.tuple([name, name])).default([]),
    })
    .optional(),
  /** What was spoken about stays: the next turn's `after` looks at the intent before this one. */
  keepsTopic: z.boolean().default(false),
  /**
   * The intent of a sentence that says several things, each of one of these intents and whole in itself, with these
   * words between them; `entities.requests` holds what each means. Its own sentences are those of which that is not so.
   * A statement that is one of `reasons` only says why the request behind it is made: "it is dark, open the blinds".
   */
  joins: z
    .strictObject({
      words: z.array(z.string()).min(1),
      intents: z.array(z.string()).min(2),
      reasons: z.array(z.string()).default([]),
      /** What conditions find in `told` behind requests that are about different things. */
      slots: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
    })
    .optional(),
});

const welcome = z.strictObject({
  invitation: z.string().min(1).max(80).optional(),
  examples: z.array(z.string().min(1).max(120)).max(6).default([]),
});

const phones = z
  .string()
  .regex(/^[A-Z]{1,2}(?: [A-Z]{1,2})*$/, 'must be ARPAbet phones without stress, such as "K AO F IY"');

/** One file of a pack: every part is optional, the parts of all files are put together. */
export const packFileSchema = z.strictObject({
  name: name.optional(),
  version: scalar.optional(),
  description: z.string().optional(),
  /** How a page for this pack invites people to speak, and sentences that they may begin with. */
  welcome: welcome.optional(),
  /** Languages or locales that the pack's words are in: `en` serves every en-* locale. */
  locales: z
    .array(
      z
        .string()
        .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]+)*$/, 'must be a language or a locale, such as en or en-US'),
    )
    .optional(),
  rules: z.record(name, template).optional(),
  lists: z.record(name, list).optional(),
  entities: z.record(name, entity).optional(),
  fields: z.record(name, field).optional(),
  intents: z.record(name, intent).optional(),
  /** By intent further groups of its `data`, where one file would be too long. */
  more: z.record(name, z.array(group).min(1)).optional(),
  /** Extra fillers of this domain, in template notation. */
  fillers: z.array(z.string()).optional(),
  /** What a search back end needs from each turn. */
  retrieval: z
    .strictObject({
      /** The field that holds search words, and the ones that narrow. */
      keywords: name,
      attributes: name.optional(),
      price: name.optional(),
      sortBy: name.optional(),
      /** The list of things that people weigh: of these, and of these only, pounds alone are a weight. */
      weighed: name.optional(),
      /** Entities, and attributes, that a search text leaves out. */
      omit: z.array(name).default([]),
      /** Intents that a search runs for; all when absent. */
      intents: z.array(name).optional(),
    })
    .optional(),
  /** Words and phrases the recogniser should expect, with weights. */
  hotwords: z.record(z.string(), z.number().min(0).max(10)).optional(),
  /**
   * Factor of the log-probabilities of the pack's sentences in recognition, 0.8 unless given: less hears more of them.
   */
  sentenceScale: z.number().min(0.3).max(1).optional(),
  /** Below this share of the best possible score a sentence is not understood. */
  leastConfidence: z.number().min(0).max(1).optional(),
  /** Words as they are said where spelling misleads, as ARPAbet phones without stress: `krispalot: K R IH S ...`. */
  pronunciations: z
    .record(
      z.string(),
      z.union([phones, z.array(phones).min(1)]).transform((ways) => [ways].flat()),
    )
    .optional(),
  conversation: z
    .strictObject({
      /** Seconds after which what was said before no longer counts. */
      expireAfterSeconds: z.number().positive().default(1800),
      /** Turns that can be taken back. */
      undo: z.number().int().min(0).max(50).default(10),
    })
    .optional(),
  /** What sentences are made of that tell something besides what they ask for, or ask in several steps. */
  clauses: z
    .strictObject({
      /** What stands between clauses: `so`, `but`. */
      joins: z.array(z.string()).min(1),
      /** What joins a clause only if it begins with one of the following: `and`. */
      links: z.array(z.string()).default([]),
      /** The words that a clause which asks for something begins with where nothing joins it to the one before. */
      asks: z.array(z.string()),
      /** The same of one that only tells something. */
      tells: z.array(z.string()),
      /** Those of them that are said of somebody, and never of what is looked for: `my`, `he`. */
      subjects: z.array(z.string()).default([]),
      /** The words behind a subject by which a clause asks for something, whatever that is: `want`. */
      wishes: z.array(z.string()).default([]),
      /** The intents of clauses that ask for nothing, and are left out. */
      talk: z.array(name).min(1),
    })
    .optional(),
  replyParts: z.record(name, template).optional(),
  /** What is answered when nothing was said, and when nothing was understood. */
  fallback: z
    .strictObject({
      silence: z.array(template).min(1),
      none: z.array(template).min(1),
      /** A request was begun, and nothing named: "show me". */
      begun: z.array(template).min(1).optional(),
      /** The intent is clear, but a value is on no list and no reply fits. */
      partial: z.array(template).optional(),
      /** Nothing was understood but that something is asked for which is on no list: `{unknown}`. */
      unknown: z.array(template).min(1).optional(),
      /** Something is asked, and it was not understood what. */
      question: z.array(template).min(1).optional(),
      /** Something is told, and nothing asked for. */
      told: z.array(template).min(1).optional(),
    })
    .optional(),
  tests: z.array(packTest).optional(),
  /** A file of products beside the pack, which the tests search. */
  testCatalogue: z.string().min(1).optional(),
});

export type { FieldDefinition, ListDefinition };
/** How a page invites people to speak to a pack. */
export type Welcome = z.infer<typeof welcome>;
/** What one YAML file of a pack holds. */
export type PackFile = z.infer<typeof packFileSchema>;
/** What can be said with one meaning, what that does to the context, and how it is answered. */
export type IntentDefinition = z.infer<typeof intent>;
/** What has to hold for sentences or a reply of an intent. */
export type When = z.infer<typeof when>;

/** All files of a pack put together. */
export interface PackDefinition {
  name: string;
  version: string;
  description: string;
  welcome: Welcome;
  locales: string[];
  rules: Record<string, string>;
  lists: Record<string, ListDefinition>;
  entities: Record<string, EntityDefinition>;
  fields: Record<string, FieldDefinition>;
  intents: Record<string, IntentDefinition>;
  fillers: string[];
  retrieval?: PackFile['retrieval'];
  hotwords: Record<string, number>;
  sentenceScale?: number;
  leastConfidence?: number;
  pronunciations: Record<string, string[]>;
  conversation: { expireAfterSeconds: number; undo: number };
  clauses?: PackFile['clauses'];
  replyParts: Record<string, string>;
  fallback: NonNullable<PackFile['fallback']>;
  tests: PackTest[];
  testCatalogue?: string;
}
