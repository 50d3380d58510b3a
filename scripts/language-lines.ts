import { readFileSync } from 'node:fs';
import type { TextLine } from '../bench/text-corpus.js';
import { spokenCodes } from './spoken-codes.js';

/** Reads sentences, one a line, as `scripts/extract-prose.ts` writes them. */
export function readProse(paths: readonly string[]): TextLine[] {
  return paths.flatMap((path) =>
    readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => ({ words: line.split(' '), set: 'prose', domain: 'prose' })),
  );
}

/**
 * What language models are made from: the training lines with a share of those made from templates, lines of what
 * people spell and count out, and prose.
 *
 * @param templated Share of the templated lines, 0 to 1.
 * @param codes Number of lines of spelled and counted things.
 */
export function* languageLines(
  training: readonly TextLine[],
  prose: readonly TextLine[],
  templated = 0.15,
  codes = 20_000,
): Generator<readonly string[]> {
  let credit = 0;
  for (const { words, set } of training) {
    if (set === 'queries_templated') {
      credit += templated;
      if (credit < 1) continue;
      credit -= 1;
    }
    yield words;
  }
  const vocabulary = new Set(training.flatMap(({ words }) => words));
  const spellable = [...vocabulary].filter((word) => /^[a-z]{3,10}$/.test(word));
  yield* spokenCodes(spellable, codes);
  for (const { words } of prose) yield words;
}
