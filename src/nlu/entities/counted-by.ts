import type { Locale } from '../locales/locale.js';
import { isNumberWord } from './number.js';

/** What a value that begins with a number counts: the drawer of "three drawers" and "4 drawer". */
export function countedBy(value: unknown, { numbers, stem }: Locale): string | undefined {
  const words = String(value).split(' ');
  const isNumber = (word: string) => /^\d+$/.test(word) || isNumberWord(word, numbers);
  const begin = words.findIndex((word) => !isNumber(word));
  return begin > 0 ? stem(words.slice(begin).join(' ')) : undefined;
}
