import { EarshotError } from '../errors.js';
import { isRecord } from '../is-record.js';

/** The value of `--context`. @throws EarshotError `invalid_request` for anything but a JSON object. */
export function parseContext(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json);
    if (isRecord(value)) return value;
  } catch {
    // Said below, for both kinds of wrong value.
  }
  throw new EarshotError(
    'invalid_request',
    '--context must be a JSON object, such as {"keywords":["shoes"]}.',
  );
}
