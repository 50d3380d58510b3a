import { oncePer } from '../once-per.js';
import type { Pack } from './pack.js';

/** Options that tell whose an item is: "a latte for Tim". */
export const personalOptions = oncePer(({ entities }: Pack): ReadonlySet<string> => {
  const paths = [...entities.values()].flatMap(({ into }) => into);
  return new Set(paths.filter((path) => path.includes('.')).map((path) => path.split('.').at(-1)!));
});
