import { EarshotError } from '../errors.js';

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
 * @throws EarshotError `malformed_json`
 */
export function parseBoundedJson(text: string): unknown {
  const value = parseJson(text);
  refuseDeepJson(value);
  return value;
}

/** {@link parseBoundedJson} without the bound, which {@link refuseDeepJson} is to see to. */
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
