import { didYouMeanHint } from '../config/did-you-mean.js';
import { isRecord } from '../is-record.js';

/** What an option may be. */
export interface OptionRule {
  /** Ends the sentence "must be ...". */
  allowed: string;
  isValid(value: unknown): boolean;
}

export type OptionRules<Options> = Record<keyof Options & string, OptionRule>;

export const text: OptionRule = {
  allowed: 'a text',
  isValid: (value) => typeof value === 'string' && value !== '',
};
/** What is said of it is checked where it is used. */
export const anything: OptionRule = { allowed: '', isValid: () => true };

/**
 * For callers without types, and for values that types do not tell apart. An option that is undefined was not given.
 *
 * @param what whose options they are, such as `createEngine`
 * @param invalid makes what is thrown for a value that cannot be
 * @throws TypeError for what is no object, or has an option that there is not
 */
export function checkOptions<Options extends object>(
  what: string,
  options: Options,
  rules: OptionRules<Options>,
  invalid: (message: string) => Error,
): void {
  checkNames(what, options, Object.keys(rules));
  for (const [name, rule] of Object.entries<OptionRule>(rules)) {
    const value: unknown = options[name as keyof Options];
    if (value !== undefined && !rule.isValid(value)) throw invalid(wrongValue(name, rule.allowed, value));
  }
}

/** @throws TypeError */
export function checkNames(what: string, given: object, known: readonly string[]): void {
  if (!isRecord(given)) throw new TypeError(`The options of ${what} must be an object; got ${shown(given)}.`);
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    const hint = didYouMeanHint(name, known);
    throw new TypeError(
      `${what} has no option "${name}"${hint ? ` (${hint})` : ''}; it has ${known.join(', ')}`,
    );
  }
}

export function wrongValue(name: string, allowed: string, value: unknown): string {
  return `The option ${name} must be ${allowed}; got ${shown(value)}.`;
}

/** JSON has no word for a function or for what is no number. */
function shown(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return JSON.stringify(value) ?? typeof value;
}
