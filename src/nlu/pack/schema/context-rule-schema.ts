import { z } from 'zod';

/** These options an item has no longer: "another one without". */
const dropOptions = z.strictObject({ dropOptions: z.array(z.string()) });

/** The next value of an option of the last item, among these. */
const stepOption = z.strictObject({
  stepOption: z.strictObject({
    option: z.string(),
    values: z.array(z.string()),
    by: z.number().int(),
    usual: z.string().optional(),
  }),
});

/** Rules about values, and about what was said as a whole. */
const valueRules = [
  'replace',
  'add',
  'allow',
  'accept',
  'remove',
  'correct',
  'exclude',
  'refuse',
  'lasting',
  'undo',
  'keepBoth',
] as const;

/** Rules about the items of an order. */
const itemRules = [
  'addItems',
  'addEachItem',
  'setItem',
  'specifyItem',
  'kindItem',
  'askedItem',
  'swapAskedItem',
  'setAskedItem',
  'changeItem',
  'correctItem',
  'changeAll',
  'changeAlso',
  'changeInstead',
  'changeThese',
  'changeOther',
  'changeOthers',
  'removeItem',
  'removeOther',
  'refuseItem',
  'refuseInAll',
  'restoreItem',
  'keepItems',
  'leaveItems',
  'swapItem',
  'exchangeItems',
  'spareItem',
  'repeatItem',
  'repeatItems',
] as const;

/** The same with particulars. */
const itemSteps = [
  'stepOption',
  'dropOptions',
  'stepCount',
  'shareOption',
  'repeatBut',
  'amountOfLast',
] as const;

/** What a sentence does with the context: the name of a rule about what was said, or one with its particulars. */
export const contextRule = z.union([
  z.enum([...valueRules, ...itemRules]),
  z.strictObject({ clear: z.union([z.literal('all'), z.array(z.string())]) }),
  /** Takes the things out of a field that has some, and leaves what they are to be like: waterproof, of shoes. */
  z.strictObject({ clearThings: z.string() }),
  z.strictObject({ set: z.record(z.string(), z.unknown()) }),
  /** Takes out the values of one slot, which then count as old ones: they are not put in. */
  z.strictObject({ remove: z.string() }),
  /** Clears the field or attribute that the value of a slot names. */
  z.strictObject({ clearNamed: z.string() }),
  /** The same, and what was there is not wanted: "any other brands". */
  z.strictObject({ refuseNamed: z.string() }),
  /** Takes out the values of one slot; new ones of their kind come in their place, others of that kind stay. */
  z.strictObject({ exchange: z.string() }),
  /** Clears all but what these slots name, and but these fields. */
  z.strictObject({
    keepNamed: z.strictObject({ slots: z.array(z.string()).min(1), fields: z.array(z.string()).optional() }),
  }),
  /** Of values that are spoken of together, what these slots name is so no longer: "not the bedroom". */
  z.strictObject({
    spareNamed: z.strictObject({ field: z.string(), slots: z.array(z.string()).min(1) }),
  }),
  /** Goes back to the last search for what is named, by the field that holds it. */
  z.strictObject({ recall: z.string() }),
  /** Goes back to the search that came first, by the field that holds what was searched for. */
  z.strictObject({ recallFirst: z.string() }),
  /** Puts back what the last search held in the field that the value of a slot names. */
  z.strictObject({ recallNamed: z.string() }),
  /** Goes back to what was spoken of when something was last in a field: "close them" behind what cannot be closed. */
  z.strictObject({ recallLast: z.string() }),
  /** Chooses one of the last results by an ordinal that was said. */
  z.strictObject({ select: z.string() }),
  /** Moves the choice among the last results. */
  z.strictObject({ move: z.number().int() }),
  /** Shows another page of what was found: so many pages on, or the one by the number in a slot. */
  z.strictObject({ page: z.union([z.number().int(), z.string()]) }),
  stepOption,
  dropOptions,
  /**
   * So many more or fewer (slot `by`, else one) of a value of an option (slot `what`), counted in these units, one and
   * many.
   */
  z.strictObject({
    stepCount: z.strictObject({
      option: z.string(),
      units: z.tuple([z.string(), z.string()]),
      direction: z.enum(['more', 'less']),
      uncounted: z.string().optional(),
    }),
  }),
  /** What an item before has of the option in this slot holds of the last one as well: "a mocha, same size". */
  z.strictObject({ shareOption: z.string() }),
  /** One more of an item, of which the rule then holds: "the same but smaller". */
  z.strictObject({ repeatBut: z.union([z.literal('kindItem'), stepOption, dropOptions]) }),
  /** Another amount (slot `howMuch`) of that of these options which was said last; `amounts` lists how they begin. */
  z.strictObject({ amountOfLast: z.strictObject({ options: z.array(z.string()), amounts: z.string() }) }),
  /** A bound taken from the last results, or from the price or the measure that is there. */
  z.strictObject({
    relative: z.strictObject({
      field: z.string(),
      property: z.string().optional(),
      direction: z.enum(['less', 'greater']),
      alsoSet: z.record(z.string(), z.unknown()).optional(),
    }),
  }),
  /** Moves the price that is there by the amount in a slot, "fifty more", or so many times: "double that". */
  z.strictObject({
    stepBound: z.union([
      z.strictObject({ field: z.string(), times: z.number().positive() }),
      z.strictObject({ field: z.string(), by: z.string(), direction: z.enum(['less', 'greater']) }),
    ]),
  }),
  /** Moves the one number, time or day of a field or key: by so much, by what a slot says, "two more", or so many times. */
  z.strictObject({
    stepNumber: z.union([
      z.strictObject({ field: z.string(), times: z.number().positive() }),
      z.strictObject({
        field: z.string(),
        by: z.union([z.string(), z.number().positive()]),
        direction: z.enum(['less', 'greater']),
      }),
    ]),
  }),
  /**
   * The number or amount in a slot takes the place of that number in these fields which was said last: "make that 32". Or
   * it becomes so many times as much: "double that".
   */
  z.strictObject({
    latestNumber: z.union([
      z.strictObject({ number: z.string(), fields: z.array(z.string()).min(1) }),
      z.strictObject({ times: z.number().positive(), fields: z.array(z.string()).min(1) }),
    ]),
  }),
  /** Takes one end off the price that is there: "no lower limit". */
  z.strictObject({ dropBound: z.strictObject({ field: z.string(), end: z.enum(['lower', 'upper']) }) }),
]);

