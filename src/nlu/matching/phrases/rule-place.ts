import type { PhraseRule } from '../../pack/schema/entity-schema.js';
import { hasWord, isInflected } from '../../tokenise.js';
import type { Mention } from '../mention.js';
import type { AnalysedSentence } from '../sentence.js';
import type { PhraseValues } from './phrase-values.js';

/** A rule of a phrase, and the values of the phrase that it would take. */
export class RulePlace {
  readonly #rule: PhraseRule;
  readonly #said: PhraseValues;
  /** The index of the first value, and the one behind the last. */
  readonly #at: number;
  readonly #end: number;
  readonly #first: Mention;
  readonly #last: Mention;
  readonly #previous: Mention | undefined;
  readonly #next: Mention | undefined;

  /** @param said From `at` on its values are of the entities that the rule takes. */
  constructor(rule: PhraseRule, said: PhraseValues, at: number) {
    this.#rule = rule;
    this.#said = said;
    this.#at = at;
    this.#end = at + rule.take.length;
    this.#first = said.values[at];
    this.#last = said.values[this.#end - 1];
    this.#previous = said.values[at - 1];
    this.#next = said.values[this.#end];
  }

  /** Whether all conditions of the rule hold. */
  isMeant(): boolean {
    return (
      (this.#rule.take.length < 2 || this.#isJoined()) &&
      !this.#countsThings() &&
      this.#isWhereItMustBe() &&
      this.#hasItsNeighbours() &&
      this.#isBehindItsWords() &&
      this.#isOfItsWords() &&
      this.#hasItsCompany()
    );
  }

  /** Whether between the two values stands what the rule has there, or nothing. */
  #isJoined(): boolean {
    const { joinedBy = [''] } = this.#rule;
    const between = this.#said.sentence.tokens.slice(this.#first.end, this.#last.start);
    return joinedBy.includes(between.map(({ norm }) => norm).join(' '));
  }

