import type { Entity } from '../pack/compile-entities.js';
import type { PhraseRule } from '../pack/entity-schema.js';
import type { Mention } from './mention.js';
import { withBeginning, withEnd } from './name-bounds.js';
import { isBehindArticle, RulePlace } from './rule-place.js';
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
      if (!rule.take.every((entity, offset) => values[at + offset].entity === entity)) continue;
      if (!new RulePlace(rule, values, at, phrase, sentence, start).isMeant()) continue;
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
          filledIn(rule.value, taken) ??
          read?.value ??
          (isOne ? first.value : taken.map((value) => wordsOf(value, sentence)).join(' ')),
        cost: Math.max(first.cost, last.cost),
        score: first.score + (last === first ? 0 : last.score),
      };
      values.splice(
        at,
        rule.take.length,
        isOne ? { ...first, entity: rule.as, value: joined.value } : joined,
        ...besides(rule, joined, taken),
      );
      changes++;
      // the joined value may join again
      if (rule.take.length > 1) at--;
    }
  }
  return values;
}

/** What a rule says that a value is, with a value that it takes where that names it: "{quantity} sugars". */
function filledIn(value: PhraseRule['value'], taken: readonly Mention[]): unknown {
  if (typeof value !== 'string') return value;
  // a number that stays what it is is one still
  const whole = taken.find(({ entity }) => value === `{${entity}}`);
  if (whole !== undefined) return whole.value;
  return taken.reduce((text, one) => text.replace(`{${one.entity}}`, String(one.value)), value);
}

/** What the last word of a value says besides, if its rule knows of something: of `{quantity: "{quantity}"}` how many. */
function besides({ also = {} }: PhraseRule, { end, cost }: Mention, taken: readonly Mention[]): Mention[] {
  return Object.entries(also).map(([entity, value]) => ({
    entity,
    start: end - 1,
    end,
    value: filledIn(value, taken),
    cost,
    score: 0,
  }));
}
