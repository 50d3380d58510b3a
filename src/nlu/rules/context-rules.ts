import type { ContextChange, Turn } from '../context/context-change.js';
import { emptyValue, isEmpty, removeEverywhere } from '../context/fields.js';
import { mostExcluded } from '../context/memory.js';
import { dropOptions } from '../items/change/drop-options.js';
import { repeatBut } from '../items/change/repeat-but.js';
import { shareOption } from '../items/change/share-option.js';
import { stepCount } from '../items/change/step-count.js';
import { tellApart } from '../items/change/tell-apart.js';
import { changeOrder } from '../items/item-field.js';
import { changeItems } from '../items/item-rules.js';
import { changeLastAmount, stepLastItem } from '../items/item-steps.js';
import { isAfresh } from '../matching/narrowing-first.js';
import { type ContextRule, oldSlots } from '../pack/schema/context-rule-schema.js';
import type { Context } from '../understanding.js';
import { keepBeside } from './keep-beside.js';
import { keepBoth } from './keep-both.js';
import { keepNamed } from './keep-named.js';
import { latestNumber } from './latest-number.js';
import { asDescribed, describesHeld } from './own-things.js';
import { dropBound, stepBound } from './price-bounds.js';
import { recallNamed } from './recall-named.js';
import { recallFirst } from './recall-search.js';
import { bound, move, select, turnPage } from './result-rules.js';
import { setValues } from './set-values.js';
import { spareNamed } from './spare-named.js';
import { stepNumber } from './step-number.js';
import {
  accept,
  add,
  allow,
  clear,
  clearNamed,
  clearThings,
  correct,
  exchange,
  exclude,
  keepRefused,
  recall,
  recallLast,
  refuse,
  refuseNamed,
  remove,
  removeSlot,
  replace,
  undo,
  type ValueRule,
} from './value-rules.js';

/** Applies an intent's context rules, in order, to the context before the turn. */
export function applyRules(before: Context, own: readonly ContextRule[], spoken: Turn): ContextChange {
  const described = isAfresh(own) ? describesHeld(before, spoken) : undefined;
  const rules: readonly ContextRule[] = described === undefined ? own : ['replace'];
  const said = described ?? spoken;
  const goesOn = !isAfresh(rules) && !rules.some((rule) => typeof rule === 'object' && 'recall' in rule);
  const turn = goesOn ? { ...said, values: asDescribed(before, said.values, said.pack) } : said;
  const { fields } = turn.pack.definition;
  const change: ContextChange = {
    context: { ...before },
    base: before,
    history: turn.memory.history,
    focus: turn.memory.focus,
    owners: turn.memory.owners,
    removed: [],
    refused: [],
    excludedBefore: turn.memory.excluded ?? [],
    lasting: turn.memory.lasting ?? [],
    currency: turn.memory.currency,
    excluded: [],
    items: [],
    ofEach: [],
    isDone: true,
  };
  const old = oldSlots(rules);
  const values = turn.values.filter(({ slot }) => slot === undefined || !old.has(slot));
  for (const rule of rules) applyRule(rule, { change, before, turn, values });
  if (!keepBeside(change.context, before, turn)) change.isDone = false;
  tellApart(change, before, rules, turn);
  keepExcluded(change, rules, turn);
  keepCurrency(change, rules, turn);
  for (const [name, definition] of Object.entries(fields)) {
    if (definition.always) change.context[name] ??= emptyValue(definition);
  }
  return change;
}

/** The rules about what was said, by their names; any other name is one about items. */
const byName = {
  replace,
  add,
  accept,
  allow,
  remove,
  correct,
  exclude,
  refuse,
  lasting: keepRefused,
  undo,
  keepBoth,
};

