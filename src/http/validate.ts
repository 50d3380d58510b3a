import type { z } from 'zod';
import { invalidRequest, jsonPointer } from '../errors.js';

/**
 * The entity in the form of the schema; unknown properties are dropped.
 * @throws EarshotError `invalid_request` with the JSON pointer (RFC 6901) of each fault.
 */
export function validate<T extends z.ZodType>(schema: T, entity: unknown): z.output<T> {
  const result = schema.safeParse(entity, { error: faultOf });
  if (result.success) return result.data;
  throw invalidRequest(
    result.error.issues.map(({ path, message }) => ({ pointer: jsonPointer(path), detail: message })),
  );
}

/** What to do about a fault; nothing where the words of the schema's library will do. */
function faultOf(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'object' || issue.expected === 'record') return 'must be a JSON object';
      if (issue.input === undefined) return 'is required';
      return `must be ${issue.expected === 'array' ? 'an' : 'a'} ${issue.expected}`;
    case 'invalid_value':
      return `must be ${anyOf.format(issue.values.map((value) => JSON.stringify(value)))}`;
    case 'too_big':
      if (issue.origin === 'string') return `may have at most ${issue.maximum} characters`;
      return issue.origin === 'array' ? `may have at most ${issue.maximum} items` : undefined;
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1 ? 'must not be empty' : undefined;
    case 'invalid_key':
      return `has a name that ${issue.issues.map(({ message }) => message).join(' and ')}`;
    default:
      return undefined;
  }
}

const anyOf = new Intl.ListFormat('en-GB', { type: 'disjunction' });
