// JSON Schema in words and tables.
import { make, prose } from './markup.js';

/** The last part of a reference: the name of a schema, a message or a parameter. */
export const nameOf = (reference) => reference.split('/').at(-1);

/** A type in words: Query, string (uuid), "audio" or "text", array of … */
export function typeOf(schema = {}) {
  if (schema.$ref) return make('a', { href: `#schema-${nameOf(schema.$ref)}`, text: nameOf(schema.$ref) });
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  const options = (schema.anyOf ?? schema.oneOf)?.filter(({ type }) => type !== 'null');
  if (options) {
    const span = make('span');
    options.forEach((option, index) => {
      span.append(...(index ? [' or '] : []), typeOf(option));
    });
    return span;
  }
  if (schema.type === 'array') return make('span', {}, 'array of ', typeOf(schema.items));
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object' && !schema.properties) {
    return make(
      'span',
      {},
      'object of ',
      Object.keys(schema.additionalProperties).length ? typeOf(schema.additionalProperties) : 'anything',
    );
  }
  const types = [schema.type ?? 'anything'].flat().filter((type) => type !== 'null');
  const limits = [
    schema.format,
    schema.maxLength !== undefined && `up to ${schema.maxLength} characters`,
    schema.minimum !== undefined && schema.maximum !== undefined && `${schema.minimum} to ${schema.maximum}`,
    schema.default !== undefined && `default ${schema.default}`,
  ].filter(Boolean);
  return types.join(' or ') + (limits.length ? ` (${limits.join(', ')})` : '');
}

/** The object inside of what may also be null. */
function properties(schema) {
  if (schema.properties) return schema;
  return (schema.anyOf ?? []).find((option) => option.properties);
}

function rows(schema, prefix = '') {
  return Object.entries(schema.properties ?? {}).flatMap(([name, part]) => {
    const inner = properties(part) ?? (part.type === 'array' && properties(part.items ?? {}));
    const row = make(
      'tr',
      {},
      make(
        'td',
        {},
        make('code', { text: prefix + name, ...(schema.required?.includes(name) && { class: 'required' }) }),
      ),
      make('td', { class: 'type' }, typeOf(part)),
      make('td', {}, prose(part.description)),
    );
    return [row, ...(inner ? rows(inner, `${prefix}${name}${part.type === 'array' ? '[]' : ''}.`) : [])];
  });
}

export function schemaTable(schema) {
  const found = rows(schema);
  return found.length
    ? make('table', {}, make('tbody', {}, ...found))
    : make('p', { class: 'type' }, typeOf(schema));
}
