import type { z } from 'zod';

const words: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'a map',
  record: 'a map',
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  undefined: 'nothing',
  null: 'nothing',
};

const quotes = 'put it in quotes';

/** What to do about a fault. */
const helps: Readonly<Record<string, string>> = {
  'expected a map, received a list': 'a map is written "key: value", without "-" or [ ]',
  'expected text, received a number': quotes,
  'expected text, received true or false': quotes,
  'expected a number, received text': 'write figures, without quotes',
};

/** What is wrong with one value, in the words of those who write YAML. */
export function inWords(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_small') return `needs at least ${amount(issue.origin, Number(issue.minimum))}`;
  if (issue.code === 'too_big') return `takes at most ${amount(issue.origin, Number(issue.maximum))}`;
  if (issue.code === 'invalid_key')
    return `${issue.issues[0].message}${/:/.test(String(issue.path.at(-1))) ? '; a space is missing behind the ":"' : ''}`;
  if (issue.code === 'invalid_value' && issue.values.length > 1)
    return `expected one of ${issue.values.map(String).join(', ')}`;
  const text = issue.message
    .replace(/^Invalid \w+: /, '')
    .replace(/\b(expected|received) (\w+)/g, (whole, verb, word) =>
      Object.hasOwn(words, word) ? `${verb} ${words[word]}` : whole,
    );
  const help = issue.path.length > 0 ? helps[text] : undefined;
  return help === undefined ? text : `${text}; ${help}`;
}

function amount(origin: string, size: number): string {
  const one = { array: 'entry', string: 'character' }[origin];
  const several = { array: 'entries', string: 'characters' }[origin];
  return one === undefined ? String(size) : `${size} ${size === 1 ? one : several}`;
}
