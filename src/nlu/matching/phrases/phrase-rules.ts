import type { PhraseRule } from '../../pack/schema/entity-schema.js';
import type { Mention } from '../mention.js';
import type { AnalysedSentence } from '../sentence.js';
import { withBeginning, withEnd } from './name-bounds.js';
import type { PhraseValues } from './phrase-values.js';
import { wordsOf } from './phrase-values.js';
import { isBehindArticle, RulePlace } from './rule-place.js';

/** Rules that take what they made would go on for ever. */
const maxChanges = 200;

/** Applies a phrase's rules to its values: neighbours become one value, unknown words get an entity by their place. */
export function applyPhraseRules(said: PhraseValues): Mention[] {
  const values = [...said.values];
  const here = { ...said, values };
  let changes = 0;
  for (const rule of said.phrase.rules ?? []) {
    for (let at = 0; at + rule.take.length <= values.length && changes < maxChanges; at++) {
      if (!takes(rule, values, at)) continue;
      if (!new RulePlace(rule, here, at).isMeant()) continue;
      if (rule.begins !== undefined || rule.ends !== undefined) {
        const anew = rule.begins ? withBeginning(here, at, rule.begins) : withEnd(here, at, rule.ends!);
        if (anew === undefined) continue;
        // on to the value behind the name
        if (rule.begins !== undefined) at += anew.length - values.length;
        values.splice(0, values.length, ...anew);
        continue;
      }
      const made = madeOf(values.slice(at, at + rule.take.length), rule, said.sentence);
      if (made === undefined) continue;
      values.splice(at, rule.take.length, ...made);
      changes++;
      // the joined value may join again
      if (rule.take.length > 1) at--;
    }
  }
  return values;
}

/** Whether the values from a place on are of the entities that a rule takes. */
function takes({ take }: PhraseRule, values: readonly Mention[], at: number): boolean {
  for (let offset = 0; offset < take.length; offset++)
    if (values[at + offset].entity !== take[offset]) return false;
  return true;
}

/** What a rule makes of the values that it takes; undefined where these cannot be what it says. */
function madeOf(
  taken: readonly Mention[],
  rule: PhraseRule,
  sentence: AnalysedSentence,
): Mention[] | undefined {
  const [first] = taken;
  const last = taken.at(-1)!;
  const target = sentence.pack.entities.get(rule.as)!;
  // "a hundred balloons": the article is a part of the number
  const read = [first.start, ...(isBehindArticle(first, sentence, 0) ? [first.start - 1] : [])]
    .flatMap((from) => sentence.mentions(target, from))
    .find(({ end }) => end === last.end);
  // what cannot be read so would be no pattern's value, and no price
  const isReadOnly = target.kind === 'pattern' || target.kind === 'price';
  if (isReadOnly && read === undefined && rule.value === undefined) return undefined;
  const isOne = taken.length === 1 && !sentence.pack.isRest(first.entity);
  // what was misspelt is what it was meant for, also as free text
  const isMeant = isOne && first.cost > 0 && target.kind === 'text';
  // as its entity reads the words ("two" is 2), if it does
  const value =
    filledIn(rule.value, taken) ??
    (isMeant ? first.value : read?.value) ??
    (isOne ? first.value : wordsOfAll(taken, sentence));
  const joined: Mention = {
    entity: rule.as,
    start: read?.start ?? first.start,
    end: last.end,
    value,
    cost: Math.max(first.cost, last.cost),
    score: first.score + (last === first ? 0 : last.score),
  };
  return [isOne ? { ...first, entity: rule.as, value } : joined, ...besides(rule, joined, taken)];
}

/** The words of values that become one, with what stands between them: "lord of the flies". */
function wordsOfAll(taken: readonly Mention[], sentence: AnalysedSentence): string {
  const words = taken.flatMap((one, index) => [
    sentence.text(taken[index - 1]?.end ?? one.start, one.start),
    wordsOf(one, sentence),
  ]);
  return words.filter((text) => text !== '').join(' ');
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
