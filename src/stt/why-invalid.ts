import { z } from 'zod';

/** Why the content of a JSON file cannot be used, in one line: what is wrong by its schema, or where it does not parse. */
export function whyInvalid(cause: unknown): string {
  if (cause instanceof z.ZodError) return z.prettifyError(cause).replace(/\s+/g, ' ');
  return cause instanceof SyntaxError ? `it is not JSON: ${cause.message}` : String(cause);
}
