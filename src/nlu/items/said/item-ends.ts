import { isNumberOrFigure } from '../../entities/number.js';
import type { Mention } from '../../matching/mention.js';
import { personalOptions } from '../../pack/personal-options.js';
import { hasWord, isInflected } from '../../tokenise.js';
import type { ItemPhrase } from './item-phrase.js';

/** Where what is said of one item ends, and what is said of the next one begins. */
export class ItemEnds {
  private readonly having: readonly string[];
  private readonly times: readonly string[];
  private readonly articles: readonly string[];

  /**
   * @param parts Heads and options, in order.
   * @param areNamedAgain Of each head, whether it names the item before it once more.
   */
  constructor(
    private readonly parts: readonly Mention[],
    private readonly heads: readonly Mention[],
    private readonly areNamedAgain: readonly boolean[],
    private readonly said: ItemPhrase,
  ) {
    const { having, times, numbers } = said.pack.locale;
    this.having = having;
    this.times = times;
    this.articles = numbers.articles;
  }

  /**
   * @param index Of the head of an item that begins at the word `from`.
   * @returns The word before which the item ends; infinity for the last one.
   */
  of(index: number, from: number): number {
    const end = this.behindItsOwn(index, from);
    return this.parts.find((part) => part.end === end && this.isForNext(part, index, from))?.start ?? end;
  }

  /** Whether an option tells who gets what comes: "a latte and FOR TOM a mocha", or "for Tom a latte FOR SUE a mocha". */
  private isForNext({ entity, start }: Mention, index: number, from: number): boolean {
    const { tokens, phrase, pack } = this.said;
    const { receiving } = pack.locale.asking;
    if (start < this.heads[index].end) return false;
    // "a latte TOM a tea"
    if (!receiving.includes(tokens[start].norm)) return personalOptions(pack).has(entity);
    const before = tokens.slice(from, this.heads[index].start);
    return (
      phrase.separatorWords.has(tokens[start - 1].norm) || before.some(({ norm }) => receiving.includes(norm))
    );
  }

  private behindItsOwn(index: number, from: number): number {
    const { parts, heads, times } = this;
    const { phrase, tokens } = this.said;
    const current = heads[index];
    const next = heads[index + 1];
    if (next === undefined) return Number.POSITIVE_INFINITY;
    let until = next.start;
    const opener = parts.find(({ start }) => start >= from);
    let isOpened = false;
    for (let at = next.start - 1; at >= current.end; at--) {
      if (phrase.separatorWords.has(tokens[at].norm)) return at;
      // "a tea with milk and sugar a latte": the sugar is in the tea; "a dark roast for my wife a light roast"
      if (this.articles.includes(tokens[at].norm) && (this.isBehindOption(at) || this.isBehindReceiver(at)))
        return at;
      // A second count or size can only be the next item's.
      const own = parts.find((part) => part.start === at);
      if (own === undefined) continue;
      // "latte x 2 muffin x 1": the count is of what stands before it
      if (own.entity === 'quantity' && times.includes(tokens[at - 1].norm)) break;
      const isJustBefore = at === next.start - (own.end - own.start) || this.isCountOf(own, until);
      // "a large latte small tea": the latte has its size
      const isAgain = ({ entity, start, end }: Mention) =>
        entity === own.entity && start >= from && end <= current.start;
      // "tea one sugar large coffee": what is counted is said of what stands before it
      if (own.entity !== 'quantity' && this.isCounted(own) && !this.isBegun(own)) {
        if (until < next.start || (!parts.some(isAgain) && this.isCountedBehind(own, current))) break;
      }
      // "small latte extra shot large latte": as the first begins with its size, so does the next one
      if (isOpened && own.entity !== 'quantity' && !parts.some(isAgain) && !this.isBegun(own)) break;
      const isOfNext = () => parts.some(isAgain) || !this.isSaidBehind(own, next, heads[index + 2]);
      // a name said again has something said of it: "bagel toasted coffee black"
      const isNeeded = this.areNamedAgain[index] && own.start === current.end;
      if (isJustBefore && !isNeeded && isOfNext()) until = own.start;
      isOpened ||= until === own.start && opener !== current && own.entity === opener?.entity;
      // what stands before its count is said of the one before: "one coffee black, one coffee with milk"
      if (own.entity === 'quantity' && until === own.start) break;
    }
    return until;
  }

