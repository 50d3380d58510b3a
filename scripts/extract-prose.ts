/**
 * Sentences of books and dictionaries for the language model, one a line in lower case, from packages as they are published.
 *
 *     node build/scripts/extract-prose.js --out prose.txt FILE...
 *
 * A FILE is a lazy-load database of R (`Rdata.rdb` of janeaustenr: the novels of Jane Austen), a `data.*` file of
 * WordNet (the examples of its glosses), `gcide.dict.dz` (the quotations in Webster's dictionary of 1913), or plain text.
 * scripts/training/README.md says where to get those of the default model. Sentences with digits are left out; long ones
 * are cut at commas, as nobody says them in one breath.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, inflateSync } from 'node:zlib';
import { CannotRun } from '../bench/cannot-run.js';
import { commandLine } from '../bench/command-line.js';

const longestSentence = 25;
const longestPiece = 18;
/** Character vectors of R with fewer elements are names and comments, not a book's lines. */
const leastLines = 500;

const { values: options, positionals: files } = commandLine(import.meta.url, {
  allowPositionals: true,
  options: { out: { type: 'string' } },
});
if (options.out === undefined || files.length === 0)
  throw new CannotRun('Name the sources, and with --out the file to write.');
const lines = files.flatMap((path) => textsOf(path).flatMap(sentencesOf));
writeFileSync(options.out, `${lines.join('\n')}\n`);
console.log({ lines: lines.length, words: lines.reduce((sum, line) => sum + line.split(' ').length, 0) });

function textsOf(path: string): string[] {
  const bytes = readFileSync(path);
  if (path.endsWith('.rdb')) return inflated(bytes).flatMap(stringVectors);
  if (path.endsWith('.dict.dz')) return quotations(gunzipSync(bytes).toString('latin1'));
  const text = bytes.toString('utf8');
  if (!/data\.(noun|verb|adj|adv)$/.test(path)) return [text];
  const glosses = text.split('\n').filter((line) => !line.startsWith(' '));
  return glosses.flatMap((line) =>
    [...(line.split('|')[1] ?? '').matchAll(/"([^"]+)"/g)].map((found) => `${found[1]} `),
  );
}

/** The zlib streams of the file, each after its length (R Internals, section 1.8: lazy-load databases). */
function inflated(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 4; at + 2 < bytes.length; ) {
    const result = inflateSync(bytes.subarray(at), { info: true }) as unknown as InflateInfo;
    parts.push(result.buffer);
    at += result.engine.bytesWritten + 4;
  }
  return parts;
}

interface InflateInfo {
  buffer: Buffer;
  engine: { bytesWritten: number };
}

/** Long character vectors of serialised R objects, big-endian: STRSXP (16), length, then CHARSXP (9), length, bytes. */
function stringVectors(bytes: Buffer): string[] {
  const found: string[] = [];
  for (let start = 0; start + 8 < bytes.length; start++) {
    if (bytes.readInt32BE(start) !== 16 || bytes.readInt32BE(start + 4) < leastLines) continue;
    const count = bytes.readInt32BE(start + 4);
    const lines: string[] = [];
    let at = start + 8;
    while (lines.length < count && at + 8 <= bytes.length && bytes[at + 3] === 9) {
      const size = Math.max(0, bytes.readInt32BE(at + 4));
      lines.push(bytes.toString('utf8', at + 8, at + 8 + size));
      at += 8 + size;
    }
    if (lines.length !== count) continue;
    found.push(lines.join('\n'));
    start = at - 1;
  }
  return found;
}

/** Paragraphs of a dictionary that stand further in than its definitions, without the author's name at their end. */
function quotations(text: string): string[] {
  const paragraphs = text
    .split(/\n\s*\n|\[1913 Webster\]/)
    .map((paragraph) => paragraph.replace(/^\n+|\s+$/g, ''));
  return (
    paragraphs
      .filter((paragraph) => paragraph !== '' && paragraph.split('\n').every((line) => /^ {12}/.test(line)))
      .map((paragraph) =>
        paragraph
          .replace(/\s+/g, ' ')
          .replace(/ ?--[A-Z][^-]*$/, '')
          .replace(/\[[^\]]*\]|[{}]/g, ''),
      )
      // A question mark within a word stands for a letter that could not be read.
      .filter((quotation) => !/\?\w/.test(quotation))
      .map((quotation) => `${quotation} . `)
  );
}

function sentencesOf(text: string): string[] {
  const plain = text
    .replace(/-{2,}|—/g, ' , ')
    .replace(/’/g, "'")
    .replace(/_/g, '')
    .replace(/\s+/g, ' ')
    .replace(/\bMr\.? /g, 'mister ')
    .replace(/\bMrs\.? /g, 'missus ')
    .replace(/\b(Dr|St)\. /g, '$1 ')
    .toLowerCase();
  const sentences = plain.split(/[.!?;:]["')]*\s/).filter((sentence) => !/\d/.test(sentence));
  return sentences
    .flatMap(inPieces)
    .map((piece) => wordsOf(piece).join(' '))
    .filter((line) => line.includes(' '));
}

function inPieces(sentence: string): string[] {
  if (wordsOf(sentence).length <= longestSentence) return [sentence];
  const pieces: string[] = [];
  let count = 0;
  for (const clause of sentence.split(',')) {
    const size = wordsOf(clause).length;
    if (pieces.length > 0 && count + size <= longestPiece) {
      pieces[pieces.length - 1] += ` ${clause}`;
      count += size;
    } else {
      pieces.push(clause);
      count = size;
    }
  }
  return pieces;
}

function wordsOf(text: string): string[] {
  return (text.match(/[a-z']+/g) ?? []).map((word) => word.replace(/^'+|'+$/g, '')).filter(Boolean);
}
