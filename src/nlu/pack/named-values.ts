/** The values that a reply names, wherever they stand. */
export function namedValues(template: string): string[] {
  return [...template.matchAll(/\{([^}|]*)/g)].flatMap(([, names]) => namesIn(names));
}

/** The names of `{a, b}`, of which one is enough. */
export function namesIn(names: string): string[] {
  return names.split(',').map((name) => name.trim());
}
