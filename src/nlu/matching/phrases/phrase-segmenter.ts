import type { Entity } from '../../pack/compile/compile-entities.js';
import type { Token } from '../../tokenise.js';
import type { Mention } from '../mention.js';
import type { AnalysedSentence } from '../sentence.js';
import type { PhraseStep } from './phrase-step.js';
import type { PhraseSteps } from './phrase-steps.js';

/** The best way to read a phrase up to a place: by its last step, behind the cell before. */
interface Cell {
  score: number;
  from: number;
  previous: Cell | undefined;
  step: PhraseStep | undefined;
  /** Whether any value or kept word has been read. */
  isFilled: boolean;
}

/** How far behind the beginning of its last value a phrase may end. */
const mostBehind = 10;

/** The best way to cut the words from one position on into values, for every end. */
export class PhraseSegmentation {
  readonly start: number;
  /** The positions behind which the phrase may end. */
  readonly ends: readonly { end: number; score: number }[];
  readonly #sentence: AnalysedSentence;
  readonly #entity: Entity;
  /** Per end: where the last word belongs to a value or glue, and where it is a kept unknown word. */
  readonly #values: (Cell | undefined)[];
  readonly #rests: (Cell | undefined)[];

  constructor(sentence: AnalysedSentence, entity: Entity, start: number, steps: PhraseSteps) {
    this.start = start;
    this.#sentence = sentence;
    this.#entity = entity;
    const { length } = sentence.tokens;
    this.#values = new Array<Cell | undefined>(length + 1).fill(undefined);
    this.#rests = entity.rest === undefined ? [] : new Array<Cell | undefined>(length + 1).fill(undefined);
    this.#values[start] = { score: 0, from: start, previous: undefined, step: undefined, isFilled: false };
    // behind the last value nothing is read any more that holds none yet, and not much else
    const { lastPart } = steps;
    const last = Math.min(length, lastPart + mostBehind);
    for (let at = start; at < last; at++) {
      const value = this.#values[at];
      if (value !== undefined && (value.isFilled || at <= lastPart)) this.#goOn(value, at, steps.at(at));
      const rest = entity.rest === undefined ? undefined : this.#rests[at];
      if (rest !== undefined && (rest.isFilled || at <= lastPart)) this.#goOn(rest, at, steps.at(at));
    }
    this.ends = this.#findEnds(steps);
  }

  #goOn(previous: Cell, from: number, steps: readonly PhraseStep[]): void {
    const isBehindRest = previous.step?.isRest === true;
    const isBehindSeparator = this.#entity.separatorWords.has(this.#sentence.tokens[from - 1]?.norm);
    for (const step of steps) {
      if (step.needsFilled && !previous.isFilled) continue;
      if (step.needsKnown && previous.isFilled && previous.step?.isSkipped) continue;
      if (step.needsStart && previous.isFilled && !isBehindSeparator) continue;
      const cells = step.isRest ? this.#rests : this.#values;
      const score = previous.score + step.score + (isBehindRest ? 0 : step.opening);
      const isFilled = previous.isFilled || step.fills;
      const known = cells[step.end];
      const isBetter =
        known === undefined || score > known.score || (score === known.score && isFilled && !known.isFilled);
      if (isBetter) cells[step.end] = { score, from, previous, step, isFilled };
    }
  }

  #findEnds(steps: PhraseSteps): { end: number; score: number }[] {
    const { pack, tokens } = this.#sentence;
    const ends: { end: number; score: number }[] = [];
    const excepted = this.#entity.rest === undefined ? this.#sentence.exceptedAt(this.start) : [];
    for (let end = this.start + 1; end <= tokens.length; end++) {
      const best = this.#best(end);
      if (!best?.isFilled) continue;
      // "silicone | not fabric": what is not so follows
      const isOpen = best.step?.mention === undefined && pack.negations.has(tokens[end - 1].norm);
      // nor "one of | the calzones", of which there is one
      const isCount = counts(best) && steps.leadsToHead(this.#behindGlue(end));
      const isOther = excepted.length > 0 && this.#namesOnlyExcepted(end, excepted);
      if (!isOpen && !isCount && !isOther) ends.push({ end, score: best.score });
    }
    return ends;
  }

  /** Behind the joining words at a place, up to one that begins another item. */
  #behindGlue(at: number): number {
    const { glueWords, separatorWords } = this.#entity;
    const { tokens } = this.#sentence;
    let end = at;
    while (end < tokens.length && glueWords.has(tokens[end].norm) && !separatorWords.has(tokens[end].norm))
      end++;
    return end;
  }

  /** Whether a phrase names no thing but one that is not wanted: "instead of tea", but not "without sugar a tea". */
  #namesOnlyExcepted(end: number, starts: readonly number[]): boolean {
    const found = this.mentions(end);
    const isHead = ({ entity }: Mention) => this.#entity.heads.includes(entity);
    const head = found.findIndex(isHead);
    if (head < 0 || found.filter(isHead).length > 1) return false;
    const isExcepted = starts.some((start) =>
      [start, start + Number(this.#sentence.isDeterminer(start))].includes(found[0].start),
    );
    return isExcepted && found.slice(1, head + 1).every(({ start }, index) => start === found[index].end);
  }

  /** Positions of the words that were left out, in order. */
  skipped(end: number): number[] {
    const found: number[] = [];
    for (const { cell } of this.#path(end)) if (cell.step?.isSkipped) found.push(cell.from);
    return found.reverse();
  }

  /** Values in the order they were said; runs of unknown words are values of the `rest` entity. */
  mentions(end: number): Mention[] {
    const found: Mention[] = [];
    let run: Mention | undefined;
    for (const { cell, end: at } of this.#path(end)) {
      if (cell.step?.isRest) {
        if (run === undefined) {
          run = { entity: this.#entity.rest!, start: cell.from, end: at, value: '', cost: 0, score: 0 };
          found.push(run);
        } else run.start = cell.from;
      } else run = undefined;
      if (cell.step?.mention !== undefined) found.push(cell.step.mention);
    }
    const values = found.filter((mention) => {
      if (mention.value !== '') return true;
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
    for (let cell = this.#best(end); cell?.previous !== undefined; cell = cell.previous) {
      yield { cell, end };
      end = cell.from;
    }
  }

  #best(end: number): Cell | undefined {
    const value = this.#values[end];
    const rest = this.#rests[end];
    return value === undefined || (rest !== undefined && rest.score > value.score) ? rest : value;
  }
}

/** Whether the last value says how many. */
function counts(cell: Cell): boolean {
  const { step, previous } = cell;
  if (step === undefined || step.isSkipped || step.isRest) return false;
  if (step.mention !== undefined) return step.mention.entity === 'quantity';
  return previous !== undefined && counts(previous);
}
