import type { Level } from 'level';

/** The database underneath, with text as keys and values. */
export type Root = Level<string, string>;
/** A named part of the database with keys of its own. */
export type Sublevel = ReturnType<typeof openSublevel>;

/** Opens a named part of the database. */
export function openSublevel(root: Root, name: string) {
  return root.sublevel<string, string>(name, { keyEncoding: 'utf8', valueEncoding: 'utf8' });
}
