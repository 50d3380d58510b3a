import type { Entity } from '../pack/compile-entities.js';
import type { PhraseRule } from '../pack/entity-schema.js';
import { hasWord } from '../tokenise.js';
import type { Mention } from './mention.js';
import type { AnalysedSentence } from './sentence.js';

/** A rule of a phrase, and the values of the phrase that it would take. */
export class RulePlace {
  private readonly first: Mention;
  private readonly last: Mention;
  private readonly previous: Mention | undefined;
  private readonly next: Mention | undefined;
  /** The index behind the last value. */
  private readonly end: number;

  /**
   * @param values Of the phrase; from `at` on they are of the entities that the rule takes.
   * @param start Word index at which the phrase begins.
   */
  constructor(
    private readonly rule: PhraseRule,
    private readonly values: readonly Mention[],
    private readonly at: number,
    private readonly phrase: Entity,
    private readonly sentence: AnalysedSentence,
    private readonly start: number,
  ) {
    this.end = at + rule.take.length;
    this.first = values[at];
    this.last = values[this.end - 1];
    this.previous = values[at - 1];
    this.next = values[this.end];
  }

  /** Whether all conditions of the rule hold. */
  isMeant(): boolean {
    return (
      (this.rule.take.length < 2 || this.first.end === this.last.start) &&
      this.isWhereItMustBe() &&
      this.hasItsNeighbours() &&
      this.isBehindItsWords() &&
      this.isOfItsWords() &&
      this.hasItsCompany()
    );
  }

  private isWhereItMustBe(): boolean {
    const { rule, previous, next } = this;
    switch (rule.at) {
      case 'start':
        return previous === undefined;
      case 'end':
        return next === undefined;
      case 'part':
        return this.separatorBehind(this.end - 1) === this.end;
      case 'whole':
        return previous === undefined && next === undefined;
      default:
        return true;
    }
  }

  private hasItsNeighbours(): boolean {
    const { rule, values, previous, next, end } = this;
    const isOneOf = (entities: readonly string[] | undefined, value: Mention | undefined) =>
      entities === undefined || (value !== undefined && entities.includes(value.entity));
    if (!isOneOf(rule.behind, previous) || !isOneOf(rule.before, next)) return false;
    const { ahead } = rule;
    return (
      ahead === undefined ||
      values.slice(end, lastOfRun(values, end - 1) + 1).some(({ entity }) => ahead.includes(entity))
    );
  }

  private isBehindItsWords(): boolean {
    const { rule, values, at, end, first, next, sentence, start } = this;
    if (rule.after !== undefined && !rule.after.includes(joiningBefore(values, at, sentence, start)))
      return false;
    const { followedBy } = rule;
    if (followedBy && (!next || !followedBy.includes(joiningBefore(values, end, sentence, start))))
      return false;
    if (rule.article !== undefined && rule.article !== isBehindArticle(first, sentence, start)) return false;
    return rule.since === undefined || isSaidSince(rule.since, values, at, sentence, start);
  }

  private isOfItsWords(): boolean {
    const { rule, values, at, end, first, last, sentence } = this;
    const { pack, tokens, resolved } = sentence;
    if (!this.endsOn(rule.headed, last) || !this.endsOn(rule.opened, first)) return false;
    const run = values.slice(at, end).find(({ entity }) => pack.isRest(entity));
    if (run === undefined) return true;
    if (rule.most !== undefined && run.end - run.start > rule.most) return false;
    if (rule.ending === undefined) return true;
    const { name, isWanted } = wanted(rule.ending);
    const { norm } = tokens[run.end - 1];
    // nor is a figure a stranger's name, though it may be how many
    const isCount = pack.entities.get(rule.as)?.kind === 'pattern';
    if (!isWanted && !isCount && /\d/.test(norm)) return false;
    // what is a form of a word ("smallest", "screws") is no stranger; only the word itself is one of a kind
    const { bases, stem } = resolved.locale;
    const forms = isWanted ? [norm] : [norm, stem(norm), ...(bases?.(norm) ?? [])];
    return forms.some((form) => pack.isOnList(name, form)) === isWanted;
  }

