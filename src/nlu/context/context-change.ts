import type { Capture } from '../matching/thread.js';
import type { Pack } from '../pack/pack.js';
import type { Token } from '../tokenise.js';
import type { Context } from '../understanding.js';
import type { FieldValue } from './fields.js';
import type { Item, Owners } from './item.js';
import type { Memory, Result } from './memory.js';

/** What a turn said, and what was known before it. */
export interface Turn {
  pack: Pack;
  tokens: readonly Token[];
  captures: readonly Capture[];
  values: readonly FieldValue[];
  /** Values that the sentence itself names as not wanted: "but not Nike". */
  unwanted: readonly unknown[];
  /** ISO 4217, where a price was said with it. */
  currency: string | undefined;
  memory: Memory;
  /** What was said before was said in the same sentence. */
  inSentence?: boolean;
}

/** What a slot holds, where the sentence has it. */
export function slotValue(slot: string, { captures }: Turn): unknown {
  return captures.find(({ name }) => name === slot)?.value;
}

/** What the rules of an intent make of the context. */
export interface ContextChange {
  context: Context;
  /** The context as new values found it: what was taken out is gone, and things are called what they are called now. */
  base: Context;
  /** What `undo` went back to leaves the history. */
  history: Memory['history'];
  focus: number | undefined;
  /** Whose items are, as far as that was said: "and hers large". */
  owners: Owners | undefined;
  /** What was chosen among the last results. */
  selected?: { index: number; result?: Result };
  /** The page of what was found that is shown now. */
  page?: number;
  /** Values that were taken out. */
  removed: FieldValue[];
  /** Values that this turn named as not wanted and that had not been in. */
  refused: FieldValue[];
  /** What was not wanted before this turn, or before the one that is undone. */
  excludedBefore: readonly unknown[];
  /** What of it is not wanted in any other search either. */
  lasting: readonly unknown[];
  /** All that is not wanted by now. */
  excluded: unknown[];
  /** The currency of the price, where it was said in this turn or before. */
  currency: string | undefined;
  /** Values of the whole that were said of single items. */
  ofEach: FieldValue[];
  /** Items that were added or changed in this turn. */
  items: Item[];
  /** Whether more was said of one that was there already. */
  isSpecified?: boolean;
  /** Whether there was something to undo, remove, choose or add, if that was asked. */
  isDone: boolean;
}
