import { NgramModel } from '../lm/ngram-model.js';
import { corrupt, openSectionFile, writeSectionFile } from '../section-file.js';

const kind = 'G2PM';
const version = 1;
/** Ids in the n-gram model: its marks of the beginning and the end, then the graphones. */
export const graphoneIds = { begin: 0, end: 1, first: 2 } as const;
/** Letters of the longest graphone. */
const mostLetters = 2;

/** Letters and the phones that they stand for: what the joint n-gram model has for words. */
export interface Graphone {
  letters: string;
  phones: string[];
}

export interface Pronunciation {
  phones: string[];
  /** Share of the n-best list's probability. */
  probability: number;
}

/** Partial pronunciations that fall this far behind (natural logarithm) are dropped. */
const margin = 8;

/** A graphone of the model; its phones, if there are any, each behind a space. */
interface KnownGraphone {
  id: number;
  phones: string;
}

interface PartialPronunciation {
  state: number;
  score: number;
  phones: string;
}

/** Partial pronunciations that end behind the same letter. */
interface Stack {
  partials: PartialPronunciation[];
  best: number;
}

/**
 * Letters to phones by a joint n-gram model over graphones (Bisani and Ney, "Joint-sequence models for
 * grapheme-to-phoneme conversion", 2008; Novak et al., Phonetisaurus, 2016), decoded with a beam per letter.
 */
export class GraphemeToPhone {
  private readonly byLetters = new Map<string, KnownGraphone[]>();

  private constructor(
    private readonly model: NgramModel,
    graphones: readonly string[],
  ) {
    graphones.forEach((text, index) => {
      const [letters, ...phones] = text.split(' ');
      const list = this.byLetters.get(letters) ?? [];
      list.push({ id: graphoneIds.first + index, phones: phones.length > 0 ? ` ${phones.join(' ')}` : '' });
      this.byLetters.set(letters, list);
    });
  }

  /**
   * @param word Letters a to z and apostrophes; other characters are skipped.
   * @param count Most pronunciations wanted. @default 3
   * @param beam Partial pronunciations kept per letter. @default 40
   * @returns Best first; empty when the word has no letter.
   */
  pronounce(word: string, count = 3, beam = 40): Pronunciation[] {
    const letters = word.toLowerCase().replace(/[^a-z']/g, '');
    const stacks = Array.from(
      { length: letters.length + 1 },
      (): Stack => ({ partials: [], best: -Infinity }),
    );
    stacks[0].partials.push({ state: this.model.initialState, score: 0, phones: '' });
    for (let at = 0; at < letters.length; at++) {
      const partials = thinned(stacks[at].partials, beam);
      for (let end = at + 1; end <= Math.min(at + mostLetters, letters.length); end++) {
        const graphones = this.byLetters.get(letters.slice(at, end)) ?? [];
        for (const graphone of graphones) this.extend(partials, graphone, stacks[end]);
      }
    }
    const found = new Map<string, number>();
    for (const { state, score, phones } of thinned(stacks[letters.length].partials, beam)) {
      const total = Math.exp(score + this.model.endLogProb(state));
      if (phones !== '') found.set(phones, (found.get(phones) ?? 0) + total);
    }
    const best = [...found].sort((a, b) => b[1] - a[1]);
    const sum = best.reduce((total, [, value]) => total + value, 0);
    return best
      .slice(0, count)
      .map(([phones, value]) => ({ phones: phones.slice(1).split(' '), probability: value / sum }));
  }

  /** Adds each of these with one graphone more to those that end behind it. */
  private extend(
    partials: readonly PartialPronunciation[],
    { id, phones }: KnownGraphone,
    into: Stack,
  ): void {
    for (const from of partials) {
      const score = from.score + this.model.score(from.state, id);
      if (score < into.best - margin) continue;
      into.best = Math.max(into.best, score);
      into.partials.push({ state: this.model.next, score, phones: from.phones + phones });
    }
  }

  /**
   * @param graphones In the order of their ids in the model, which start at `graphoneIds.first`.
   * @param model Bytes of {@link NgramModel.pack}.
   */
  static pack(graphones: readonly Graphone[], model: Uint8Array): Uint8Array {
    const text = graphones.map(({ letters, phones }) => [letters, ...phones].join(' ')).join('\n');
    return writeSectionFile(kind, version, { graphone: new TextEncoder().encode(text), ngram: model });
  }

  /** @throws EarshotError `model_corrupt`. */
  static open(bytes: Uint8Array, label = 'g2p.bin'): GraphemeToPhone {
    const file = openSectionFile(bytes, kind, version, label);
    const model = NgramModel.open(file.u8('ngram'), label);
    const graphones = new TextDecoder().decode(file.u8('graphone')).split('\n');
    if (graphoneIds.first + graphones.length !== model.vocabularySize)
      throw corrupt(label, 'its arrays do not fit each other');
    return new GraphemeToPhone(model, graphones);
  }
}

/** The best partial pronunciations; of those with the same phones and state only the best. */
function thinned(stack: PartialPronunciation[], beam: number): PartialPronunciation[] {
  stack.sort((a, b) => b.score - a.score);
  const seen = new Set<string>();
  const kept: PartialPronunciation[] = [];
  for (const partial of stack) {
    const key = `${partial.state}${partial.phones}`;
    if (seen.has(key)) continue;
    seen.add(key);
    kept.push(partial);
    if (kept.length === beam) break;
  }
  return kept;
}
