import type { ResolvedLocale } from '../locales/index.js';
import { AnalysedSentence } from '../matching/sentence.js';
import type { Entity } from '../pack/compile-entities.js';
import type { Pack } from '../pack/pack.js';
import type { Token } from '../tokenise.js';

/** Kinds of values that are no part of others, and no free text. */
const plainKinds: ReadonlySet<Entity['kind']> = new Set([
  'list',
  'number',
  'money',
  'price',
  'time',
  'date',
  'duration',
]);

/**
 * The words of somebody who puts right what he has just said and is sorry only then, with that before what he means: "call
 * my brother, my sister, sorry" as "call my brother, sorry, my sister". Two values of one kind stand right behind each
 * other there, with nothing that joins them. A value alone, "five, sorry", puts right what was said a turn before.
 */
export function putSorryFirst(tokens: Token[], pack: Pack, resolved: ResolvedLocale, today: Date): Token[] {
  const { corrections, openWords, determiners = [], conjunctions = [] } = resolved.locale;
  const last = tokens.length - 1;
  if (!corrections?.behind?.includes(tokens[last]?.norm ?? '')) return tokens;
  const said = tokens.slice(0, last);
  const sentence = new AnalysedSentence(pack, said, resolved, { today });
  if (said.some((_, at) => at > 0 && sentence.correctedAt(at).length > 0)) return tokens;
  const leadsIn = ({ norm }: Token) =>
    (openWords.includes(norm) || determiners.includes(norm)) && !conjunctions.includes(norm);
  const entities = [...pack.entities.values()].filter(({ kind }) => plainKinds.has(kind));
  let isAlone = false;
  for (const entity of entities) {
    const values = said.flatMap((_, at) => sentence.mentions(entity, at).filter(({ cost }) => cost === 0));
    for (const meant of values.filter(({ end }) => end === last)) {
      const old = values.findLast(({ end, value }) => end <= meant.start && value !== meant.value);
      if (old !== undefined && said.slice(old.end, meant.start).every(leadsIn))
        return [...said.slice(0, old.end), tokens[last], ...said.slice(old.end)];
      isAlone ||= said.slice(0, meant.start).every(leadsIn);
    }
  }
  return isAlone ? [tokens[last], ...said] : tokens;
}
