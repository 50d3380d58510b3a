import { type Document, isCollection, isScalar, visit, type YAMLError } from 'yaml';

const quotes = 'a text with one of : , { } [ ] in it needs quotes around all of it';

/** What to do about a fault, by the code that the parser gives it: its own words are those of the YAML standard. */
const helps: Readonly<Record<string, string>> = {
  BAD_INDENT: 'a line must be indented as far as those that it belongs with',
  BAD_SCALAR_START: 'a text that begins so needs quotes around all of it',
  MULTILINE_IMPLICIT_KEY: 'is a ":" missing at the end of this line?',
  MISSING_CHAR: quotes,
  UNEXPECTED_TOKEN: quotes,
  BLOCK_AS_IMPLICIT_KEY: quotes,
};

/** What is said in other words than those of the parser. */
const plain: Readonly<Record<string, string>> = {
  MULTIPLE_DOCS:
    'a file of a pack holds one document; take out the line "---", or put what follows into a file of its own',
};

export interface YamlFault {
  line: number;
  message: string;
}

/** What is wrong with a file that is no YAML, or not the YAML of a pack, and what most people have done then. */
export function yamlFault(document: Document, text: string): YamlFault | undefined {
  // What comes after the first fault mostly follows from it.
  const error = document.errors.at(0) ?? document.warnings.find(({ code }) => code === 'TAG_RESOLVE_FAILED');
  if (error === undefined) return unresolvedAlias(document, text);
  const line = error.linePos?.[0].line ?? 1;
  const unclosed = /end with a ([}\]])|^Missing closing ["']/.exec(error.message);
  if (unclosed !== null && !isIndentedByTab(text, line)) {
    const [, end] = unclosed;
    const opened = openedAt(document, text, end);
    if (opened !== undefined) return { line: lineAt(text, opened), message: neverClosed(text, opened, end) };
  }
  return { line, message: messageOf(error, text, line) };
}

function messageOf({ code, message, linePos }: YAMLError, text: string, line: number): string {
  const what = message.split('\n')[0].replace(/ at line \d+, column \d+:$/, '');
  const written = text.split('\n')[line - 1];
  if (code === 'TAG_RESOLVE_FAILED') {
    const [, tag] = /(![^\s,{}[\]]*)/.exec(written.slice((linePos?.[0].col ?? 1) - 1)) ?? [];
    return `there is no tag ${tag ?? what.split(' ').at(-1)}; a text that begins with "!" needs quotes around all of it`;
  }
  if (code === 'DUPLICATE_KEY') {
    const [before] = written.slice((linePos?.[0].col ?? 1) - 1).split(':');
    const key = before.trim().replace(/^["']|["']$/g, '');
    if (key !== '') return `${what}; "${key}" is there before`;
  }
  if (code === 'BAD_INDENT' && isIndentedByTab(text, line)) return 'Tabs are not allowed as indentation';
  const help = helps[code];
  return plain[code] ?? (help === undefined || what.startsWith('Tabs') ? what : `${what}; ${help}`);
}

/** Where the first quote, or bracket for an `end`, stands that is not closed. */
function openedAt(document: Document, text: string, end: string | undefined): number | undefined {
  let opened: number | undefined;
  visit(document, (_key, node) => {
    if (!(isScalar(node) || isCollection(node)) || !node.range) return;
    const [from, to] = node.range;
    const closing = closings[text[from]];
    const isMeant = end === undefined ? isScalar(node) && closing === text[from] : closing === end;
    if (!isMeant || (to > from + 1 && text[to - 1] === closing)) return;
    opened = from;
    return visit.BREAK;
  });
  return opened;
}

const closings: Readonly<Record<string, string>> = { '{': '}', '[': ']', '"': '"', "'": "'" };

function neverClosed(text: string, opened: number, end: string | undefined): string {
  const sign = text[opened];
  const rest = text.slice(opened).split('\n')[0];
  const help = end !== undefined && / #/.test(rest) ? '; what stands behind " #" is a comment' : '';
  return end === undefined
    ? `the text that begins with ${sign} here is never closed with ${sign}`
    : `"${sign}" is never closed with "${end}"${help}`;
}

function unresolvedAlias(document: Document, text: string): YamlFault | undefined {
  let fault: YamlFault | undefined;
  visit(document, {
    Alias(_key, node) {
      if (node.resolve(document) !== undefined) return;
      const message = `there is no anchor &${node.source} before *${node.source}; a text that begins with "*" needs quotes around all of it`;
      fault = { line: lineAt(text, node.range?.[0] ?? 0), message };
      return visit.BREAK;
    },
  });
  return fault;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** Whether a line, or the next one that is not empty, begins with a tab, which is hard to see. */
function isIndentedByTab(text: string, line: number): boolean {
  const lines = text.split('\n').slice(line - 1);
  const next = lines.slice(1).find((one) => one.trim() !== '');
  return [lines[0], next].some((one) => one !== undefined && /^ *\t/.test(one));
}
