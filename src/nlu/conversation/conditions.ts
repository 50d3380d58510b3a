import type { When } from '../pack/pack-schema.js';
import type { Context } from '../understanding.js';
import { isEmpty } from './fields.js';
import type { Memory } from './memory.js';
import type { ReplyValues } from './reply.js';

/** Whether a condition of a pack holds; `said` is what the turn said, for replies. */
export function isMet(when: When, context: Context, memory: Memory, said?: ReplyValues): boolean {
  const at = (path: string): unknown => {
    const [name, key] = path.split('.');
    // of items the last one
    const value = key !== undefined && Array.isArray(context[name]) ? context[name].at(-1) : context[name];
    return key === undefined ? value : (value as Record<string, unknown> | undefined)?.[key];
  };
  if (when.filled?.some((path) => isEmpty(at(path)))) return false;
  if (when.anyFilled?.every((path) => isEmpty(at(path)))) return false;
  if (when.empty?.some((path) => !isEmpty(at(path)))) return false;
  const holds = (path: string, values: readonly string[]) =>
    [at(path) ?? ''].flat().some((value) => values.includes(String(value)));
  if (Object.entries(when.is ?? {}).some(([path, values]) => !holds(path, values))) return false;
  if (when.results !== undefined && when.results !== memory.results.length > 0) return false;
  if (when.asked !== undefined && when.asked !== (memory.asked !== undefined)) return false;
  if (when.deferred?.every((name) => memory.request?.said?.[name] === undefined)) return false;
  if (when.after !== undefined && !when.after.includes(memory.intent)) return false;
  return !when.said?.some((name) => said === undefined || isEmpty(said[name]));
}
