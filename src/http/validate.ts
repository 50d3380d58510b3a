import type { z } from 'zod';
import { EarshotError, type Fault } from '../errors.js';

/**
 * The entity in the form of the schema; unknown properties are dropped.
 * @throws EarshotError `invalid_request` with the JSON pointer (RFC 6901) of each fault.
 */
export function validate<T extends z.ZodType>(schema: T, entity: unknown): z.output<T> {
  const result = schema.safeParse(entity);
  if (result.success) return result.data;
  throw invalidRequest(
    result.error.issues.map(({ path, message }) => ({ pointer: jsonPointer(path), detail: message })),
  );
}

export function invalidRequest(faults: Fault[]): EarshotError {
  const detail = faults.map((fault) => `${fault.pointer || 'The body'}: ${fault.detail}`).join('; ');
  return new EarshotError('invalid_request', `${detail}.`, { faults });
}

function jsonPointer(path: readonly PropertyKey[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
