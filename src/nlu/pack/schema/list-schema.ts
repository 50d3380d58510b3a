import { z } from 'zod';
import { areOrdered, name, notOrdered, scalar, template } from './schema-values.js';

const listValue = z.union([
  scalar,
  z.strictObject({ in: z.union([template, z.array(template)]), out: scalar.optional() }),
]);

/** Values and the ways to say them. */
export const list = z.strictObject({
  /** Values; `in` may use template notation without entities, `out` is the canonical value. */
  values: z.array(listValue).optional(),
  /** Text files beside the pack: one value a line, `canonical | synonym | synonym`, `#` starts a comment. */
  files: z.array(z.string()).optional(),
  /** Other lists, whose values are values of this one too; those of one without `bias` are not expected. */
  lists: z.array(name).optional(),
  /** The first of each line is no value but the weight of the others: `-1.5 | bathroom | kitchen`. */
  weighed: z.boolean().default(false),
  /** Numbers; `values` beside it are names of numbers in it (`half` for 50). */
  range: z.strictObject({ from: z.number(), to: z.number() }).refine(areOrdered, notOrdered).optional(),
  /** Singular and plural are the same value. */
  inflect: z.boolean().default(false),
  /**
   * What tells values of a kind apart: one of these words, or whose it is, before a value, or before one of `heads`
   * which alone is none: "the back bedroom", "Emma's room". Such a value is as it was said.
   */
  apart: z.strictObject({ by: z.array(z.string()), heads: z.array(z.string()).default([]) }).optional(),
  /** Words one letter or one sound away count too, at a lower score. */
  nearMiss: z.boolean().default(true),
  /** How strongly the recogniser should expect these words; 0 leaves them out. */
  bias: z.number().min(0).max(10).default(1.5),
});

/** A list as the files of a pack define it. */
export type ListDefinition = z.infer<typeof list>;