function applyRule(rule: ContextRule, on: ValueRule): void {
  const { change, turn } = on;
  const { pack } = turn;
  if (typeof rule === 'string') {
    if (isByName(rule)) byName[rule](on);
    else changeItems(change, rule, turn);
  } else if ('recall' in rule) recall(on, rule.recall);
  else if ('recallFirst' in rule) recallFirst(change, rule.recallFirst);
  else if ('recallNamed' in rule) recallNamed(on, rule.recallNamed);
  else if ('recallLast' in rule) recallLast(on, rule.recallLast);
  else if ('exchange' in rule) exchange(on, rule.exchange);
  else if ('keepNamed' in rule) keepNamed(on, rule.keepNamed);
  else if ('clear' in rule) clear(on, rule.clear);
  else if ('clearThings' in rule) clearThings(on, rule.clearThings);
  else if ('set' in rule) setValues(on, rule.set);
  else if ('remove' in rule) removeSlot(on, rule.remove);
  else if ('spareNamed' in rule) spareNamed(on, rule.spareNamed);
  else if ('clearNamed' in rule) clearNamed(on, rule.clearNamed);
  else if ('refuseNamed' in rule) refuseNamed(on, rule.refuseNamed);
  else if ('select' in rule) select(change, rule.select, turn);
  else if ('move' in rule) move(change, rule.move, turn);
  else if ('page' in rule) turnPage(change, rule.page, turn);
  else if ('relative' in rule) bound(on, rule.relative);
  else if ('stepBound' in rule) stepBound(change, rule.stepBound, turn);
  else if ('stepNumber' in rule) stepNumber(change, rule.stepNumber, turn);
  else if ('latestNumber' in rule) latestNumber(change, rule.latestNumber, turn);
  else if ('dropBound' in rule) dropBound(change, rule.dropBound, pack.definition.fields);
  else if ('amountOfLast' in rule)
    changeOrder(change, pack, (order) => changeLastAmount(order, rule.amountOfLast, turn));
  else if ('stepOption' in rule)
    changeOrder(change, pack, (order) => stepLastItem(order, rule.stepOption, turn));
  else if ('dropOptions' in rule)
    changeOrder(change, pack, (order) => dropOptions(order, rule.dropOptions, turn));
  else if ('shareOption' in rule) shareOption(change, rule.shareOption, turn);
  else if ('stepCount' in rule) changeOrder(change, pack, (order) => stepCount(order, rule.stepCount, turn));
  else {
    const { repeatBut: inner } = rule;
    repeatBut(change, turn, (one) => applyRule(inner, { ...on, change: one }));
  }
}

function isByName(rule: string): rule is keyof typeof byName {
  return Object.hasOwn(byName, rule);
}

/** What is not wanted in a search stays so until it is asked for, or the search ends. */
function keepExcluded(change: ContextChange, rules: readonly ContextRule[], turn: Turn): void {
  const { values, unwanted, pack } = turn;
  const isOther = isAfresh(rules) || pack.definition.retrieval === undefined;
  // whoever starts over may be somebody else
  if (isAfresh(rules) && values.length === 0) change.lasting = [];
  const before = isOther ? change.lasting : change.excludedBefore;
  const refused = change.refused.map(({ value }) => value);
  const wanted = values.filter((value) => !change.refused.includes(value)).map(({ value }) => value);
  const kept = before.filter((value) => !wanted.includes(value));
  change.excluded = [...new Set([...kept, ...refused, ...unwanted])].slice(-mostExcluded);
  const gone = [...refused, ...unwanted].filter((value) => !wanted.includes(value));
  removeEverywhere(change.context, gone, pack.definition.fields);
  change.lasting = change.lasting.filter((value) => isOther || change.excluded.includes(value));
}

/** Who spoke of euros once means euros until the price goes, or the search ends. */
function keepCurrency(change: ContextChange, rules: readonly ContextRule[], turn: Turn): void {
  const { price } = turn.pack.definition.retrieval ?? {};
  const isPriced = price !== undefined && !isEmpty(change.context[price]);
  change.currency = turn.currency ?? (isPriced && !isAfresh(rules) ? change.currency : undefined);
}
