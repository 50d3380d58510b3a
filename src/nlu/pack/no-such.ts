import { didYouMeanHint } from '../../config/did-you-mean.js';

/**
 * What is wrong where a pack names what it does not hold: the name that it looks like, if there is one.
 *
 * @param otherwise What to do where none looks like it.
 */
export function noSuch(what: string, name: string, known: Iterable<string>, otherwise?: string): string {
  const help = didYouMeanHint(name, known) ?? otherwise;
  return `there is no ${what} "${name}"${help === undefined ? '' : `; ${help}`}`;
}
