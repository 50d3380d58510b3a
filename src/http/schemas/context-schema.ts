import { z } from 'zod';
import { defaultQueryLimits } from '../../query/index.js';
import { withoutAbsent } from '../../without-absent.js';
import { optional } from './optional.js';

/** Refuses the one name of a field that is lost when an object is made anew: nobody would be told. */
const keepsFields = <T extends z.ZodType>(schema: T, names: { maxLength?: number } = {}) =>
  z
    .preprocess((value, ctx) => {
      if (typeof value === 'object' && value !== null && Object.hasOwn(value, '__proto__')) {
        const message = 'is a name that no field can have';
        ctx.issues.push({ code: 'custom', input: value, path: ['__proto__'], message });
      }
      return value;
    }, schema)
    .meta({ propertyNames: { not: { const: '__proto__' }, ...names } });

/** A value of an answer is at most the whole text that was asked. */
const mostCharacters = defaultQueryLimits.textCharacters;
/** Of keywords, of attributes, and of values of one. */
const mostItems = 2_000;

const wordsSchema = z.string().max(mostCharacters);
const listSchema = z.array(wordsSchema).max(mostItems);

const wholeUnits = 'must be a whole number from 0 on, in units of the currency';
const amountSchema = z
  .int({ error: wholeUnits, abort: true })
  .min(0, wholeUnits)
  .meta({ maximum: Number.MAX_SAFE_INTEGER });

/** In JSON Schema: which amounts a price has; that the end of a range is not before its beginning it cannot say. */
const amountsOfType = (() => {
  const all = (names: string[], type: string) => Object.fromEntries(names.map((name) => [name, { type }]));
  const has = (...names: string[]) => ({ properties: all(names, 'integer'), required: names });
  return {
    if: { properties: { type: { type: 'string' } }, required: ['type'] },
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    then: {
      if: { properties: { type: { const: 'range' } } },
      // biome-ignore lint/suspicious/noThenProperty: the same
      then: has('from', 'to'),
      else: has('value'),
    },
    else: { properties: all(['value', 'from', 'to'], 'null') },
  };
})();

const priceSchema = z
  .looseObject({
    type: optional(z.enum(['exact', 'lessThan', 'greaterThan', 'approx', 'range'])),
    value: optional(amountSchema),
    from: optional(amountSchema),
    to: optional(amountSchema),
  })
  .refine(({ type, value, from, to }) => type !== undefined || (value ?? from ?? to) === undefined, {
    path: ['type'],
    error: 'is required where there is an amount',
  })
  .refine(
    ({ type, value, from, to }) =>
      type === undefined || (type === 'range' ? from !== undefined && to !== undefined : value !== undefined),
    'a price of type range needs from and to, any other needs value',
  )
  .refine(({ type, from = 0, to = from }) => type !== 'range' || from <= to, {
    path: ['to'],
    error: 'must not be less than from',
  })
  .transform(withoutAbsent)
  .meta({
    description: 'Empty, of type range with from and to, which is not less, or of any other type with value',
    ...amountsOfType,
  });

/** A union does not tell by itself that an array has too many. */
const oneOrMore = (input: unknown) =>
  Array.isArray(input) && input.length > mostItems
    ? `may have at most ${mostItems} items`
    : 'must be a string or an array of strings';

/**
 * A context as clients send it: an attribute may be one string instead of an array. Fields that are not those of the
 * product search are another pack's, and stay as they are.
 */
export const requestContextSchema = keepsFields(
  z.looseObject({
    keywords: optional(listSchema),
    attributes: optional(
      keepsFields(
        z
          .record(
            wordsSchema,
            optional(
              z
                .union([wordsSchema, listSchema], { error: ({ input }) => oneOrMore(input) })
                .transform((value) => (typeof value === 'string' ? [value] : value)),
            ),
          )
          .refine((attributes) => Object.keys(attributes).length <= mostItems, {
            error: `may have at most ${mostItems} attributes`,
          })
          .transform(withoutAbsent)
          .meta({ maxProperties: mostItems }),
        { maxLength: mostCharacters },
      ),
    ),
    price: optional(keepsFields(priceSchema)),
    // another pack may have other orders than that of the shop
    sortBy: optional(wordsSchema),
  }),
);
