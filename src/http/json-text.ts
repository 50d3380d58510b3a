import { EarshotError, type Fault, invalidRequest, jsonPointer } from '../errors.js';

/** Deeper nesting has no meaning here and could overflow the stack of whoever walks it. */
const maxDepth = 32;

/** Longer texts are made anew for each answer. */
const mostKeptCharacters = 16 * 1024;
const texts = new WeakMap<object, string>();

/** The JSON of an entity; that of a frozen one, which stays as it is, is made once for as long as it is there. */
export function jsonTextOf(entity: unknown): string {
  if (typeof entity !== 'object' || entity === null || !Object.isFrozen(entity))
    return JSON.stringify(entity);
  const known = texts.get(entity);
  if (known !== undefined) return known;
  const text = JSON.stringify(entity);
  if (text.length <= mostKeptCharacters) texts.set(entity, text);
  return text;
}

/**
 * Parses JSON that came from outside. A byte order mark before it is ignored (RFC 8259 section 8.1).
 * @throws EarshotError `malformed_json`, `invalid_request` with the JSON pointer of a text that is not well formed
 */
export function parseBoundedJson(text: string): unknown {
  const value = parseJson(text);
  refuseDeepJson(value);
  refuseLoneSurrogates(value);
  return value;
}

/** {@link parseBoundedJson} without what {@link refuseDeepJson} and {@link refuseLoneSurrogates} are to see to. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new EarshotError('malformed_json', `The JSON does not parse: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}

/** @throws EarshotError `malformed_json` */
export function refuseDeepJson(value: unknown): void {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth)
      throw new EarshotError('malformed_json', `The JSON is nested deeper than ${maxDepth} levels.`);
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
}

/**
 * Refuses what has no form in UTF-8: an escape such as `\ud800` parses, and comes back to clients whose decoders refuse
 * the whole answer.
 * @param value not deep, see {@link refuseDeepJson}
 * @throws EarshotError `invalid_request`
 */
export function refuseLoneSurrogates(value: unknown): void {
  const fault = loneSurrogateIn(value, []);
  if (fault !== undefined) throw invalidRequest([fault]);
}

/** Whether a text has half of a surrogate pair: in an expression with `u` a whole one is one character. */
export function hasLoneSurrogate(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}

function loneSurrogateIn(value: unknown, path: readonly string[]): Fault | undefined {
  const fault = (detail: string): Fault => ({ pointer: jsonPointer(path), detail });
  if (typeof value === 'string' && hasLoneSurrogate(value))
    return fault('has half of a surrogate pair; send whole characters');
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, item] of Object.entries(value)) {
    if (hasLoneSurrogate(name))
      return fault('has a name with half of a surrogate pair; send whole characters');
    const found = loneSurrogateIn(item, [...path, name]);
    if (found !== undefined) return found;
  }
  return undefined;
}
