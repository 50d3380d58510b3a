import { spellNumber } from '../src/stt/lexicon/spell-number.js';
import { rounded } from './statistics.js';

/** Word errors of one set: substitutions, deletions, insertions, and which words they were. */
export class WordErrors {
  words = 0;
  substitutions = 0;
  deletions = 0;
  insertions = 0;
  utterances = 0;
  wrongUtterances = 0;
  private readonly confusions = new Map<string, number>();

  get errors(): number {
    return this.substitutions + this.deletions + this.insertions;
  }
  /** Errors per word that was said. */
  get rate(): number {
    return this.words === 0 ? 0 : this.errors / this.words;
  }

  /** Counts one utterance by the alignment that takes fewest edits. @returns Its number of errors. */
  add(reference: readonly string[], found: readonly string[]): number {
    const before = this.errors;
    for (const [said, heard] of align(reference, found)) {
      if (said === heard) continue;
      if (heard === undefined) this.deletions++;
      else if (said === undefined) this.insertions++;
      else this.substitutions++;
      const key = `${said ?? '*'} > ${heard ?? '*'}`;
      this.confusions.set(key, (this.confusions.get(key) ?? 0) + 1);
    }
    this.words += reference.length;
    this.utterances++;
    if (this.errors > before) this.wrongUtterances++;
    return this.errors - before;
  }

  /** The most frequent errors as `said > heard`, `*` standing for nothing. */
  worst(count: number): [string, number][] {
    return [...this.confusions].sort((a, b) => b[1] - a[1]).slice(0, count);
  }

  toJSON() {
    const { utterances, wrongUtterances, words, substitutions, deletions, insertions, rate } = this;
    return {
      utterances,
      wrongUtterances,
      words,
      substitutions,
      deletions,
      insertions,
      wer: rounded(rate, 4),
    };
  }
}

/** Pairs of what was said and what was heard; undefined where one has nothing. */
export function align(
  reference: readonly string[],
  found: readonly string[],
): [string | undefined, string | undefined][] {
  const width = found.length + 1;
  const cost = new Int32Array((reference.length + 1) * width);
  for (let i = 0; i <= reference.length; i++) {
    for (let j = 0; j <= found.length; j++) {
      if (i === 0 || j === 0) cost[i * width + j] = i + j;
      else {
        cost[i * width + j] = Math.min(
          cost[(i - 1) * width + j - 1] + (reference[i - 1] === found[j - 1] ? 0 : 1),
          cost[(i - 1) * width + j] + 1,
          cost[i * width + j - 1] + 1,
        );
      }
    }
  }
  const pairs: [string | undefined, string | undefined][] = [];
  let i = reference.length;
  let j = found.length;
  while (i > 0 || j > 0) {
    const here = cost[i * width + j];
    const isSame = i > 0 && j > 0 && reference[i - 1] === found[j - 1];
    if (i > 0 && j > 0 && here === cost[(i - 1) * width + j - 1] + (isSame ? 0 : 1)) {
      pairs.push([reference[--i], found[--j]]);
    } else if (i > 0 && here === cost[(i - 1) * width + j] + 1) pairs.push([reference[--i], undefined]);
    else pairs.push([undefined, found[--j]]);
  }
  return pairs.reverse();
}

/** Lower case, letters and apostrophes only, numbers as words, as the transcripts are. */
export function plainWords(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/[’]/g, "'")
    .replace(/\d+(?:[.,]\d+)*/g, (digits) => ` ${spellNumber(digits)} `)
    .replace(/[^a-z' ]/g, ' ')
    .split(/\s+/)
    .filter(Boolean);
}