  /** But of "could you warm up a croissant" the croissant is to be warm. */
  private isBehindOption(at: number): boolean {
    const { tokens, pack } = this.said;
    const asked = pack.locale.questions.subjects;
    return this.parts.some(
      ({ start, end, entity }) =>
        end === at && entity !== 'quantity' && !asked.includes(tokens[start - 1]?.norm),
    );
  }

  /** But "and one for a child" names nobody who gets it. */
  private isBehindReceiver(at: number): boolean {
    const { tokens, pack } = this.said;
    const behindLast = Math.max(0, ...this.parts.map(({ end }) => end).filter((end) => end <= at));
    const isReceived = pack.locale.asking.receiving.includes(tokens[behindLast].norm);
    return isReceived && at > behindLast + 1;
  }

  private isCounted({ start }: Mention): boolean {
    const { norm } = this.said.tokens[start];
    return isNumberOrFigure(norm, this.said.pack.locale.numbers);
  }

  /** Whether a count or an article begins the item before what is counted in it: "a tea and two iced twelve ounce teas". */
  private isBegun({ start }: Mention): boolean {
    const { tokens } = this.said;
    const before = this.parts.find(({ end }) => end === start);
    if (before !== undefined && !this.heads.includes(before))
      return before.entity === 'quantity' || this.isBegun(before);
    return this.articles.includes(tokens[start - 1]?.norm) && !this.having.includes(tokens[start - 2]?.norm);
  }

  /** "Latte two sugars tea", but "latte two sugar tea"; of one, behind what else is said so: "coffee black one sugar tea". */
  private isCountedBehind({ start, end }: Mention, { end: behind }: Mention): boolean {
    const { tokens, pack } = this.said;
    const isSeveral = tokens.slice(start + 1, end).some((token) => isInflected(token, pack.locale));
    const isOption = (part: Mention) =>
      part.start >= behind && part.end === start && part.entity !== 'quantity';
    return isSeveral || this.parts.some(isOption);
  }

  /** "2 x tea", "one little tea", "one of the teas", "bags of sand", but "coffee two with tea". */
  private isCountOf({ entity, end }: Mention, next: number): boolean {
    const { phrase, tokens, pack } = this.said;
    const isOf = pack.locale.numbers.of.includes(tokens[end]?.norm);
    return (
      end === next ||
      (isOf && next - end === (entity === 'quantity' ? 2 : 1)) ||
      (entity === 'quantity' &&
        end === next - 1 &&
        ![...this.articles, ...this.having, ...phrase.separatorWords].includes(tokens[end].norm) &&
        !this.parts.some(({ start }) => start === end))
    );
  }

  /**
   * "Latte large tea medium": what the next head has behind it, it has not before it as well; but of "a small latte and a
   * large tea" the large is behind the "and", or behind an article or a count.
   */
  private isSaidBehind(own: Mention, head: Mention, nextHead: Mention | undefined): boolean {
    const end = nextHead?.start ?? Number.POSITIVE_INFINITY;
    return (
      own.entity !== 'quantity' &&
      this.parts.some(
        ({ entity, start }) =>
          entity === own.entity && start >= head.end && start < end && !this.isApart(head.end, start),
      )
    );
  }

  private isApart(start: number, end: number): boolean {
    const { phrase, tokens } = this.said;
    return (
      hasWord(tokens, start, end, phrase.separatorWords) ||
      tokens.slice(start, end).some(({ norm }) => this.articles.includes(norm)) ||
      this.parts.some((part) => part.entity === 'quantity' && part.start >= start && part.end <= end)
    );
  }
}
