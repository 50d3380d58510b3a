import { weekdayOf } from '../entities/weekday.js';
import { isRemembered } from '../pack/compile/conditions-of.js';
import type { When } from '../pack/schema/pack-schema.js';
import type { Context } from '../understanding.js';
import { isEmpty } from './fields.js';
import { lastWith } from './last-with.js';
import type { Memory } from './memory.js';

/**
 * Whether a condition of a pack holds.
 *
 * @param said What the turn said, for replies.
 * @param heads What items are about, for sentences.
 */
export function isMet(
  when: When,
  context: Context,
  memory: Memory,
  said?: Readonly<Record<string, unknown>>,
  heads: readonly string[] = [],
): boolean {
  // what the memory tells at once comes first: this is asked of every condition of a pack at every turn
  if (when.results !== undefined && when.results !== memory.results.length > 0) return false;
  if (when.asked !== undefined && when.asked !== (memory.asked !== undefined)) return false;
  if (when.deferred?.every((name) => memory.request?.said?.[name] === undefined)) return false;
  if (when.after !== undefined && !when.after.includes(memory.intent)) return false;
  // no closure is made before one is needed: most conditions fail at their first field
  const { filled, empty, anyFilled, is, recent, said: names } = when;
  for (const path of filled ?? none) if (isEmpty(valueAt(path, context, memory))) return false;
  for (const path of empty ?? none) if (!isEmpty(valueAt(path, context, memory))) return false;
  if (anyFilled?.every((path) => isEmpty(valueAt(path, context, memory)))) return false;
  if (recent?.some((field) => lastWith(field, memory) === undefined)) return false;
  if (is !== undefined && !isHeld(is, when, context, memory, heads)) return false;
  return !names?.some((name) => isEmpty(said?.[name]));
}

const none: readonly string[] = [];

/** Whether each path of a condition has one of the values that it may have. */
function isHeld(
  is: NonNullable<When['is']>,
  { recent }: When,
  context: Context,
  memory: Memory,
  heads: readonly string[],
): boolean {
  // of what was spoken of before that, and of what one is, the last one that is such a thing: the tea, behind which a
  // muffin was ordered
  const lastAt = (path: string): unknown => {
    const [name, key = ''] = placeOf(path);
    if (recent?.includes(path)) return lastWith(path, memory)?.[path];
    const held = context[name];
    return Array.isArray(held) && heads.includes(key)
      ? held.findLast((item) => key in item)?.[key]
      : valueAt(path, context, memory);
  };
  return Object.entries(is).every(([path, values]) =>
    [lastAt(path) ?? ''].flat().some((value) => values.includes(String(value))),
  );
}

/** What is at a path in the context, or in what the last turn left in the memory. */
function valueAt(path: string, context: Context, memory: Memory): unknown {
  const [name, key] = placeOf(path);
  const held = isRemembered(name) ? memory[name] : context[name];
  return key === undefined ? held : within(held, key, memory.focus);
}

/** What is at a path in a value: of items in the one spoken of last, else the last one, and of a day its weekday. */
function within(held: unknown, path: string, focus = -1): unknown {
  if (Array.isArray(held)) return within(held[focus] ?? held.at(-1), path);
  if (typeof held === 'string') return path === 'weekday' ? weekdayOf(held) : undefined;
  if (typeof held !== 'object' || held === null) return undefined;
  if (Object.hasOwn(held, path)) return (held as Record<string, unknown>)[path];
  const [name, key] = placeOf(path);
  return key === undefined ? undefined : within((held as Record<string, unknown>)[name], key);
}

/** "attributes.color" as a field and what is in it; sooner than `split`, as it is asked a hundred times a turn. */
function placeOf(path: string): [field: string, key?: string] {
  const dot = path.indexOf('.');
  return dot === -1 ? [path] : [path.slice(0, dot), path.slice(dot + 1)];
}
