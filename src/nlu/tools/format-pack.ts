import {
  type Alias,
  type Document,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  type Scalar,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { EarshotError } from '../../errors.js';
import { yamlFault } from '../pack/source/yaml-fault.js';

/** Columns of a line, at most, where words can be parted. */
const lineWidth = 120;
/** A list of values up to so long fills its lines; of longer ones, as sentences are, each has its own. */
const longestValue = 40;

/**
 * Lays a pack file out anew: what fits into a line stays in one, and what does not is parted into lines of at most 120
 * columns. Nothing else changes: not what it says, nor its order, its comments and its quotes. Comments behind a value
 * come to stand before it.
 *
 * @param text YAML, one document.
 * @throws EarshotError `invalid_pack` for what is no YAML.
 */
export function formatPack(text: string): string {
  const document = readYaml(text);
  const { contents } = document;
  if (contents === null) return text;
  const out = commentLines(document.commentBefore, 0);
  if (out.length > 0) out.push('');
  out.push(...commentLines(contents.commentBefore, 0), ...layOut(contents, { prefix: '', indent: 0 }));
  if (isCollection(contents) && !contents.flow) out.push(...commentLines(contents.comment, 0));
  out.push(...commentLines(document.comment, 0));
  const formatted = `${out.join('\n')}\n`;
  if (JSON.stringify(readYaml(formatted).toJS()) !== JSON.stringify(document.toJS()))
    throw new Error('The layout changed what a pack file says; please report this file.');
  return formatted;
}

function readYaml(text: string): Document.Parsed {
  const document = parseDocument(text);
  const fault = yamlFault(document, text);
  if (fault !== undefined)
    throw new EarshotError('invalid_pack', `Line ${fault.line} is no YAML: ${fault.message}`);
  return document;
}

interface Place {
  /** What stands before the value in its first line. */
  prefix: string;
  /** Column of the lines below. */
  indent: number;
  /** Whether what holds the value was written between brackets. */
  isWithinFlow?: boolean;
}

/** Lines of a value, the first one behind the prefix. */
function layOut(node: Node, place: Place): string[] {
  const { prefix, indent } = place;
  const isWithinFlow = place.isWithinFlow === true || (isCollection(node) && node.flow === true);
  const isChosenBlock = isCollection(node) && !isWithinFlow && node.items.length > 0;
  const line = isChosenBlock ? undefined : inOneLine(node);
  if (line !== undefined && prefix.length + line.length <= lineWidth) return [prefix + line];
  if (isScalar(node)) return layOutScalar(node, place);
  if (isSeq(node) && isWithinFlow && isOfValues(node)) {
    const values = inOneLine(node)!.split(/(?<=,) /);
    return foldText(prefix, values, { indent, width: lineWidth });
  }
  if (isSeq(node)) return layOutSeq(node, { ...place, isWithinFlow });
  if (isMap(node)) return layOutMap(node, { ...place, isWithinFlow });
  return [prefix + inOneLine(node)];
}

function layOutScalar(node: Scalar, { prefix, indent }: Place): string[] {
  if (node.type === 'BLOCK_LITERAL') {
    const text = String(node.value);
    const head = `${prefix}${anchorOf(node)}|${text.endsWith('\n') ? '' : '-'}`;
    const rest = text.replace(/\n$/, '').split('\n');
    return [head, ...rest.map((line) => (line === '' ? '' : ' '.repeat(indent) + line))];
  }
  return foldText(prefix, wordsToFold(inOneLine(node)!), { indent, width: lineWidth });
}

/** The first line of a block: an item of a list begins with what it holds, a key stands alone. */
function opening(node: Node, { prefix, indent }: Place): { head: string[]; first: string; at: number } {
  const anchor = anchorOf(node);
  const isItem = prefix.endsWith('- ') && anchor === '';
  if (isItem) return { head: [], first: prefix, at: prefix.length };
  const head = (prefix + anchor).trimEnd();
  return { head: head === '' ? [] : [head], first: ' '.repeat(indent), at: indent };
}

function layOutSeq(node: YAMLSeq, place: Place): string[] {
  const { head, first, at } = opening(node, place);
  const margin = ' '.repeat(at);
  const items = node.items.flatMap((item, index) => {
    const value = item as Node;
    const start = index === 0 && head.length === 0 ? first : margin;
    const within = { prefix: `${start}- `, indent: at + 2, isWithinFlow: place.isWithinFlow };
    return [...before(value, index, at), ...layOut(value, within)];
  });
  return [...head, ...ownComments(node, place, at), ...items, ...trailing(node, at)];
}

function layOutMap(node: YAMLMap, place: Place): string[] {
  const { head, first, at } = opening(node, place);
  const margin = ' '.repeat(at);
  const pairs = node.items.flatMap((item, index) => {
    const { key, value } = item as Pair<Node, Node | null>;
    const start = index === 0 && head.length === 0 ? first : margin;
    const name = `${start}${inOneLine(key)}:`;
    const behind = value !== null && isBehind(value) ? commentLines(value.comment, at) : [];
    const lines =
      value === null || inOneLine(value) === ''
        ? [name]
        : layOut(value, { prefix: `${name} `, indent: at + 2, isWithinFlow: place.isWithinFlow });
    return [...before(key, index, at), ...behind, ...lines];
  });
  return [...head, ...ownComments(node, place, at), ...pairs, ...trailing(node, at)];
}

/** What stands above an item or a key. */
function before(node: Node, index: number, at: number): string[] {
  const space = node.spaceBefore && index > 0 ? [''] : [];
  return [
    ...space,
    ...commentLines(node.commentBefore, at),
    ...(isBehind(node) ? commentLines(node.comment, at) : []),
  ];
}

/** Comments of a block's first line, below its key; those of an item of a list, and of the file, stand above it. */
function ownComments(node: Node, { prefix }: Place, at: number): string[] {
  return prefix === '' || /- $/.test(prefix) ? [] : commentLines(node.commentBefore, at);
}

/** Whether a comment of a value stands behind it, and not below the last of its items. */
const isBehind = (node: Node) => !isCollection(node) || node.flow === true;

const trailing = (node: YAMLMap | YAMLSeq, at: number) => (node.flow ? [] : commentLines(node.comment, at));

function commentLines(text: string | null | undefined, at: number): string[] {
  if (!text) return [];
  return text.split('\n').map((line) => (line === '' ? '' : `${' '.repeat(at)}#${line}`));
}

/** A list of short values without brackets of their own. */
function isOfValues(node: YAMLSeq): boolean {
  return (
    !hasComments(node) &&
    node.items.every((item) => {
      const text = isScalar(item) || isAlias(item) ? inOneLine(item) : undefined;
      return text !== undefined && text.length <= longestValue && !/[[\]{}()|]/.test(text);
    })
  );
}

function hasComments(node: Node): boolean {
  let found = false;
  visit(node, {
    Node(_, within) {
      const isOfOther = within !== node && (within.commentBefore || within.comment);
      if (!isOfOther) return undefined;
      found = true;
      return visit.BREAK;
    },
  });
  return found;
}

/** A value in one line; undefined where comments or its own lines do not let it be. */
function inOneLine(node: unknown): string | undefined {
  if (node === null) return '';
  if (isAlias(node)) return `*${(node as Alias).source}`;
  if (isScalar(node)) return scalarText(node);
  if (isPair(node)) {
    const [key, value] = [inOneLine(node.key), inOneLine(node.value)];
    if (key === undefined || value === undefined) return undefined;
    return value === '' ? key : `${key}: ${value}`;
  }
  if (!isCollection(node) || hasComments(node)) return undefined;
  const items = node.items.map(inOneLine);
  if (items.includes(undefined)) return undefined;
  const text = items.join(', ');
  if (isSeq(node)) return `${anchorOf(node)}[${text}]`;
  return anchorOf(node) + (text === '' ? '{}' : `{ ${text} }`);
}

/** A text as it was quoted; folded blocks become quoted texts, as these fold as well. */
function scalarText(node: Scalar): string | undefined {
  switch (node.type) {
    case 'BLOCK_LITERAL':
      return undefined;
    case 'QUOTE_DOUBLE':
    case 'BLOCK_FOLDED':
      return anchorOf(node) + JSON.stringify(node.value);
    case 'QUOTE_SINGLE':
      return `${anchorOf(node)}'${String(node.value).replaceAll("'", "''")}'`;
    default:
      return anchorOf(node) + joinedLines(node.source ?? '');
  }
}

/** A plain text of several lines in one. */
function joinedLines(text: string): string {
  const lines = text.split('\n');
  if (lines.length === 1) return text;
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}

const anchorOf = (node: Node) => ('anchor' in node && node.anchor ? `&${node.anchor} ` : '');

/**
 * The pieces that a YAML text may be parted into: YAML reads the break of a line within it as a space, and takes away the
 * spaces around, so where there are several spaces no line may end.
 */
function wordsToFold(text: string): string[] {
  return text.split(/(?<! ) (?! )/);
}

/**
 * Lays pieces out in lines, the first one behind a prefix, a space between any two.
 *
 * @param indent Column of the second line and those below it.
 * @param width Columns of a line, at most, as long as the pieces let it be.
 */
function foldText(
  prefix: string,
  pieces: readonly string[],
  { indent, width }: { indent: number; width: number },
): string[] {
  const lines: string[] = [];
  let line = prefix;
  for (const [index, piece] of pieces.entries()) {
    if (index === 0) line += piece;
    else if (line.length + 1 + piece.length > width) {
      lines.push(line);
      line = ' '.repeat(indent) + piece;
    } else line += ` ${piece}`;
  }
  return [...lines, line];
}