/** Whether a rule is about the items of an order, which only a pack with a field of items may have. */
export function isItemRule(rule: ContextRule): boolean {
  if (typeof rule === 'string') return itemRules.some((one) => one === rule);
  return itemSteps.some((one) => one in rule);
}

/** The fields, and keys of fields, that a rule names. */
export function fieldsNamedBy(rule: ContextRule): readonly string[] {
  if (typeof rule === 'string') return [];
  if ('clear' in rule) return rule.clear === 'all' ? [] : rule.clear;
  if ('set' in rule) return Object.keys(rule.set);
  if ('relative' in rule) return [rule.relative.field, ...Object.keys(rule.relative.alsoSet ?? {})];
  if ('stepBound' in rule) return [rule.stepBound.field];
  if ('stepNumber' in rule) return [rule.stepNumber.field];
  if ('latestNumber' in rule) return rule.latestNumber.fields;
  if ('dropBound' in rule) return [rule.dropBound.field];
  if ('spareNamed' in rule) return [rule.spareNamed.field];
  if ('recallFirst' in rule) return [rule.recallFirst];
  if ('recallLast' in rule) return [rule.recallLast];
  if ('clearThings' in rule) return [rule.clearThings];
  if ('keepNamed' in rule) return rule.keepNamed.fields ?? [];
  return 'recall' in rule ? [rule.recall] : [];
}

/** Slots whose values are old ones, which are not put in. */
export function oldSlots(rules: readonly ContextRule[]): ReadonlySet<string> {
  return new Set(
    rules.flatMap((rule) => {
      if (typeof rule === 'string') return [];
      if ('exchange' in rule) return [rule.exchange];
      return 'remove' in rule ? [rule.remove] : [];
    }),
  );
}

/** One step of what a sentence does with the context. */
export type ContextRule = z.infer<typeof contextRule>;
