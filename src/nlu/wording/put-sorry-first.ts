import { readNumber } from '../entities/number.js';
import { opensUnit } from '../entities/units.js';
import type { ResolvedLocale } from '../locales/index.js';
import { isPrice, type Mention } from '../matching/mention.js';
import { AnalysedSentence } from '../matching/sentence.js';
import type { Entity } from '../pack/compile/compile-entities.js';
import type { Pack } from '../pack/pack.js';
import { lookup, startsWith, type Token } from '../tokenise.js';

/** Kinds of values that are no part of others, and no free text. */
const plainKinds: ReadonlySet<Entity['kind']> = new Set([
  'list',
  'number',
  'money',
  'price',
  'time',
  'date',
  'duration',
  'quantity',
]);

/**
 * The words of somebody who puts right what he has just said and tells so only then, with that before what he means: "call
 * my brother, my sister, sorry" as "call my brother, sorry, my sister". Two values of one kind stand right behind each
 * other there, with nothing that joins them. A value alone, "five, sorry", or its unit, puts right what was said a turn
 * before.
 */
export function putSorryFirst(tokens: Token[], pack: Pack, resolved: ResolvedLocale, today: Date): Token[] {
  const { corrections, openWords, determiners, conjunctions } = resolved.locale;
  const sorry = corrections.behind
    .map((phrase) => phrase.split(' '))
    .find((words) => startsWith(tokens, tokens.length - words.length, words));
  if (sorry === undefined) return tokens;
  const last = tokens.length - sorry.length;
  const [said, ending] = [tokens.slice(0, last), tokens.slice(last)];
  const sentence = new AnalysedSentence(pack, said, resolved, { today });
  if (said.some((_, at) => at > 0 && sentence.correctedAt(at).length > 0)) return tokens;
  const leadsIn = ({ norm }: Token) =>
    (openWords.includes(norm) || determiners.includes(norm)) && !conjunctions.includes(norm);
  const entities = [...pack.entities.values()];
  // what is spelled has numbers in it that put none of it right
  const codes = entities
    .filter(({ kind }) => kind === 'spelled')
    .flatMap((entity) => said.flatMap((_, at) => sentence.mentions(entity, at)))
    .filter(({ end }) => end === last);
  const isOneNumber = (start: number) => {
    const number = readNumber(said, start, resolved.locale.numbers);
    return number?.style === 'cardinal' && number.end === last;
  };
  const isInCode = ({ start }: Mention) => codes.some((code) => code.start <= start);
  const [first] = said;
  const isUnit =
    said.length === 1 &&
    (opensUnit(first.norm, resolved.locale) || lookup(resolved.locale.time.durations, first) !== undefined);
  const exactly = (entity: Entity) =>
    said.flatMap((_, at) => sentence.mentions(entity, at).filter(({ cost }) => cost === 0));
  const isAll = ({ start, end }: Mention) => end === last && said.slice(0, start).every(leadsIn);
  // "short sleeve" is no sleeve in place of something short, nor is "sixty to eighty" eighty in place of sixty
  const isWhole = (entity: Entity) =>
    exactly(entity).some((one) => isAll(one) && (entity.kind === 'list' || isSpan(one.value)));
  if (entities.some(isWhole)) return [...ending, ...said];
  const isModel = (entity: Entity) => entity.kind === 'pattern' && exactly(entity).some(isAll);
  let isAlone = isUnit || codes.some(isAll) || entities.some(isModel);
  for (const entity of entities.filter(({ kind }) => plainKinds.has(kind))) {
    const values = exactly(entity);
    for (const meant of values.filter(({ end }) => end === last)) {
      const old = values.findLast(({ end, value }) => end <= meant.start && value !== meant.value);
      const isOther = old !== undefined && !isInCode(old) && !isOneNumber(old.start);
      if (isOther && said.slice(old.end, meant.start).every(leadsIn))
        return [...said.slice(0, old.end), ...ending, ...said.slice(old.end)];
      isAlone ||= isAll(meant);
    }
  }
  return isAlone ? [...ending, ...said] : tokens;
}

/** Whether a value is what something may cost from one amount up to another. */
function isSpan(value: unknown): boolean {
  return isPrice(value) && value.range.type === 'range';
}
