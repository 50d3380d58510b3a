import { slotValue, type Turn } from '../../context/context-change.js';
import type { Item } from '../../context/item.js';
import type { ContextRule } from '../../pack/schema/context-rule-schema.js';
import { itemHeads } from '../item-field.js';
import { isAbout } from '../item-names.js';

type StepCount = Extract<ContextRule, { stepCount: unknown }>['stepCount'];

/** Gives so many more or fewer (a slot `by`, else one) of what a slot `what` names, else of what was counted last. */
export function stepCount(order: readonly Item[], rule: StepCount, turn: Turn): Item[] | undefined {
  const named = slotValue('what', turn);
  const by = Number(slotValue('by', turn) ?? 1);
  const valuesOf = (item: Item) => [item[rule.option] ?? []].flat().map(String);
  const isMeant = (value: string) => named === undefined || isAbout(value, named);
  const having = order.findLastIndex((item) => valuesOf(item).some(isMeant));
  const isNew = having < 0 && named !== undefined && rule.direction === 'more';
  const [head] = itemHeads(turn.pack);
  const index = isNew ? order.findLastIndex((item) => head in item) : having;
  if (index < 0) return undefined;
  const values = valuesOf(order[index]);
  const at = isNew ? values.length : values.findLastIndex(isMeant);
  const after = values.toSpliced(at, 1, stepped(values[at] ?? `no ${named}`, by, rule));
  const item = {
    ...order[index],
    [rule.option]: turn.pack.entities.get(rule.option)?.many ? after : after[0],
  };
  return order.with(index, item);
}

/** A value of which there are so many more or fewer; what is not counted is there once, unless that is said otherwise. */
function stepped(value: string, by: number, rule: StepCount): string {
  const {
    units: [one, many],
    direction,
    uncounted,
  } = rule;
  const [, said, counted = value] = /^(no|\d+) (.+)$/.exec(value) ?? [];
  const unit = said === undefined ? undefined : [one, many].find((name) => counted.startsWith(`${name} `));
  const thing = unit === undefined ? counted : counted.slice(unit.length + 1);
  if (said === undefined && direction === 'more' && by === 1 && uncounted) return `${uncounted} ${thing}`;
  const before = said === 'no' ? 0 : Number(said ?? 1);
  const count = before + (direction === 'more' ? by : -by);
  if (count <= 0) return `no ${thing}`;
  if (count === 1) return said === 'no' ? thing : `1 ${one} ${thing}`;
  return `${count} ${many} ${thing}`;
}
