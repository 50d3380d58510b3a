import { z } from 'zod';
import { didYouMean } from '../../config/did-you-mean.js';

type Path = (string | number)[];
type Issue = z.core.$ZodIssue;

export interface SchemaFault {
  path: Path;
  message: string;
}

/**
 * What is wrong with content that a schema does not take, for people who write it by hand: of a choice of forms the
 * fault in the one that was meant, and for a key that is not known the one that it looks like.
 */
export function schemaFaults(schema: z.ZodType, issues: readonly Issue[], above: Path = []): SchemaFault[] {
  return issues.flatMap((issue) => {
    const path = [...above, ...(issue.path as Path)];
    const unknownKeys = (keys: Iterable<string>) =>
      [...keys].map((key) => ({ path: [...path, key], message: unknown(key, keysAt(schema, path)) }));
    if (issue.code === 'unrecognized_keys') return unknownKeys(issue.keys);
    if (issue.code === 'invalid_value' && typeof issue.input === 'string') {
      return [{ path, message: unknown(issue.input, issue.values.map(String)) }];
    }
    if (issue.code !== 'invalid_union') return [{ path, message: inWords(issue) }];
    const meant = meantForm(issue.errors);
    if (meant !== undefined) return schemaFaults(schema, meant, path);
    const keys = issue.errors.map((form) => form.flatMap((one) => (isUnknownKey(one) ? one.keys : [])));
    // a key of one of the forms is wrong only where none of its own is
    const inNone = keys.flat().filter((key) => keys.every((unknown) => unknown.includes(key)));
    const wrong = new Set(inNone.length > 0 ? inNone : keys.flat());
    if (wrong.size > 0) return unknownKeys(wrong);
    const forms = issue.errors.map(([first]) => inWords(first).replace(/^expected |, received .*$/g, ''));
    return [{ path, message: `expected ${[...new Set(forms)].join(' or ')}` }];
  });
}

/** In the words of those who write YAML. */
function inWords({ message }: Issue): string {
  const words: Record<string, string> = {
    array: 'a list',
    object: 'a map',
    string: 'text',
    undefined: 'nothing',
  };
  return message
    .replace(/^Invalid \w+: /, '')
    .replace(/\b(?:array|object|string|undefined)$|\b(?:array|object|string)(?=,)/g, (word) => words[word]);
}

function isUnknownKey(issue: Issue): issue is z.core.$ZodIssueUnrecognizedKeys {
  return issue.code === 'unrecognized_keys' && issue.path.length === 0;
}

/** The form whose faults lie inside of it, with the fewest; else the list of words, if it is one of those. */
function meantForm(forms: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const isMissing = ({ path, message }: Issue) => path.length === 1 && message.endsWith('received undefined');
  const inside = forms.filter((form) => form.every((issue) => issue.path.length > 0 && !isMissing(issue)));
  const [fewest] = inside.sort((a, b) => a.length - b.length);
  return fewest ?? forms.find(([{ code, input }]) => code === 'invalid_value' && typeof input === 'string');
}

function unknown(word: string, options: readonly string[]): string {
  // what stands behind a comma in a text without quotes is read as a key
  if (/\s/.test(word)) return `"${word}" is not known here; a text with a comma in it needs quotes around it`;
  const known = [...new Set(options)];
  const near = didYouMean(word, known);
  return `"${word}" is not known here; ${near === undefined ? `there are: ${known.join(', ')}` : `did you mean "${near}"?`}`;
}

/** The keys that an object at this place of the content may have. */
function keysAt(schema: unknown, path: Path): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return keysAt(schema.unwrap(), path);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((form) => keysAt(form, path));
  if (schema instanceof z.ZodPipe) return keysAt(schema.in, path);
  const [key, ...below] = path;
  if (schema instanceof z.ZodObject) {
    if (key === undefined) return Object.keys(schema.shape);
    return Object.hasOwn(schema.shape, key) ? keysAt(schema.shape[key], below) : [];
  }
  if (key === undefined) return [];
  if (schema instanceof z.ZodRecord) return keysAt(schema.valueType, below);
  return schema instanceof z.ZodArray ? keysAt(schema.element, below) : [];
}
