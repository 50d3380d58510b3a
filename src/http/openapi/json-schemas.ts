import { z } from 'zod';

type JsonSchema = Record<string, unknown>;

/**
 * JSON Schemas of zod schemas by the `id` in their metadata, as `components.schemas` of a description: each refers to
 * the others by `#/components/schemas/<id>`.
 *
 * @param schemas those without an id are left out
 */
export function componentSchemas(schemas: Iterable<z.ZodType>): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  const pending = new Set(schemas);
  for (const schema of pending) {
    const id = z.globalRegistry.get(schema)?.id;
    if (id !== undefined && !registry.has(schema)) registry.add(schema, { id });
  }
  const { schemas: made } = z.toJSONSchema(registry, {
    // What may be sent; for answers it is the same.
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ zodSchema, jsonSchema }) => {
      // What a double can hold goes without saying, unless a schema says it itself.
      const told = z.globalRegistry.get(zodSchema) ?? {};
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER && !('minimum' in told)) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER && !('maximum' in told)) delete jsonSchema.maximum;
    },
  });
  const components: Record<string, JsonSchema> = {};
  for (const [id, { $schema, $id, ...schema }] of Object.entries(made as Record<string, JsonSchema>)) {
    const { id: _, ...meta } =
      z.globalRegistry.get([...pending].find((one) => z.globalRegistry.get(one)?.id === id)!) ?? {};
    components[id] = { ...meta, ...schema };
  }
  return components;
}

/** A schema by its place in the API description. @throws Error for one without an id */
export function schemaReference(schema: z.ZodType): { $ref: string } {
  const id = z.globalRegistry.get(schema)?.id;
  if (id === undefined) throw new Error('a schema of the API has no id in its metadata');
  return { $ref: `#/components/schemas/${id}` };
}
