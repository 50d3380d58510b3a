import { rounded } from './statistics.js';

/** One figure in two results. */
export interface Comparison {
  figure: string;
  before: number;
  after: number;
  /** `after / before`; absent where that says nothing. */
  ratio?: number;
}

/** The numbers that two result files share, by their path in the JSON. */
export function compareResults(before: object, after: object): Comparison[] {
  const old = new Map(numbersOf(before));
  return numbersOf(after).flatMap(([figure, value]) => {
    const known = old.get(figure);
    if (known === undefined) return [];
    const ratio = known === 0 ? {} : { ratio: rounded(value / known, 3) };
    return [{ figure, before: known, after: value, ...ratio }];
  });
}

/** Long lists, such as curves, are left out. */
export function numbersOf(value: unknown, path = ''): [path: string, value: number][] {
  if (typeof value === 'number') return [[path, value]];
  if (typeof value !== 'object' || value === null || (Array.isArray(value) && value.length > 40)) return [];
  return Object.entries(value).flatMap(([key, entry]) =>
    numbersOf(entry, path === '' ? key : `${path}.${key}`),
  );
}
