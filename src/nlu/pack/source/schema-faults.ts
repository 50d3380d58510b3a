import type { z } from 'zod';
import { didYouMeanHint } from '../../../config/did-you-mean.js';
import { isRecord } from '../../../is-record.js';
import { inWords } from './issue-words.js';
import { formOf, keysAt, wordsAt } from './schema-at.js';

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
      [...keys].map((key) => ({ path: [...path, key], message: unknownKey(key, schema, path) }));
    if (issue.code === 'unrecognized_keys') return unknownKeys(issue.keys);
    if (issue.code === 'invalid_value' && typeof issue.input === 'string') {
      const form = formOf(schema, path, issue.input);
      if (form !== undefined) return [{ path, message: `"${issue.input}" needs more: write { ${form} }` }];
      return [{ path, message: unknown(issue.input, issue.values.map(String)) }];
    }
    if (issue.code !== 'invalid_union') return [{ path, message: inWords(issue) }];
    const meant = meantForm(issue.errors);
    if (meant !== undefined) return schemaFaults(schema, meant, path);
    const keys = issue.errors.map((form) => form.flatMap((one) => (isUnknownKey(one) ? one.keys : [])));
    // what only lacks something lacks less than what has keys that it should not have
    const lacking = issue.errors.find((form, at) => keys[at].length === 0 && form.every(isMissing));
    if (lacking !== undefined && keys.flat().length > 0) return schemaFaults(schema, lacking, path);
    // a key of one of the forms is wrong only where none of its own is
    const inNone = keys.flat().filter((key) => keys.every((unknown) => unknown.includes(key)));
    const wrong = new Set(inNone.length > 0 ? inNone : keys.flat());
    if (wrong.size > 0) return unknownKeys(wrong);
    const [lacks] = issue.errors.flatMap((form) => form.filter(isMissing));
    if (lacks !== undefined && isRecord(issue.input))
      return [{ path, message: `"${String(lacks.path[0])}" is missing` }];
    const forms = expectedForms(issue.errors).join(' or ');
    const help = issue.input === undefined ? ', received nothing' : listHelp(issue);
    return [{ path, message: `expected ${forms}${help}` }];
  });
}

function isUnknownKey(issue: Issue): issue is z.core.$ZodIssueUnrecognizedKeys {
  return issue.code === 'unrecognized_keys' && issue.path.length === 0;
}

/** The form whose faults lie inside of it, with the fewest; else the list of words, if it is one of those. */
function meantForm(forms: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const inside = forms.filter((form) => form.every((issue) => issue.path.length > 0 && !isMissing(issue)));
  const [fewest] = inside.sort((a, b) => a.length - b.length);
  const takesList = forms.some(([{ code, message }]) => code === 'invalid_type' && message.includes('array'));
  const isWord = ([{ code, input }]: readonly Issue[]) =>
    code === 'invalid_value' && typeof input === 'string';
  return fewest ?? (takesList ? undefined : forms.find(isWord));
}

function isMissing({ path, message }: Issue): boolean {
  return path.length === 1 && message.endsWith('received undefined');
}

/** What each form of a choice would have been, choices within it included. */
function expectedForms(forms: readonly (readonly Issue[])[]): string[] {
  const expected = forms.flatMap(([first]) =>
    first.code === 'invalid_union'
      ? expectedForms(first.errors)
      : [
          inWords(first)
            .split(', received ')[0]
            .replace(/^expected /, ''),
        ],
  );
  // where text is taken, YAML may read it as one of these
  const isText = ['text', 'a number', 'true or false'].every((form) => expected.includes(form));
  return [...new Set(expected)].filter(
    (form) => !isText || (form !== 'a number' && form !== 'true or false'),
  );
}

/** How one text is written where a list is wanted. */
function listHelp({ input, errors }: z.core.$ZodIssueInvalidUnion): string {
  const takesList = expectedForms(errors).includes('a list');
  return takesList && typeof input === 'string' ? `, such as [${input}]` : '';
}

function unknownKey(key: string, schema: z.ZodType, path: Path): string {
  const known = keysAt(schema, path);
  if (known.includes(key)) return `"${key}" is a part of its own; write it behind a "-" of its own`;
  if (wordsAt(schema, path).includes(key)) return `"${key}" is written alone, and not as a map`;
  return unknown(key, known);
}

function unknown(word: string, options: readonly string[]): string {
  // what stands behind a comma in a text without quotes is read as a key
  if (/\s|[.!?]$/.test(word))
    return `"${word}" is not known here; a text with a comma in it needs quotes around it`;
  if (word.includes(':')) return `"${word}" is not known here; a space is missing behind the ":"`;
  const known = [...new Set(options)];
  return `"${word}" is not known here; ${didYouMeanHint(word, known) ?? `there are: ${known.join(', ')}`}`;
}