  /** Whether another value of the phrase is there, or is not, as the rule has it. */
  private hasItsCompany(): boolean {
    const { rule, values, at, end, sentence } = this;
    if (rule.with === undefined) return true;
    const { name, isWanted } = wanted(rule.with);
    const until = rule.nearby ? this.separatorBehind(end - 1) : values.length;
    const other = values.find(
      (value, index) =>
        value.entity === name &&
        index < until &&
        (index < at || index >= end) &&
        this.endsOn(rule.withHeaded, value),
    );
    if ((other !== undefined) !== isWanted) return false;
    if (rule.apart && this.hasInPart(name)) return false;
    return rule.inPlural === undefined || other === undefined || isPlural(sentence, other) === rule.inPlural;
  }

  /** Whether the last word of a value is on a list; where no list is asked for, too. */
  private endsOn(list: string | undefined, { end }: Mention): boolean {
    const { pack, tokens } = this.sentence;
    return list === undefined || pack.isOnList(list, tokens[end - 1].norm);
  }

  /** Whether a value of an entity stands between the same separators. */
  private hasInPart(entity: string): boolean {
    let from = 0;
    for (let end = this.separatorBehind(from); end <= this.at; end = this.separatorBehind(from)) from = end;
    return this.values.slice(from, this.separatorBehind(from)).some((value) => value.entity === entity);
  }

  /** The first value behind one that a separator stands before; as many as there are where none does. */
  private separatorBehind(at: number): number {
    const { values, phrase, sentence } = this;
    for (let next = at + 1; next < values.length; next++) {
      if (hasWord(sentence.tokens, values[next - 1].end, values[next].start, phrase.separatorWords))
        return next;
    }
    return values.length;
  }
}

/** A name of the notation, with "!" before it where it must not be. */
function wanted(text: string): { name: string; isWanted: boolean } {
  const isWanted = !text.startsWith('!');
  return { name: isWanted ? text : text.slice(1), isWanted };
}

/**
 * "A dark roast" is something, "with dark roast" is how something else is.
 * @param start the article is not before this word
 */
export function isBehindArticle({ start: at }: Mention, sentence: AnalysedSentence, start: number): boolean {
  return at > start && sentence.resolved.locale.numbers.articles.includes(sentence.tokens[at - 1].norm);
}

/** The joining word before a value, if there is one. */
function joiningBefore(
  values: readonly Mention[],
  at: number,
  { tokens, resolved }: AnalysedSentence,
  start: number,
): string {
  // "for a bay window", "for my bay window": the article is no more than a part of what follows
  const { numbers, statements } = resolved.locale;
  const articles = [...numbers.articles, ...(statements?.determiners ?? [])];
  const gap = tokens.slice(values[at - 1]?.end ?? start, values[at].start).map(({ norm }) => norm);
  while (articles.includes(gap.at(-1) ?? '')) gap.pop();
  return gap.at(-1) ?? '';
}

/** Whether one of these words begins the values before it, or stands before them: "yarn | for a baby | blanket". */
function isSaidSince(
  words: readonly string[],
  values: readonly Mention[],
  at: number,
  sentence: AnalysedSentence,
  start: number,
): boolean {
  const first = firstOfRun(values, at);
  return (
    words.includes(joiningBefore(values, first, sentence, start)) ||
    values.slice(first, at).some(({ start }) => words.includes(sentence.tokens[start].norm))
  );
}

/** The first of the values that stand one behind the other up to a value. */
function firstOfRun(values: readonly Mention[], at: number): number {
  let first = at;
  while (values[first - 1]?.end === values[first].start) first--;
  return first;
}

/** The last of the values that stand one behind the other from a value on. */
function lastOfRun(values: readonly Mention[], at: number): number {
  let last = at;
  while (values[last + 1]?.start === values[last].end) last++;
  return last;
}

function isPlural({ pack, tokens }: AnalysedSentence, { end }: Mention): boolean {
  const { norm } = tokens[end - 1];
  return pack.locale.stem(norm) !== norm;
}
