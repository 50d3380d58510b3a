import { type Item, keepOptions } from '../context/item.js';

/** Whether one value is another one with words before it: "no vanilla syrup" is about "vanilla syrup". */
export function isAbout(value: unknown, thing: unknown): boolean {
  return value === thing || String(value).endsWith(` ${thing}`);
}

/** What a value says that there is to be none of. */
export function refusedIn(value: unknown): string | undefined {
  return /^no (.+)$/.exec(String(value))?.[1];
}

/**
 * Whether a value of an option is of something else than what is named: "oat milk" is no "almond milk" and no "cream", but
 * it is milk, as the option is called; of sugars any number is meant.
 */
export function isOfOther(option: string, value: unknown, named: unknown): boolean {
  if (named === option || isAbout(value, named) || isAbout(named, value)) return false;
  const thing = (text: unknown) => String(text).split(' ').at(-1)!.replace(/s$/, '');
  const isCounted = [value, named].some((text) => /^[\d.]+ /.test(String(text)));
  return thing(value) !== thing(named) || !isCounted;
}

/** Whether a value counts another one, which it names in short: "1 pump of syrup" is of "2 pumps of vanilla syrup". */
export function isPortionOf(value: unknown, thing: unknown): boolean {
  const counted = countedIn(value);
  return counted !== undefined && isAbout(thing, counted);
}

/** What an amount is counted of: "vanilla syrup" in "2 pumps of vanilla syrup" and in "half a pump of vanilla syrup". */
export function countedIn(value: unknown): string | undefined {
  return /^(?:\d+|half an?) \S+ of (.+)$/.exec(String(value))?.[1];
}

/** Whether a value says how many there are of a thing: "2 creams" of "cream". */
export function isCountOf(value: unknown, thing: unknown): boolean {
  const counted = /^[\d.]+ (.+)$/.exec(String(value))?.[1];
  return counted === thing || counted === `${thing}s`;
}

/** Whether a name is the beginning of another one: "chai" of "chai latte". */
export function isShortFor(value: unknown, name: unknown): boolean {
  return String(name).startsWith(`${value} `);
}

/** Whether a value is one of several in another one: "tom" of "tom and jerry"; "toms", as it is heard, is what Tom has. */
export function isNamedIn(values: unknown, value: unknown): boolean {
  if (typeof values !== 'string') return false;
  const said = String(value);
  return [said, said.replace(/s$/, '')].some((name) => ` ${values} `.includes(` ${name} `));
}

/** Of what was said of one item only the options that another one has as well. */
export function alsoIn(other: Item, said: Item): Item {
  return keepOptions(said, (option) => option in other);
}

/** An item without values of its lists of options, and without a list of which nothing is left. */
export function without(item: Item, values: Item): Item {
  const kept = Object.entries(item).flatMap(([key, value]) => {
    const gone = values[key];
    if (!Array.isArray(value) || !Array.isArray(gone)) return [[key, value]];
    const left = value.filter((one) => !gone.some((thing) => isAbout(one, thing)));
    return left.length > 0 ? [[key, left]] : [];
  });
  return Object.fromEntries(kept);
}

/** An item without what it was named by; of an option alone nothing stays: "lemon for the milk" leaves no milk. */
export function withoutOld(item: Item, old: Item, isOption: boolean): Item {
  const left = without(item, old);
  const isGone = (option: string) =>
    isOption && option !== 'quantity' && option in old && !Array.isArray(left[option]);
  return keepOptions(left, (option) => !isGone(option));
}