  /**
   * Whether a rule makes something else of a number that counts what is said behind it, or for whom it is: of "no sugar,
   * TWO OF THEM" these are no sugars, and so is of "with milk, and ONE FOR my wife".
   */
  #countsThings(): boolean {
    const { pack, tokens, resolved } = this.#said.sentence;
    const { numbers, asking } = resolved.locale;
    const isNumber = (name: string) => pack.entities.get(name)?.kind === 'number';
    // "two for dune" are two tickets, where a rule makes these of a number
    const isCount = isNumber(this.#rule.as) || this.#said.phrase.heads.includes(this.#rule.as);
    if (!isNumber(this.#last.entity) || isCount) return false;
    const next = tokens[this.#last.end]?.norm;
    // "sugar two for the tea" are sugars
    const receiving = this.#first === this.#last ? asking.receiving : [];
    return [...numbers.of, ...receiving].includes(next);
  }

  #isWhereItMustBe(): boolean {
    const isFirst = this.#previous === undefined;
    const isLast = this.#next === undefined;
    switch (this.#rule.at) {
      case 'start':
        return isFirst;
      case 'end':
        return isLast;
      case 'part':
        return this.#separatorBehind(this.#end - 1) === this.#end;
      case 'whole':
        return isFirst && isLast;
      default:
        return true;
    }
  }

  #hasItsNeighbours(): boolean {
    const { behind, before, ahead } = this.#rule;
    const { values } = this.#said;
    const isOneOf = (entities: readonly string[] | undefined, value: Mention | undefined) =>
      entities === undefined || (value !== undefined && entities.includes(value.entity));
    if (!isOneOf(behind, this.#previous) || !isOneOf(before, this.#next)) return false;
    const end = lastOfRun(values, this.#end - 1) + 1;
    return ahead === undefined || values.slice(this.#end, end).some(({ entity }) => ahead.includes(entity));
  }

  #isBehindItsWords(): boolean {
    const { after, followedBy, article, since } = this.#rule;
    const said = this.#said;
    if (after !== undefined && !after.includes(joiningBefore(said, this.#at))) return false;
    if (followedBy && (!this.#next || !followedBy.includes(joiningBefore(said, this.#end)))) return false;
    const { sentence, start } = said;
    if (article !== undefined && article !== isBehindArticle(this.#first, sentence, start)) return false;
    return since === undefined || isSaidSince(since, said, this.#at);
  }

  #isOfItsWords(): boolean {
    const rule = this.#rule;
    const { values, sentence } = this.#said;
    const { pack, tokens, resolved } = sentence;
    if (!this.#endsOn(rule.headed, this.#last) || !this.#endsOn(rule.opened, this.#first)) return false;
    const run = values.slice(this.#at, this.#end).find(({ entity }) => pack.isRest(entity));
    if (run === undefined) return true;
    if (rule.most !== undefined && run.end - run.start > rule.most) return false;
    if (rule.ending === undefined) return true;
    const { name, isWanted } = wanted(rule.ending);
    const { norm } = tokens[run.end - 1];
    // nor is a figure a stranger's name, though it may be how many
    const isCount = pack.entities.get(rule.as)?.kind === 'pattern';
    if (!isWanted && !isCount && /\d/.test(norm)) return false;
    // what is a form of a word ("smallest", "softer", "screws") is no stranger; only the word itself is one of a kind
    const { bases, positives, stem } = resolved.locale;
    const forms = isWanted ? [norm] : [norm, stem(norm), ...bases(norm), ...positives(norm)];
    return forms.some((form) => pack.isOnList(name, form)) === isWanted;
  }

  /** Whether another value of the phrase is there, or is not, as the rule has it. */
  #hasItsCompany(): boolean {
    const rule = this.#rule;
    const { values, sentence } = this.#said;
    if (rule.with === undefined) return true;
    const { name, isWanted } = wanted(rule.with);
    const until = rule.nearby ? this.#separatorBehind(this.#end - 1) : values.length;
    const other = values.find(
      (value, index) =>
        value.entity === name &&
        index < until &&
        (index < this.#at || index >= this.#end) &&
        this.#isHeadedSo(value),
    );
    if ((other !== undefined) !== isWanted) return false;
    if (rule.apart && this.#hasInPart(name)) return false;
    return (
      rule.inPlural === undefined ||
      other === undefined ||
      isInflected(sentence.tokens[other.end - 1], sentence.pack.locale) === rule.inPlural
    );
  }

  /** Whether a value ends on a word, or words, of a list: "vacuum bags"; where no list is asked for, too. */
  #endsOn(list: string | undefined, { start, end }: Mention): boolean {
    const { pack, tokens } = this.#said.sentence;
    if (list === undefined) return true;
    const words = tokens.slice(start, end).map(({ norm }) => norm);
    return pack.isEndOnList(list, words);
  }

  /** Whether the value that `with` names ends on a word that it must end on, or must not. */
  #isHeadedSo(value: Mention): boolean {
    const { withHeaded } = this.#rule;
    if (withHeaded === undefined) return true;
    const { name, isWanted } = wanted(withHeaded);
    return this.#endsOn(name, value) === isWanted;
  }

  /** Whether a value of an entity stands between the same separators. */
  #hasInPart(entity: string): boolean {
    let from = 0;
    for (let end = this.#separatorBehind(from); end <= this.#at; end = this.#separatorBehind(from))
      from = end;
    return this.#said.values
      .slice(from, this.#separatorBehind(from))
      .some((value) => value.entity === entity);
  }

  /** The first value behind one that a separator stands before; as many as there are where none does. */
  #separatorBehind(at: number): number {
    const { values, phrase, sentence } = this.#said;
    for (let next = at + 1; next < values.length; next++) {
      const { end } = values[next - 1];
      const { start } = values[next];
      if (hasWord(sentence.tokens, end, start, phrase.separatorWords)) return next;
      // in a list an article separates as well: "a dark roast, a latte and a tea"
      if (isBehindArticle(values[next], sentence, end)) return next;
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
 *
 * @param start The article is not before this word.
 */
export function isBehindArticle({ start: at }: Mention, sentence: AnalysedSentence, start: number): boolean {
  return at > start && sentence.resolved.locale.numbers.articles.includes(sentence.tokens[at - 1].norm);
}

/** The joining word before a value, if there is one. */
function joiningBefore({ values, sentence, start }: PhraseValues, at: number): string {
  const { tokens, resolved } = sentence;
  // "for a bay window", "for my bay window": the article is no more than a part of what follows
  const { numbers, statements } = resolved.locale;
  const articles = [...numbers.articles, ...statements.determiners];
  const gap = tokens.slice(values[at - 1]?.end ?? start, values[at].start).map(({ norm }) => norm);
  while (articles.includes(gap.at(-1) ?? '')) gap.pop();
  return gap.at(-1) ?? '';
}

/** Whether one of these words begins the values before it, or stands before them: "yarn | for a baby | blanket". */
function isSaidSince(words: readonly string[], said: PhraseValues, at: number): boolean {
  const { values, sentence } = said;
  const first = firstOfRun(values, at);
  return (
    words.includes(joiningBefore(said, first)) ||
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
