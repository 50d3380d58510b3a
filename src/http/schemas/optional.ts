import type { z } from 'zod';

/** What may be left out. Known clients send null for it, which means the same. */
export const optional = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => value ?? undefined);
