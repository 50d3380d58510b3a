/** Filters that make something even of a value that is missing. */
const ofNothing = ['count', 'plural'];

/** The values that a reply names, wherever they stand. */
export function namedValues(template: string): string[] {
  return [...template.matchAll(/\{([^}|]*)/g)].flatMap(([, names]) => namesIn(names));
}

/** The values without which a reply is not said, each with those that can be there instead: of `{a, b}` one. */
export function neededValues(template: string): string[][] {
  const needed: string[][] = [];
  let open = 0;
  for (const [piece, inside] of template.matchAll(/\{([^}]*)\}|\[|\]/g)) {
    if (piece === '[') open++;
    else if (piece === ']') open = Math.max(0, open - 1);
    else if (open === 0) {
      const [names, ...filters] = inside.split('|');
      const kinds = filters.map((filter) => filter.trim().split(':'));
      if (
        !kinds.some(([kind, ...args]) => ofNothing.includes(kind) || (kind === 'number' && args.length > 0))
      )
        needed.push(namesIn(names));
    }
  }
  return needed;
}

function namesIn(names: string): string[] {
  return names.split(',').map((name) => name.trim());
}
