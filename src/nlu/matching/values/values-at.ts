import type { Entity } from '../../pack/compile/compile-entities.js';
import type { Mention } from '../mention.js';
import { scores } from '../scores.js';
import { namesThing, type SentenceView } from '../sentence-view.js';

const nothing: readonly ValueAt[] = [];

/** A value that stands in the place of a template, with all that is said around it. */
export interface ValueAt {
  mention: Mention;
  end: number;
  score: number;
  isBehindArticle?: boolean;
}

/**
 * The values of an entity that start at a word: as they are, put right ("seventy two, I mean seventy"), in place of one
 * that is refused ("amelie, not dune"), or behind a word that neither template nor list have: an article ("to our
 * savings"), or one that says that a figure is not exact ("at about seven").
 */
export function valuesAt(sentence: SentenceView, entity: Entity, at: number): readonly ValueAt[] {
  const mentions = sentence.mentions(entity, at);
  if (mentions.length === 0 && !mayBeAround(sentence, at)) return nothing;
  const found: ValueAt[] = [];
  for (const mention of mentions) {
    const { end, score } = mention;
    found.push({ mention, end, score });
    if (entity.kind === 'text') continue;
    for (const start of sentence.correctedAt(end))
      for (const better of sentence
        .mentions(entity, start)
        .filter((one) => !countsThing(sentence, entity, one)))
        found.push({ mention: better, end: better.end, score: Math.max(score, better.score) });
    for (const refused of refusedAt(sentence, entity, end))
      if (refused.value !== mention.value)
        found.push({ mention, end: refused.end, score: score + refused.score + scores.takenBack });
  }
  if (entity.kind === 'text') return found;
  return [
    ...found,
    ...inPlaceOfRefused(sentence, entity, at),
    ...behindArticle(sentence, entity, at),
    ...behindHedge(sentence, entity, at),
  ];
}

/** Whether a value is a number of what is named behind it, and no other: the "three" of "on machine four, no, three screws". */
export function countsThing(sentence: SentenceView, { kind, name }: Entity, { end }: Mention): boolean {
  return kind === 'number' && name !== 'quantity' && namesThing(sentence, end);
}

/** Whether a word may stand before a value that does not begin with it. */
function mayBeAround(sentence: SentenceView, at: number): boolean {
  const { tokens, resolved } = sentence;
  const isHedge = resolved.locale.hedges.includes(tokens[at]?.norm);
  return isHedge || sentence.isDeterminer(at) || sentence.exceptedAt(at).length > 0;
}

/** "Not dune but amelie", "not dune, amelie" */
function inPlaceOfRefused(sentence: SentenceView, entity: Entity, at: number): ValueAt[] {
  const { tokens, resolved } = sentence;
  const { however } = resolved.locale.statements;
  return refusedAt(sentence, entity, at).flatMap((refused) => {
    const next = however.includes(tokens[refused.end]?.norm) ? refused.end + 1 : refused.end;
    return exactAt(sentence, entity, next)
      .filter(({ value }) => value !== refused.value)
      .map((mention) => {
        const score = mention.score + refused.score + scores.takenBack;
        return { mention, end: mention.end, score };
      });
  });
}

/** What is refused from a place on: the Dune of "not dune", with the words that say so. */
function refusedAt(sentence: SentenceView, entity: Entity, at: number): Mention[] {
  return sentence.exceptedAt(at).flatMap((start) => exactAt(sentence, entity, start));
}

/** The values that start at a word, or behind the article there, as they were said. */
export function exactAt(
  sentence: Pick<SentenceView, 'mentions' | 'isDeterminer'>,
  entity: Entity,
  at: number,
): readonly Mention[] {
  const found = sentence.mentions(entity, at).filter(({ cost }) => cost === 0);
  return found.length > 0 || !sentence.isDeterminer(at)
    ? found
    : sentence.mentions(entity, at + 1).filter(({ cost }) => cost === 0);
}

function behindArticle(sentence: SentenceView, entity: Entity, at: number): ValueAt[] {
  // "the eight fifteen" is a train
  if (!['list', 'time'].includes(entity.kind) || !sentence.isDeterminer(at)) return [];
  return exactAt(sentence, entity, at)
    .filter(({ start }) => start > at)
    .map((mention) => {
      const score = mention.score + scores.article;
      return { mention, end: mention.end, score, isBehindArticle: true };
    });
}

/** Kinds of values that may be said not to be exact; a `price` says so itself. */
export const roughKinds: ReadonlySet<Entity['kind']> = new Set([
  'number',
  'money',
  'quantity',
  'time',
  'date',
  'duration',
]);

function behindHedge(sentence: SentenceView, entity: Entity, at: number): ValueAt[] {
  const { tokens, resolved } = sentence;
  if (!roughKinds.has(entity.kind) || !resolved.locale.hedges.includes(tokens[at].norm)) return [];
  // "about a seven", where "a hundred" is a number itself
  const isArticle =
    entity.kind === 'number' && resolved.locale.numbers.articles.includes(tokens[at + 1]?.norm);
  const found = sentence.mentions(entity, at + 1);
  return (isArticle && found.length === 0 ? sentence.mentions(entity, at + 2) : found)
    .filter(({ cost }) => cost === 0)
    .map((mention) => ({ mention, end: mention.end, score: mention.score + scores.filler }));
}
