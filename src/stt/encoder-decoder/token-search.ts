import type { TracedPath, TracedWord } from '../search/traced-path.js';
import type { UtteranceSearch } from '../search/utterance-search.js';
import type { TokenReading } from './token-beam.js';
import type { TokenVocabulary } from './token-vocabulary.js';

interface Mark {
  paths: readonly TracedPath[];
  frames: number;
}

const nothing: readonly TracedPath[] = [{ words: [], score: 0 }];
const space = 0x20;

/**
 * What a decoder wrote about the chunks of one utterance. The words of its paths are numbers of spellings, see
 * {@link textOf}. A decoder does not tell when a word was said: times are estimates, the time of a chunk shared by the
 * lengths of its words.
 */
export class TokenSearch implements UtteranceSearch {
  readonly clarity = 1;
  /** When a unit was heard is not known. */
  readonly lastUnitFrame = -1;
  private paths = nothing;
  /** Of the chunks so far. */
  private frames = 0;
  private readonly spellings: string[] = [];
  private readonly numberOf = new Map<string, number>();

  constructor(private readonly vocabulary: TokenVocabulary) {}

  /** Spelling of a word of {@link nBest}. */
  textOf(word: number): string {
    return this.spellings[word];
  }

  /** Takes in what was written about the next `frames` frames; only the best of the readings before goes on. */
  accept(readings: readonly TokenReading[], frames: number): void {
    const [before] = this.paths;
    this.paths = readings.map((reading) => ({
      words: [...before.words, ...this.wordsOf(reading, frames)],
      score: before.score + reading.score,
    }));
    this.frames += frames;
  }

  mark(): Mark {
    return { paths: this.paths, frames: this.frames };
  }

  rewind({ paths, frames }: Mark): void {
    this.paths = paths;
    this.frames = frames;
  }

  partial(): TracedWord[] {
    return this.paths[0].words;
  }

  partialHash(): number {
    return this.frames;
  }

  /** No language model of ours takes part. */
  ending(): undefined {}

  nBest(count: number): TracedPath[] {
    return this.paths.slice(0, count);
  }

  private wordsOf({ tokens, logProbs }: TokenReading, frames: number): TracedWord[] {
    const words: { bytes: number[]; fit: number }[] = [];
    tokens.forEach((token, at) => {
      const bytes = this.vocabulary.textBytes(token);
      if (bytes.length === 0) return;
      if (words.length === 0 || bytes[0] === space) words.push({ bytes: [], fit: 0 });
      const word = words[words.length - 1];
      word.bytes.push(...bytes);
      // A word is no surer than its least sure token.
      word.fit = Math.min(word.fit, logProbs[at]);
    });
    const spelled = words
      .map(({ bytes, fit }) => ({ text: utf8.decode(Uint8Array.from(bytes)).trim(), fit }))
      .filter(({ text }) => text !== '');
    const letters = spelled.reduce((sum, { text }) => sum + text.length, 0);
    let before = 0;
    return spelled.map(({ text, fit }) => {
      const firstFrame = this.frames + Math.round((frames * before) / letters);
      before += text.length;
      const lastFrame = this.frames + Math.round((frames * before) / letters) - 1;
      return { word: this.number(text), firstFrame, lastFrame: Math.max(firstFrame, lastFrame), fit };
    });
  }

  private number(text: string): number {
    let number = this.numberOf.get(text);
    if (number === undefined) {
      number = this.spellings.push(text) - 1;
      this.numberOf.set(text, number);
    }
    return number;
  }
}

const utf8 = new TextDecoder();
