import { namesIn } from '../../nlu/pack/named-values.js';
import { noSuch } from '../../nlu/pack/no-such.js';

/** Filters that make something even of a value that is missing. */
const ofNothing = ['count', 'plural'];

/** The values without which a reply is not said, each with those that can be there instead: of `{a, b}` one. */
export function neededValues(template: string): string[][] {
  const needed: string[][] = [];
  let open = 0;
  for (const [piece, inside] of template.matchAll(/\{([^{}]*)\}|\[|\]/g)) {
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

/** How many words a filter may have behind its name. */
const filterWords: Readonly<Record<string, readonly number[]>> = {
  plural: [2],
  counted: [1],
  number: [0, 2],
  money: [0, 1],
  or: [0],
  besides: [0],
  words: [0],
  measure: [0],
  numbered: [0],
  unnumbered: [0],
  measured: [0],
  bounded: [0],
  unmeasured: [0],
  first: [0],
  count: [0],
  place: [0],
  date: [0],
  time: [0],
  price: [0],
};

/** Filters of a reply that lack the words they choose from, or have words that they do not look at. */
export function filterFaults(template: string): string[] {
  const filters = [...template.matchAll(/\{[^{}|]*\|([^{}]*)\}/g)].flatMap(([, inside]) => inside.split('|'));
  return filters.flatMap((filter) => {
    const [kind, ...words] = filter.trim().split(':');
    // that there is no such filter is told elsewhere
    if (!Object.hasOwn(filterWords, kind) || filterWords[kind].includes(words.length)) return [];
    const counts = filterWords[kind].map((count) => (count === 0 ? 'no' : String(count)));
    return [`the filter "${kind}" takes ${counts.join(' or ')} words behind a ":", and has ${words.length}`];
  });
}

/** What filters "listed" and "unlisted" of a reply have behind their names: each the lists that it goes by. */
function listsOfFilters(template: string): string[][] {
  return [...template.matchAll(/\|\s*(?:un)?listed((?::[^|}]*)?)/g)].map(([, inside]) =>
    inside
      .split(':')
      .slice(1)
      .map((name) => name.trim().replace(/^!/, '')),
  );
}

/** The lists that filters of a reply go by. */
export function listsIn(template: string): string[] {
  return listsOfFilters(template).flat();
}

/** Filters of a reply that go by no list, or by one that there is none of. */
export function listFaults(template: string, lists: readonly string[]): string[] {
  return listsOfFilters(template).flatMap((names) =>
    names.length === 0
      ? ['a filter "listed" or "unlisted" needs the names of lists behind a ":"']
      : names.filter((name) => !lists.includes(name)).map((name) => noSuch('list', name, lists)),
  );
}
