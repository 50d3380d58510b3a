import { z } from 'zod';

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
