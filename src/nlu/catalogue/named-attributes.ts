import { chosenValue, setIn } from '../pack/compile/chosen-value.js';
import { contextRulesOf } from '../pack/compile/context-rules-of.js';
import { namedValues } from '../pack/named-values.js';
import type { Pack } from '../pack/pack.js';
import { productColumns } from './product-columns.js';

/**
 * The attributes of products that a pack names: what searches are narrowed by (`into: about.artist`), and what replies
 * say of a product, or rules set a field to (`{selected.artist}`).
 */
export function namedAttributes({ definition, entities }: Pack): string[] {
  const { retrieval, intents } = definition;
  if (retrieval === undefined) return [];
  const narrowed = [...entities.values()].flatMap(({ into }) =>
    into.flatMap((path) => behind(`${retrieval.attributes}.`, path)),
  );
  const said = Object.values(intents)
    .flatMap(({ replies = [] }) => replies)
    .flatMap((reply) => (typeof reply === 'string' ? reply : reply.say))
    .flatMap(namedValues)
    .flatMap((name) => behind('selected.', name))
    .map((name) => name.replace(/^attributes\./, ''));
  const set = [...contextRulesOf(definition)]
    .flatMap(({ rule }) => Object.values(setIn(rule)))
    .flatMap((value) => chosenValue(value) ?? []);
  return [...new Set([...narrowed, ...said, ...set])].filter((name) => !Object.hasOwn(productColumns, name));
}

function behind(opening: string, text: string): string[] {
  return text.startsWith(opening) ? [text.slice(opening.length)] : [];
}
