/** How the beam search weighs and prunes. All scores are natural logarithms. */
export interface SearchOptions {
  /** Weight of the language model against the acoustic model. @default 0.8 */
  lmWeight: number;
  /** Added per word; more makes longer texts. @default 0 */
  wordBonus: number;
  /** Added to the blank's log-probability; less than 0 makes the search hear more. @default -1.5 */
  blankBonus: number;
  /** Hypotheses that fall this far behind the best are dropped. @default 11 */
  beam: number;
  /** Most hypotheses of open speech that live on after a frame. @default 600 */
  maxActive: number;
  /** The same inside sentences to expect. @default 200 */
  maxActiveInSentence: number;
  /**
   * Units that a frame may go on with, the likeliest ones: of hundreds of word pieces most are noise, which would fill
   * the beam. @default 48
   */
  maxUnits: number;
  /** Cost of one unit of unknown speech, which stands in for whatever is no word. @default -2.5 */
  unknownUnitBonus: number;
  /** Cost of starting unknown speech. @default -6 */
  unknownWordBonus: number;
  /**
   * ln P that somebody hesitates ("um", "uh") before the next word, whatever it is. Far lower, such as -100, hesitations
   * are heard as other words. @default -5.5
   */
  hesitationLogProb: number;
  /** Frames whose blank is likelier than this change nothing but scores. @default 0.999 */
  blankSkip: number;
  /** Log-odds, before anything was heard, that an utterance is one of the sentences to expect. @default 0 */
  grammarWeight: number;
  /**
   * Factor of the log-probabilities of the sentences to expect, where they name none; less than 1 hears more of them.
   * @default 0.8
   */
  grammarScale: number;
  /**
   * Part of the first word's probability, 0 to 1, that n-grams of the sentences to expect have in speech that is none of
   * them; the language model has the rest. Their part in later words follows from the words before. 0 leaves them out.
   * @default 0.25
   */
  grammarShare: number;
  /** Factor of all weights of listed words and phrases. @default 1 */
  biasScale: number;
  /**
   * Part of a word's probability, 0 to 1, that the neural language model has once an utterance is read again; the
   * n-grams have the rest. 0 leaves it out. @default 0.3
   */
  neuralLmShare: number;
  /**
   * Added per word that is read again: of two models together each word is likelier, which alone would make texts
   * longer. @default -0.4
   */
  neuralWordBonus: number;
  /** Readings that fall this far behind the best are not read again. @default 4 */
  neuralLmBeam: number;
  /** Alternatives that fall this far behind at a recombination are forgotten. @default 10 */
  latticeBeam: number;
}

export const defaultSearchOptions: Readonly<SearchOptions> = {
  lmWeight: 0.8,
  wordBonus: 0,
  blankBonus: -1.5,
  beam: 11,
  maxActive: 600,
  maxActiveInSentence: 200,
  maxUnits: 48,
  unknownUnitBonus: -2.5,
  unknownWordBonus: -6,
  hesitationLogProb: -5.5,
  blankSkip: 0.999,
  grammarWeight: 0,
  grammarScale: 0.8,
  grammarShare: 0.25,
  biasScale: 1,
  neuralLmShare: 0.3,
  neuralWordBonus: -0.4,
  neuralLmBeam: 4,
  latticeBeam: 10,
};
