import type { YAMLParseError } from 'yaml';

const quotes = 'a text with one of : , { } [ ] in it needs quotes around all of it';

/** What to do about a fault, by the code that the parser gives it: its own words are those of the YAML standard. */
const helps: Readonly<Record<string, string>> = {
  BAD_INDENT: 'a line must be indented as far as those that it belongs with',
  MULTILINE_IMPLICIT_KEY: 'is a ":" missing at the end of this line?',
  MISSING_CHAR: quotes,
  UNEXPECTED_TOKEN: quotes,
  BLOCK_AS_IMPLICIT_KEY: quotes,
};

/** What is wrong with a file that is no YAML, and what most people have done then. */
export function yamlFault({ code, message, linePos }: YAMLParseError, text: string): string {
  const what = message.split('\n')[0].replace(/ at line \d+, column \d+:$/, '');
  if (code === 'DUPLICATE_KEY') {
    const line = text.split('\n')[(linePos?.[0].line ?? 1) - 1];
    const [, key] = /([\w-]+)["']?\s*:/.exec(line.slice((linePos?.[0].col ?? 1) - 1)) ?? [];
    if (key !== undefined) return `${what}; "${key}" is there before`;
  }
  if (code === 'BAD_INDENT' && isIndentedByTab(text, linePos?.[0].line ?? 1))
    return 'Tabs are not allowed as indentation';
  const help = helps[code];
  return help === undefined || what.startsWith('Tabs') ? what : `${what}; ${help}`;
}

/** Whether a line, or the next one that is not empty, begins with a tab, which is hard to see. */
function isIndentedByTab(text: string, line: number): boolean {
  const lines = text.split('\n').slice(line - 1);
  const next = lines.slice(1).find((one) => one.trim() !== '');
  return [lines[0], next].some((one) => one !== undefined && /^ *\t/.test(one));
}
