import { z } from 'zod';

/** Why the content of a JSON file cannot be used, in one line: what is wrong by its schema, or where it does not parse. */
export function whyInvalid(cause: unknown): string {
  return cause instanceof z.ZodError ? z.prettifyError(cause).replace(/\s+/g, ' ') : String(cause);
}
