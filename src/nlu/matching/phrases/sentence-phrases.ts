import type { Entity } from '../../pack/compile/compile-entities.js';
import { type KnownAt, rowOf } from '../known-at.js';
import type { AnalysedSentence } from '../sentence.js';
import { PhraseSegmentation } from './phrase-segmenter.js';
import { PhraseSteps } from './phrase-steps.js';

/** The phrases of a sentence, each read once, whichever templates it is matched with. */
export class SentencePhrases {
  readonly sentence: AnalysedSentence;
  readonly #begun: KnownAt<PhraseSegmentation> = new Map();
  readonly #steps = new Map<Entity, PhraseSteps>();

  constructor(sentence: AnalysedSentence) {
    this.sentence = sentence;
  }

  /** A phrase that begins at a word, up to each place where it may end. */
  at(entity: Entity, at: number): PhraseSegmentation {
    const begun = rowOf(this.#begun, entity);
    const known = begun[at];
    if (known !== undefined) return known;
    const steps = this.#steps.get(entity) ?? new PhraseSteps(this.sentence, entity);
    this.#steps.set(entity, steps);
    const read = new PhraseSegmentation(this.sentence, entity, at, steps);
    begun[at] = read;
    return read;
  }
}
