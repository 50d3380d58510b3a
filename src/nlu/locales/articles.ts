import { oncePer } from '../once-per.js';
import type { Locale } from './locale.js';

/** What stands before a noun, whether one is meant that is known or any. */
export const articlesOf = oncePer(
  ({ definiteArticles, numbers }: Locale): ReadonlySet<string> =>
    new Set([...definiteArticles, ...numbers.articles]),
);
