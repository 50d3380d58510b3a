import { z } from 'zod';

type Path = readonly (string | number)[];

/** The keys that an object at a place of the content may have. */
export function keysAt(schema: unknown, path: Path): string[] {
  return objectsAt(schema, path).flatMap(({ shape }) => Object.keys(shape));
}

/** The words that may stand at a place of the content instead of anything longer. */
export function wordsAt(schema: unknown, path: Path): string[] {
  return schemasAt(schema, path).flatMap((one) => (one instanceof z.ZodEnum ? one.options.map(String) : []));
}

/** How a word is written that is a key of an object at this place: `clear: all`; undefined where it is none. */
export function formOf(schema: unknown, path: Path, word: string): string | undefined {
  for (const { shape } of objectsAt(schema, path))
    if (Object.hasOwn(shape, word)) return `${word}: ${exampleOf(shape[word])}`;
  return undefined;
}

function exampleOf(schema: unknown): string {
  const [first] = schemasAt(schema, []);
  return first instanceof z.ZodLiteral ? String(first.value) : '...';
}

function objectsAt(schema: unknown, path: Path): z.ZodObject[] {
  return schemasAt(schema, path).filter((one) => one instanceof z.ZodObject);
}

/** The forms that content at a place may have. */
function schemasAt(schema: unknown, path: Path): unknown[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return schemasAt(schema.unwrap(), path);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((form) => schemasAt(form, path));
  if (schema instanceof z.ZodPipe) return schemasAt(schema.in, path);
  const [key, ...below] = path;
  if (key === undefined) return [schema];
  if (schema instanceof z.ZodObject)
    return Object.hasOwn(schema.shape, key) ? schemasAt(schema.shape[key], below) : [];
  if (schema instanceof z.ZodRecord) return schemasAt(schema.valueType, below);
  return schema instanceof z.ZodArray ? schemasAt(schema.element, below) : [];
}
