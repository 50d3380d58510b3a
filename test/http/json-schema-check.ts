interface Schema {
  [keyword: string]: unknown;
}

/** What a schema has that says nothing about which values are valid. */
const notes = ['description', 'format', 'default', 'if', 'then', 'else'];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const typeTests: Record<string, (value: unknown) => boolean> = {
  object: isObject,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  null: (value) => value === null,
};

/** Whether a value is valid by each keyword; those that speak of one type let values of others pass. */
const keywords: Record<string, (value: unknown, argument: never, schema: Schema) => boolean> = {
  type: (value, types: string | string[]) => [types].flat().some((type) => typeTests[type](value)),
  const: (value, one: unknown) => value === one,
  enum: (value, options: unknown[]) => options.includes(value),
  not: (value, schema: Schema) => !isValid(value, schema),
  anyOf: (value, options: Schema[]) => options.some((option) => isValid(value, option)),
  pattern: (value, source: string) => typeof value !== 'string' || new RegExp(source, 'u').test(value),
  minLength: (value, least: number) => typeof value !== 'string' || value.length >= least,
  maxLength: (value, most: number) => typeof value !== 'string' || value.length <= most,
  minimum: (value, least: number) => typeof value !== 'number' || value >= least,
  maximum: (value, most: number) => typeof value !== 'number' || value <= most,
  items: (value, schema: Schema) => !Array.isArray(value) || value.every((item) => isValid(item, schema)),
  required: (value, names: string[]) => !isObject(value) || names.every((name) => Object.hasOwn(value, name)),
  properties: (value, schemas: Record<string, Schema>) =>
    !isObject(value) ||
    Object.entries(schemas).every(
      ([name, schema]) => !Object.hasOwn(value, name) || isValid(value[name], schema),
    ),
  propertyNames: (value, schema: Schema) =>
    !isObject(value) || Object.keys(value).every((name) => isValid(name, schema)),
  additionalProperties: (value, schema: Schema, { properties = {} }) =>
    !isObject(value) ||
    Object.entries(value).every(
      ([name, item]) => Object.hasOwn(properties as object, name) || isValid(item, schema),
    ),
};

/**
 * Whether a value is valid by a JSON Schema (2020-12), as far as the API description makes use of it.
 * @throws Error for a keyword that is not known here, so that none is passed over
 */
export function isValid(value: unknown, schema: Schema): boolean {
  if (schema.if !== undefined) {
    const branch = isValid(value, schema.if as Schema) ? schema.then : schema.else;
    if (branch !== undefined && !isValid(value, branch as Schema)) return false;
  }
  return Object.entries(schema).every(([keyword, argument]) => {
    if (notes.includes(keyword)) return true;
    if (!Object.hasOwn(keywords, keyword)) throw new Error(`the keyword ${keyword} is not known here`);
    return keywords[keyword](value, argument as never, schema);
  });
}
