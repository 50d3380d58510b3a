import type { Interpretation } from '../answer/setting.js';
import { isNumberOrFigure } from '../entities/number.js';
import { opensNoun } from '../matching/asides.js';
import { isInThing } from '../matching/left-out.js';
import type { Pack } from '../pack/pack.js';
import { startsWith } from '../tokenise.js';
import { isBehindJoin, isVerbAt } from './goes-on.js';
import { contrasts, joinsInstead } from './instead.js';
import { areListed, isNamedAt, isPersonAt } from './named-at.js';
import { opensValue } from './read-whole.js';

/** Where in a sentence another request may begin, by the words that stand there and before. */
export class RequestStarts {
  readonly #pack: Pack;
  readonly #best: Interpretation;

  /** @param best The sentence as a whole, as it is understood best. */
  constructor(best: Interpretation) {
    this.#pack = best.sentence.pack;
    this.#best = best;
  }

  /** The words at a place that join what follows: "lock everything but the garage" leaves the garage out. */
  joinsAt(at: number): (readonly string[])[] {
    const { tokens, resolved } = this.#best.sentence;
    const instead = joinsInstead(this.#best.sentence, at) ? [[tokens[at].norm]] : [];
    return [...this.#pack.joining!.words, ...instead].filter((words) => {
      if (!startsWith(tokens, at, words)) return false;
      const next = tokens[at + words.length]?.norm;
      return !this.contrasts(words) || (this.#pack.begins(next) && !opensNoun(next, resolved));
    });
  }

  contrasts([word]: readonly string[]): boolean {
    return contrasts(word, this.#best.sentence.resolved);
  }

  /** Whether a request may begin at a place without a word that joins it: no such word, and no correction, is cut off. */
  mayBegin(start: number, at: number): boolean {
    const sentence = this.#best.sentence;
    return (
      (this.#pack.begins(sentence.tokens[at].norm) ||
        this.isNumber(at) ||
        isNamedAt(sentence, at) ||
        isPersonAt(sentence, at) ||
        areListed(sentence, start, at)) &&
      (sentence.correctedAt(at).length === 0 || opensValue(this.#best, at)) &&
      !opensNoun(sentence.tokens[at - 1].norm, sentence.resolved) &&
      !isInThing(sentence, at) &&
      !isBehindJoin(sentence, at)
    );
  }

  /** Whether a verb follows a word that joins requests: "make it" of "and make it brighter" puts nothing right. */
  isNext(at: number): boolean {
    const { sentence } = this.#best;
    const isNo = this.#pack.isNo(sentence.tokens[at].norm);
    return isBehindJoin(sentence, at) && !isNo && isVerbAt(sentence, at);
  }

  /** Where what takes back the words before it begins anew; "and no cake" takes nothing back. */
  restartsAt(at: number): readonly number[] {
    const sentence = this.#best.sentence;
    const { tokens, resolved } = sentence;
    const { conjunctions } = resolved.locale;
    const before = tokens[at - 1].norm;
    const isJoined = conjunctions.includes(before) || this.contrasts([before]);
    return sentence
      .correctedAt(at)
      .filter((restart) => !isJoined || this.#pack.begins(tokens[restart]?.norm));
  }

  /** Whether words end on a correction that is about what follows: "turn it off, no, just" before "pause it". */
  endsInCorrection(start: number, end: number): boolean {
    const sentence = this.#best.sentence;
    for (let at = start + 1; at < end; at++)
      if (sentence.correctedAt(at).some((to) => to >= end || sentence.fillerEnds(to).includes(end)))
        return true;
    return false;
  }

  isNumber(at: number): boolean {
    const { tokens, resolved } = this.#best.sentence;
    return isNumberOrFigure(tokens[at]?.norm ?? '', resolved.locale.numbers);
  }

  /** Whether a time begins at a place, for which what stands before it may be meant. */
  isTimeOf(intent: string, at: number): boolean {
    const { deferring } = this.#pack;
    const { tokens, resolved } = this.#best.sentence;
    if (!deferring?.intents.has(intent) || !deferring.words.has(tokens[at].norm)) return false;
    const next = tokens[at + 1]?.norm ?? '';
    return resolved.locale.numbers.articles.includes(next) || this.isNumber(at + 1);
  }
}
