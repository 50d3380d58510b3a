import type { Entity } from '../pack/compile-entities.js';
import type { PhraseRule } from '../pack/entity-schema.js';
import { hasWord } from '../tokenise.js';
import type { Mention } from './mention.js';
import { withBeginning, withEnd } from './name-bounds.js';
import type { AnalysedSentence } from './sentence.js';
import { wordsOf } from './words-of.js';

const maxChanges = 200;

/**
 * Applies a phrase's rules to its values: neighbours become one value, unknown words get an entity by their place.
 *
 * @param start Word index at which the phrase begins.
 */
export function applyPhraseRules(
  mentions: readonly Mention[],
  phrase: Entity,
  sentence: AnalysedSentence,
  start: number,
): Mention[] {
  const rules = phrase.rules ?? [];
  const values = [...mentions];
  let changes = 0;
  for (const rule of rules) {
    for (let at = 0; at + rule.take.length <= values.length && changes < maxChanges; at++) {
      if (!applies(rule, values, at, phrase, sentence, start)) continue;
      if (rule.begins !== undefined || rule.ends !== undefined) {
        const anew =
          rule.begins !== undefined
            ? withBeginning(values, at, rule.begins, phrase, sentence)
            : withEnd(values, at, rule.ends!, sentence);
        if (anew === undefined) continue;
        // on to the value behind the name
        if (rule.begins !== undefined) at += anew.length - values.length;
        values.splice(0, values.length, ...anew);
        continue;
      }
      const taken = values.slice(at, at + rule.take.length);
      const first = taken[0];
      const last = taken.at(-1)!;
      const target = sentence.pack.entities.get(rule.as)!;
      // "a hundred balloons": the article is a part of the number
      const read = [first.start, ...(isBehindArticle(first, sentence, 0) ? [first.start - 1] : [])]
        .flatMap((from) => sentence.mentions(target, from))
        .find(({ end }) => end === last.end);
      // what cannot be read so would be no pattern's value, and no price
      const isReadOnly = target.kind === 'pattern' || target.kind === 'price';
      if (isReadOnly && read === undefined && rule.value === undefined) continue;
      const isOne = rule.take.length === 1 && !sentence.pack.isRest(first.entity);
      const joined: Mention = {
        entity: rule.as,
        start: read?.start ?? first.start,
        end: last.end,
        // as its entity reads the words ("two" is 2), if it does
        value:
          filledIn(rule.value, first) ??
          read?.value ??
          (isOne ? first.value : taken.map((value) => wordsOf(value, sentence)).join(' ')),
        cost: Math.max(first.cost, last.cost),
        score: first.score + (last === first ? 0 : last.score),
      };
      values.splice(
        at,
        rule.take.length,
        isOne ? { ...first, entity: rule.as, value: joined.value } : joined,
        ...besides(rule, joined, first),
      );
      changes++;
      // the joined value may join again
      if (rule.take.length > 1) at--;
    }
  }
  return values;
}

/** What a rule says that a value is, with the value itself where that names it: "{quantity} sugars". */
function filledIn(value: PhraseRule['value'], { entity, value: own }: Mention): unknown {
  // a number that stays what it is is one still
  if (value === `{${entity}}`) return own;
  return typeof value === 'string' ? value.replace(`{${entity}}`, String(own)) : value;
}

/** What the last word of a value says besides, if its rule knows of something: of `{quantity: "{quantity}"}` how many. */
function besides({ also = {} }: PhraseRule, { end, cost }: Mention, taken: Mention): Mention[] {
  return Object.entries(also).map(([entity, value]) => ({
    entity,
    start: end - 1,
    end,
    value: filledIn(value, taken),
    cost,
    score: 0,
  }));
}

