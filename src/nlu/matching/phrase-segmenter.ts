import type { Entity } from '../pack/compile-entities.js';
import { startsWith, type Token } from '../tokenise.js';
import { leftOutScore } from './left-out.js';
import type { Mention } from './mention.js';
import { scores } from './scores.js';
import type { AnalysedSentence } from './sentence.js';

interface Cell {
  score: number;
  from: number;
  fromRest: boolean;
  mention: Mention | undefined;
  isRest: boolean;
  /** The word is left out. */
  isSkipped: boolean;
  /** Whether any value or kept word has been read. */
  isFilled: boolean;
}

/** How far behind the beginning of its last value a phrase may end. */
const mostBehind = 10;

/** The best way to cut the words from one position on into values, for every end. */
export class PhraseSegmentation {
  readonly start: number;
  readonly #sentence: AnalysedSentence;
  readonly #entity: Entity;
  /** Per end: [last word belongs to a value or glue, last word is a kept unknown word]. */
  readonly #cells: [Cell | undefined, Cell | undefined][] = [];

  constructor(sentence: AnalysedSentence, entity: Entity, start: number) {
    this.start = start;
    this.#sentence = sentence;
    this.#entity = entity;
    const { pack, tokens, resolved } = sentence;
    const { between = [] } = resolved.locale.corrections ?? {};
    const restEntity = entity.rest === undefined ? undefined : pack.entities.get(entity.rest);
    const opening: Cell = {
      score: 0,
      from: start,
      fromRest: false,
      mention: undefined,
      isRest: false,
      isSkipped: false,
      isFilled: false,
    };
    this.#cells[start] = [opening, undefined];
    // behind the last value nothing is read any more that holds none yet, and not much else
    const lastPart = restEntity === undefined ? sentence.lastPart(entity) : tokens.length;
    const last = Math.min(tokens.length, lastPart + mostBehind);
    for (let at = start; at < last; at++) {
      const cells = this.#cells[at];
      if (cells === undefined) continue;
      for (const cell of cells) {
        if (cell === undefined || (!cell.isFilled && at > lastPart)) continue;
        const step = (
          end: number,
          score: number,
          mention: Mention | undefined,
          isFilled = cell.isFilled,
          isRest = false,
          isSkipped = false,
        ) => {
          const total = cell.score + score;
          const known = this.#cells[end]?.[isRest ? 1 : 0];
          if (known !== undefined && known.score > total) return;
          const origin = { from: at, fromRest: cell.isRest };
          this.#keep(end, { score: total, ...origin, mention, isRest, isSkipped, isFilled });
        };
        for (const mention of sentence.partsAt(entity, at)) step(mention.end, mention.score, mention, true);
        let isGlue = false;
        for (const words of entity.glueWords.get(tokens[at].norm) ?? []) {
          if (!startsWith(tokens, at, words)) continue;
          isGlue = true;
          // a correction in so many words ("no wait") outweighs what its words could also be, unless one of them
          // begins a value: "actually no sugar", "but not too sweet"
          const isCorrection =
            words.length > 1 &&
            pack.isCorrection(words) &&
            !words.some((_, index) => index > 0 && this.#beginsValue(at + index, at + words.length));
          const joined = isCorrection ? (words.length - 1) * scores.valueJoined : 0;
          step(
            at + words.length,
            words.length * (isCorrection ? scores.value : scores.glue) + joined,
            undefined,
          );
        }
        for (const words of cell.isFilled ? (entity.leadInWords.get(tokens[at].norm) ?? []) : []) {
          const end = at + words.length;
          if (startsWith(tokens, at, words) && this.#leadsIn(end))
            step(end, words.length * scores.glue, undefined);
        }
        // "a mocha, no, latte", "a coffee, no biscuit"
        const isRefusing = restEntity === undefined && cell.isFilled && between.includes(tokens[at].norm);
        if (isRefusing && this.#leadsIn(at + 1)) step(at + 1, scores.glue, undefined);
        const fillerEnds = sentence.fillerEnds(at);
        for (const end of fillerEnds) step(end, scores.filler, undefined);
        if (
          restEntity !== undefined &&
          fillerEnds.length === 0 &&
          pack.mayHold(restEntity, tokens[at].norm)
        ) {
          const isFunction = pack.functionWords.has(tokens[at].norm);
          const opening = cell.isRest ? 0 : scores.restRun + (isGlue ? 0 : restEntity.weight);
          const score = (isFunction ? scores.restFunction : scores.rest) + opening;
          step(at + 1, score, undefined, cell.isFilled || !isFunction, true);
        }
        // "a strong latte": what follows an unknown word is not lost with it
        if (restEntity === undefined && fillerEnds.length === 0)
          step(at + 1, leftOutScore(sentence, at), undefined, cell.isFilled, false, true);
      }
    }
  }

  /** The positions behind which the phrase may end. */
  *ends(): Generator<{ end: number; score: number }> {
    const { pack, tokens } = this.#sentence;
    for (let end = this.start + 1; end < this.#cells.length; end++) {
      const best = this.#best(end);
      // "silicone | not fabric": what is not so follows
      const isOpen = best?.mention === undefined && pack.negations.has(tokens[end - 1].norm);
      if (best?.isFilled && !isOpen) yield { end, score: best.score };
    }
  }

  /** Positions of the words that were left out, in order. */
  skipped(end: number): number[] {
    const found: number[] = [];
    for (const { cell } of this.#path(end)) if (cell.isSkipped) found.push(cell.from);
    return found.reverse();
  }

  /** Values in the order they were said; runs of unknown words are values of the `rest` entity. */
  mentions(end: number): Mention[] {
    const found: Mention[] = [];
    let run: Mention | undefined;
    for (const { cell, end: at } of this.#path(end)) {
      if (cell.isRest) {
        if (run === undefined) {
          run = { entity: this.#entity.rest!, start: cell.from, end: at, value: '', cost: 0, score: 0 };
          found.push(run);
        } else run.start = cell.from;
      } else run = undefined;
      if (cell.mention !== undefined) found.push(cell.mention);
    }
    const values = found.filter((mention) => {
      if (mention.value !== '' || mention.entity !== this.#entity.rest) return true;
      this.#trim(mention, found.length === 1);
      mention.value = this.#sentence.text(mention.start, mention.end);
      return mention.end > mention.start;
    });
    return values.reverse();
  }

  /**
   * Words of talk around unknown ones ("do you happen"), and joining words behind them ("draught under"), are no part
   * of what is looked for.
   */
  #trim(run: Mention, isAll: boolean): void {
    const { pack, tokens, resolved } = this.#sentence;
    const { openWords } = resolved.locale;
    while (run.start < run.end && pack.functionWords.has(tokens[run.start].norm)) run.start++;
    const isTalk = ({ norm }: Token) =>
      pack.functionWords.has(norm) || (openWords.includes(norm) && !(isAll && run.end - run.start === 1));
    while (run.start < run.end && isTalk(tokens[run.end - 1])) run.end--;
  }

  /** The cells that the best reading goes through, the last one first. */
  *#path(last: number): Generator<{ cell: Cell; end: number }> {
    let end = last;
    let cell = this.#best(end);
    while (cell !== undefined && end > this.start) {
      yield { cell, end };
      end = cell.from;
      cell = this.#cells[end]?.[cell.fromRest ? 1 : 0];
    }
  }

  /** Whether a value follows that was heard for sure, perhaps behind a joining word: "that is decaf", "that is in a mug". */
  #leadsIn(at: number): boolean {
    const isValue = (start: number) =>
      this.#sentence.partsAt(this.#entity, start).some(({ cost }) => cost === 0);
    const word = this.#sentence.tokens[at]?.norm ?? '';
    return isValue(at) || (this.#entity.glueWords.has(word) && isValue(at + 1));
  }

  /** Whether a word is the first of a value that reaches behind a place, to which it matters: not the article of "a triple shot". */
  #beginsValue(at: number, behind: number): boolean {
    const parts = this.#sentence.partsAt(this.#entity, at);
    if (parts.length === 0) return false;
    const without = this.#sentence.partsAt(this.#entity, at + 1);
    return parts.some(
      ({ entity, end, value, cost }) =>
        cost === 0 &&
        end > behind &&
        !without.some((other) => other.entity === entity && other.end === end && other.value === value),
    );
  }

  #best(end: number): Cell | undefined {
    const cells = this.#cells[end];
    if (cells === undefined) return undefined;
    const [value, rest] = cells;
    if (value === undefined || (rest !== undefined && rest.score > value.score)) return rest;
    return value;
  }

  #keep(end: number, cell: Cell): void {
    const cells = this.#cells[end] ?? [undefined, undefined];
    this.#cells[end] = cells;
    const slot = cell.isRest ? 1 : 0;
    const known = cells[slot];
    if (
      known === undefined ||
      cell.score > known.score ||
      (cell.score === known.score && cell.isFilled && !known.isFilled)
    ) {
      cells[slot] = cell;
    }
  }
}
