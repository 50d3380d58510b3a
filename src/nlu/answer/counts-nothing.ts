import { isEmpty } from '../context/fields.js';
import { itemField } from '../items/item-field.js';
import { addsCountOnly } from '../matching/counts-only.js';
import type { Parse } from '../matching/matcher.js';
import type { Pack } from '../pack/pack.js';
import type { Context } from '../understanding.js';

/** Whether only a number would be added to an order of which nothing is there that it could count: "four". */
export function countsNothing(pack: Pack, { sentence, captures }: Parse, before: Context): boolean {
  const field = itemField(pack);
  return field !== undefined && isEmpty(before[field]) && addsCountOnly(sentence.rules, captures);
}
