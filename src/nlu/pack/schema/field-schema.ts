import { z } from 'zod';
import { keysOfKind, name } from './schema-values.js';

const keys = z.strictObject({
  kind: z.enum(['list', 'map', 'value', 'items']),
  /** Always there, as the empty value of its kind, once a query was understood. */
  always: z.boolean().default(false),
  /** Value of a `value` field of which nothing was said: any that a slot could give it, or an empty map. */
  empty: z.union([z.string(), z.number(), z.strictObject({})]).optional(),
  /** For `value`: the field that it holds another value of, said in the same breath; a new value there empties it. */
  beside: name.optional(),
  /** With `beside`: the slot ("both") that fills it with what that field held before. */
  recalledBy: name.optional(),
  /** For `value`: the slot ("the other one") that puts in another value that it, or the field beside it, held before. */
  otherBy: name.optional(),
  /** For `value`: the slot ("all of them") that fills the fields beside it with all that was spoken of one after the other. */
  allBy: name.optional(),
  /** For `value`: the slot ("in there") that keeps its value where a request would empty it. */
  keptBy: name.optional(),
  /** With `keptBy`: the slot of one that a request for all leaves out, which is meant by "in there" right behind it. */
  leftOutBy: name.optional(),
  /**
   * The same for a request that goes on, with one of the words ("and", "too"), or names again what was spoken of, but not
   * where it holds a word of the list `without`: "and close the blinds" is about the room that was spoken of, "and close
   * all the blinds" is not. For `map`: the same of its `keys` in another search that goes on so, "and a jumper", or that
   * is said in the same sentence as the one before: it is for the same person.
   */
  keptWith: z
    .strictObject({
      words: z.array(z.string()).min(1),
      without: name,
      keys: z.array(z.string()).default([]),
    })
    .optional(),
  /** For `map`: values of a key that those with figures are said of, and stay beside: an age, of girls. */
  numbersBeside: z.record(z.string(), z.array(z.string())).optional(),
  /** For `map`: of a key the kinds of values that only one can be of; all others stay beside each other. */
  alike: z.record(z.string(), z.array(z.array(z.string()))).optional(),
  /** For `list`: kinds of values that only one can be of, of those that are added: what is wired is not wireless. */
  kinds: z.array(z.array(z.string())).optional(),
  /** For `map`: keys whose values may be a part of what a thing is called, and are changed there: red wine. */
  inNames: z.array(z.string()).optional(),
  /** For `items`: values that an item has when nothing was said. */
  defaults: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  /** For `items`: the list of amounts that values of options begin with; of one thing the amount said last holds. */
  amounts: name.optional(),
  /** For `items`: of a head what else a name is said for, where nothing of that name is there: "the coffee". */
  standsFor: z.record(z.string(), z.record(z.string(), z.array(z.string()))).optional(),
  /** For `items`: by head and option, what is said of what: "toasted" of food. */
  suits: z.record(z.string(), z.record(z.string(), z.array(z.string()))).optional(),
  /** For `items`: by option, things of which it is never said: milk of no juice. */
  never: z.record(z.string(), z.array(z.string())).optional(),
  /** For `items`: the list of words for persons, `me` the speaker and `them` anybody else, to tell "mine" from "hers". */
  persons: name.optional(),
  /** For `items`: fields of the whole whose values are said of single items where these differ: to go, for here. */
  ofEach: z.array(name).optional(),
  /** For `list`: the list of its things; other values are qualities that a reply puts before or behind a thing. */
  things: name.optional(),
  /** For `list`: the list of parts of its things; of two that name the same part, "pink strap", only one can hold. */
  parts: name.optional(),
  /** For `list`, besides `things`: the list of words for what is not counted, of which a reply says no "a": rice. */
  uncounted: name.optional(),
  /** For `items`: how one item is said in a reply. */
  say: z.string().optional(),
});

const ofItems = ['items'];
const ofValue = ['value'];
const ofMap = ['map'];

/** The kinds that each key is for, but for keys of all kinds. */
const kindsOfKeys: Partial<Record<keyof typeof keys.shape, readonly string[]>> = {
  empty: ofValue,
  beside: ofValue,
  recalledBy: ofValue,
  otherBy: ofValue,
  allBy: ofValue,
  keptBy: ofValue,
  leftOutBy: ofValue,
  keptWith: ['value', 'map'],
  numbersBeside: ofMap,
  alike: ofMap,
  inNames: ofMap,
  kinds: ['list'],
  things: ['list'],
  parts: ['list'],
  uncounted: ['list'],
  defaults: ofItems,
  amounts: ofItems,
  standsFor: ofItems,
  suits: ofItems,
  never: ofItems,
  persons: ofItems,
  ofEach: ofItems,
  say: ofItems,
};

/** What is remembered from turn to turn. */
export const field = keys.superRefine(keysOfKind(keys.shape, kindsOfKeys));

/** A field of the context as the files of a pack define it. */
export type FieldDefinition = z.infer<typeof field>;
