import type { Entity } from '../pack/compile/compile-entities.js';
import type { AnalysedSentence } from './sentence.js';
import { exactAt } from './values/values-at.js';

/**
 * Where words end that say first what another value is in place of: the "instead of tea" of "instead of tea can I have
 * juice". It is not wanted whether or not it was, since its field has one value.
 */
export function refusedFirstEnds(sentence: AnalysedSentence): number[] {
  const { pack } = sentence;
  const starts = sentence.exceptedAt(0);
  if (starts.length === 0) return [];
  const isOfOne = ({ into }: Entity) => into.some((name) => pack.definition.fields[name]?.kind === 'value');
  const entities = [...pack.entities.values()].filter((entity) => entity.kind !== 'text' && isOfOne(entity));
  return entities.flatMap((entity) =>
    starts
      .flatMap((start) => exactAt(sentence, entity, start))
      .filter(({ value, end }) =>
        sentence.tokens.some(
          (_, at) =>
            at >= end &&
            sentence.mentions(entity, at).some((other) => other.cost === 0 && other.value !== value),
        ),
      )
      .map(({ end }) => end),
  );
}
