/** Whether one value is another one with words before it: "no vanilla syrup" is about "vanilla syrup". */
export function isAbout(value: unknown, thing: unknown): boolean {
  return value === thing || String(value).endsWith(` ${thing}`);
}

/** Whether two values are different kinds of one thing: "almond milk" and "a little oat milk". */
export function isOtherKind(value: unknown, other: unknown): boolean {
  const [one, two] = [value, other].map((kind) => String(kind).split(' '));
  const isKind = one.length > 1 && two.length > 1 && one.at(-1) === two.at(-1);
  return isKind && !isAbout(value, other) && !isAbout(other, value);
}

/** Whether a value counts another one, which it names in short: "1 pump of syrup" is of "2 pumps of vanilla syrup". */
export function isPortionOf(value: unknown, thing: unknown): boolean {
  const counted = /^\d+ \S+ of (.+)$/.exec(String(value))?.[1];
  return counted !== undefined && isAbout(thing, counted);
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

/** Whether a value is one of several in another one: "tom" of "tom and jerry". */
export function isNamedIn(values: unknown, value: unknown): boolean {
  return typeof values === 'string' && ` ${values} `.includes(` ${value} `);
}

/** Of what was said of one item only the options that another one has as well. */
export function alsoIn(
  other: Record<string, unknown>,
  said: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(said).filter(([option]) => option in other));
}

/** An item without values of its lists of options. */
export function without(
  item: Record<string, unknown>,
  values: Record<string, unknown>,
): Record<string, unknown> {
  const kept = Object.entries(item).map(([key, value]) => {
    const gone = values[key];
    const isList = Array.isArray(value) && Array.isArray(gone);
    return [key, isList ? value.filter((one) => !gone.some((thing) => isAbout(one, thing))) : value];
  });
  return Object.fromEntries(kept);
}
