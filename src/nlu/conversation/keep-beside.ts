import type { Context } from '../understanding.js';
import type { Turn } from './context-change.js';
import { clearPath, isEmpty } from './fields.js';

/**
 * Fields that hold a second value of another one ("the kitchen and the hall") go with it, and who says "both" means
 * what was spoken of last and what before it.
 */
export function keepBeside(context: Context, { pack, values, captures, memory }: Turn): void {
  const { fields } = pack.definition;
  const beside = Object.entries(fields).flatMap(([name, { beside: field, recalledBy }]) =>
    field === undefined ? [] : [{ name, field, recalledBy }],
  );
  const isSaid = (field: string) => values.some((value) => value.field === field);
  for (const { name, field } of beside) {
    if ((isSaid(field) && !isSaid(name)) || isEmpty(context[field])) clearPath(context, name, fields);
  }
  if (beside.some(({ name }) => !isEmpty(context[name]))) return;
  const recalled = beside.filter(({ recalledBy }) => captures.some(({ name }) => name === recalledBy));
  const isOther = (before: Context, field: string) =>
    !isEmpty(before[field]) && before[field] !== context[field];
  const earlier = memory.history.findLast(({ context: before }) =>
    recalled.some(({ field }) => isOther(before, field)),
  );
  if (earlier === undefined) return;
  for (const { name, field } of recalled) {
    if (isOther(earlier.context, field)) context[name] = earlier.context[field];
  }
}