function applies(
  rule: PhraseRule,
  values: readonly Mention[],
  at: number,
  phrase: Entity,
  sentence: AnalysedSentence,
  start: number,
): boolean {
  const { take } = rule;
  const first = values[at];
  const last = values[at + take.length - 1];
  if (!take.every((entity, offset) => values[at + offset].entity === entity)) return false;
  if (take.length === 2 && first.end !== last.start) return false;
  const previous = values[at - 1];
  const next = values[at + take.length];
  if (rule.at === 'start' && previous !== undefined) return false;
  if (rule.at === 'end' && next !== undefined) return false;
  if (rule.at === 'part') {
    const following = separatorBehind(values, at + take.length - 1, phrase, sentence);
    if (following !== at + take.length) return false;
  }
  if (rule.at === 'whole' && (previous !== undefined || next !== undefined)) return false;
  if (rule.behind !== undefined && (previous === undefined || !rule.behind.includes(previous.entity)))
    return false;
  if (rule.before !== undefined && (next === undefined || !rule.before.includes(next.entity))) return false;
  if (rule.after !== undefined && !rule.after.includes(joiningBefore(values, at, sentence, start)))
    return false;
  if (rule.article !== undefined && rule.article !== isBehindArticle(first, sentence, start)) return false;
  if (rule.since !== undefined && !isSaidSince(rule.since, values, at, sentence, start)) return false;
  if (rule.ahead !== undefined) {
    const end = lastOfRun(values, at + take.length - 1) + 1;
    const { ahead } = rule;
    if (!values.slice(at + take.length, end).some(({ entity }) => ahead.includes(entity))) return false;
  }
  const run = values.slice(at, at + take.length).find(({ entity }) => sentence.pack.isRest(entity));
  if (rule.most !== undefined && run !== undefined && run.end - run.start > rule.most) return false;
  if (rule.ending !== undefined && run !== undefined) {
    const isWanted = !rule.ending.startsWith('!');
    const list = isWanted ? rule.ending : rule.ending.slice(1);
    const { norm } = sentence.tokens[run.end - 1];
    // nor is a figure a stranger's name, though it may be how many
    const isCount = sentence.pack.entities.get(rule.as)?.kind === 'pattern';
    if (!isWanted && !isCount && /\d/.test(norm)) return false;
    // what is a form of a word ("smallest") is no stranger; only the word itself is one of a kind
    const forms = isWanted ? [norm] : [norm, ...(sentence.resolved.locale.bases?.(norm) ?? [])];
    if (forms.some((form) => sentence.pack.isOnList(list, form)) !== isWanted) return false;
  }
  const endsOn = (list: string | undefined, value: Mention | undefined) =>
    list === undefined ||
    (value !== undefined && sentence.pack.isOnList(list, sentence.tokens[value.end - 1].norm));
  if (!endsOn(rule.headed, last) || !endsOn(rule.opened, first)) return false;
  if (rule.with !== undefined) {
    const isWanted = !rule.with.startsWith('!');
    const entity = isWanted ? rule.with : rule.with.slice(1);
    const until = rule.nearby
      ? separatorBehind(values, at + take.length - 1, phrase, sentence)
      : values.length;
    const other = values.find(
      (value, index) =>
        value.entity === entity &&
        index < until &&
        (index < at || index >= at + take.length) &&
        endsOn(rule.withHeaded, value),
    );
    if ((other !== undefined) !== isWanted) return false;
    if (rule.apart && hasInPart(values, at, entity, phrase, sentence)) return false;
    const isInPlural = other !== undefined && isPlural(sentence, other);
    if (rule.inPlural !== undefined && other !== undefined && isInPlural !== rule.inPlural) return false;
  }
  return true;
}

/**
 * "A dark roast" is something, "with dark roast" is how something else is.
 * @param start the article is not before this word
 */
function isBehindArticle({ start: at }: Mention, sentence: AnalysedSentence, start: number): boolean {
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

/** Whether a value of an entity stands between the same separators as the one at a place. */
function hasInPart(
  values: readonly Mention[],
  at: number,
  entity: string,
  phrase: Entity,
  sentence: AnalysedSentence,
): boolean {
  let from = 0;
  for (let end = separatorBehind(values, from, phrase, sentence); end <= at; ) {
    from = end;
    end = separatorBehind(values, from, phrase, sentence);
  }
  return values
    .slice(from, separatorBehind(values, from, phrase, sentence))
    .some((value) => value.entity === entity);
}

/** The first value behind one that a separator stands before; as many as there are where none does. */
function separatorBehind(
  values: readonly Mention[],
  at: number,
  { separatorWords }: Entity,
  { tokens }: AnalysedSentence,
): number {
  for (let next = at + 1; next < values.length; next++) {
    if (hasWord(tokens, values[next - 1].end, values[next].start, separatorWords)) return next;
  }
  return values.length;
}

function isPlural({ pack, tokens }: AnalysedSentence, { end }: Mention): boolean {
  const { norm } = tokens[end - 1];
  return pack.locale.stem(norm) !== norm;
}
