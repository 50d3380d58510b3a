import { z } from 'zod';

/** Of a list, an entity, a field, an intent. */
export const name = z
  .string()
  .regex(/^[A-Za-z][\w-]*$/, 'a name is letters, digits, "_" and "-", and starts with a letter');
/** Of a range of numbers: whether its limits can both hold, and what to say where not. */
export const areOrdered = ({ from, to }: { from?: number; to?: number }) =>
  from === undefined || to === undefined || from <= to;
export const notOrdered = { path: ['to'], error: '"to" must not be less than "from"' };

/** Whether a text has no names in braces but these: "{quantity} sugars". */
export const namesOnly = (text: string, names: readonly string[]) =>
  [...text.matchAll(/\{([\w-]+)\}/g)].every(([, name]) => names.includes(name));

/** Of sentences, in template notation. */
export const template = z.string().min(1);
/** Where in the context a value goes. */
export const path = z.string().regex(/^[A-Za-z][\w-]*(?:\.[A-Za-z][\w-]*)?$/, 'a field, or field.key');
/** A value as text, however YAML reads it. */
export const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/**
 * A check that what is of some kind has no keys that only other kinds have. A key that says what holds anyway is let be.
 *
 * @param kinds By key the kinds that have it, of keys that not all have.
 */
export function keysOfKind(
  shape: Readonly<Record<string, z.ZodType>>,
  kinds: Readonly<Record<string, readonly string[]>>,
): (value: { kind: string }, context: z.RefinementCtx) => void {
  const usual = (key: string) => {
    const schema = shape[key];
    return schema instanceof z.ZodDefault ? schema.def.defaultValue : undefined;
  };
  return (value, context) => {
    for (const [key, of] of Object.entries(kinds)) {
      const given = (value as Record<string, unknown>)[key];
      if (of.includes(value.kind) || given === undefined || given === usual(key)) continue;
      const message = `"${key}" is for the kind ${of.join(' or ')}; this is of the kind ${value.kind}`;
      context.addIssue({ code: 'custom', path: [key], message });
    }
  };
}
