import type { Answer } from '../answer/answer.js';
import type { Pack } from '../pack/pack.js';
import type { Entities } from '../understanding.js';

/** What the last of several answers has as said, and of the others all that still holds. */
export function entitiesOf(pack: Pack, said: readonly Answer[]): Entities {
  const { context, entities } = said.at(-1)!;
  const all = { ...entities };
  for (const [name, { kind }] of Object.entries(pack.definition.fields)) {
    const values = said.map((answer) => answer.entities[name]).filter((value) => value !== undefined);
    if (kind === 'list') all[name] = joined(values, entities[name], context[name]);
    else if (kind === 'map') {
      const map = joinedMaps(values.map(mapOf), mapOf(entities[name]), mapOf(context[name]));
      if (Object.keys(map).length > 0) all[name] = map;
    } else if (values.length > 0) all[name] ??= values.at(-1);
  }
  return all;
}

/** Lists of values in one: of those that are not the last one's own what the context holds. */
function joined(lists: readonly unknown[], own: unknown, held: unknown): unknown[] {
  const isKept = (value: unknown) => [own, held].some((list) => Array.isArray(list) && list.includes(value));
  return [...new Set(lists.flat())].filter(isKept);
}

function joinedMaps(
  maps: readonly Record<string, unknown>[],
  own: Record<string, unknown>,
  held: Record<string, unknown>,
): Record<string, unknown[]> {
  const values = (key: string) => maps.map((map) => map[key]);
  const entries = [...new Set(maps.flatMap(Object.keys))].map(
    (key) => [key, joined(values(key), own[key], held[key])] as const,
  );
  return Object.fromEntries(entries.filter(([, list]) => list.length > 0));
}

function mapOf(value: unknown): Record<string, unknown> {
  return (value ?? {}) as Record<string, unknown>;
}
