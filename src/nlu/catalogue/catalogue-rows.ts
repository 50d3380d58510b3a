import { createReadStream, type ReadStream } from 'node:fs';
import { extname } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline, Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { EarshotError } from '../../errors.js';
import { whyUnreadable } from '../../files/why-unreadable.js';
import { isRecord } from '../../is-record.js';
import { checkUtf8 } from './check-utf8.js';
import { productColumn, productColumns } from './product-columns.js';

/** One product as it stands in a file, or why there is none. */
export type Row = { line: number; value: Record<string, unknown> } | { line: number; reason: string };

const readers: Record<string, (stream: ReadStream, file: string) => AsyncGenerator<Row>> = {
  '.json': jsonRows,
  '.jsonl': jsonLineRows,
  '.ndjson': jsonLineRows,
  '.csv': csvRows,
  '.tsv': csvRows,
  '.txt': csvRows,
};

/**
 * The rows of a CSV file with a header, of JSON lines, or of a JSON array.
 *
 * @param onProgress Called with the number of bytes read so far.
 * @throws EarshotError `invalid_catalogue` when the file cannot be read or has no column for the title.
 */
export async function* catalogueRows(
  file: string,
  onProgress?: (bytes: number) => void,
): AsyncGenerator<Row> {
  const kind = extname(file).toLowerCase();
  if (!Object.hasOwn(readers, kind))
    throw new EarshotError('invalid_catalogue', `${file}: give a .csv, .tsv, .json or .jsonl file.`);
  let stream: ReadStream | undefined;
  try {
    await checkUtf8(file);
    stream = createReadStream(file, { highWaterMark: 1 << 18 });
    let bytes = 0;
    stream.on('data', (chunk) => {
      bytes += chunk.length;
      onProgress?.(bytes);
    });
    stream.setEncoding('utf8');
    yield* readers[kind](stream, file);
  } catch (cause) {
    if (cause instanceof EarshotError) throw cause;
    throw new EarshotError('invalid_catalogue', `Cannot read ${file}: ${whyUnreadable(cause)}.`, {
      cause,
    });
  } finally {
    stream?.destroy();
  }
}

/** Separated values, with a header. */
async function* csvRows(stream: AsyncIterable<string>, file: string): AsyncGenerator<Row> {
  const pieces = stream[Symbol.asyncIterator]();
  let head = '';
  let isWhole = false;
  while (!isWhole && !head.includes('\n')) {
    const { value, done } = await pieces.next();
    if (done) isWhole = true;
    else head += value;
  }
  const records = parse({
    bom: true,
    ...separatorIn(head.split('\n', 1)[0]),
    info: true,
    relaxColumnCount: true,
    relaxQuotes: true,
    skipEmptyLines: true,
  });
  // An error of either stream comes out of the iteration.
  pipeline(Readable.from(rest(head, pieces)), records, () => {});
  let header: string[] | undefined;
  let line = 0;
  try {
    for await (const { record, info } of records) {
      const fields: string[] = record;
      line = info.lines;
      if (header === undefined) {
        header = fields.map((name) => name.trim());
        checkTitle(header, file);
      } else if (fields.length !== header.length) {
        yield { line, reason: `${fields.length} fields, but the header has ${header.length}` };
      } else {
        yield { line, value: Object.fromEntries(header.map((name, at) => [name, fields[at]])) };
      }
    }
  } catch (cause) {
    if ((cause as { code?: string }).code !== 'CSV_QUOTE_NOT_CLOSED') throw cause;
    throw new EarshotError(
      'invalid_catalogue',
      `${file}:${line + 1}: a quote opens here and is never closed.`,
      {
        cause,
      },
    );
  }
}

/**
 * The separator (comma, semicolon or tab) is the one that occurs most in the first line, or what a line `sep=;` before
 * the header says, as spreadsheets have it.
 */
function separatorIn(first: string): { delimiter: string; fromLine: number } {
  const told = /^\uFEFF?sep=(.)\r?$/i.exec(first)?.[1];
  if (told !== undefined) return { delimiter: told, fromLine: 2 };
  const counts = [',', ';', '\t'].map((sign) => ({ sign, count: first.split(sign).length }));
  return {
    delimiter: counts.reduce((best, one) => (one.count > best.count ? one : best)).sign,
    fromLine: 1,
  };
}

/** @throws EarshotError `invalid_catalogue` where no column is the title. */
function checkTitle(header: readonly string[], file: string): void {
  if (header.some((name) => productColumn(name) === 'title')) return;
  const names = productColumns.title.join(', ');
  throw new EarshotError(
    'invalid_catalogue',
    `${file}: of the columns ${header.join(', ').slice(0, 80)} none is the title; call it one of ${names}.`,
  );
}

async function* rest(head: string, pieces: AsyncIterator<string>): AsyncGenerator<string> {
  yield head;
  yield* { [Symbol.asyncIterator]: () => pieces };
}

async function* jsonLineRows(stream: NodeJS.ReadableStream): AsyncGenerator<Row> {
  let line = 0;
  for await (const text of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
    line++;
    if (text.trim() === '') continue;
    try {
      yield toRow(JSON.parse(text.replace(/^\uFEFF/, '')), line);
    } catch (error) {
      yield { line, reason: `not valid JSON: ${(error as Error).message}` };
    }
  }
}

async function* jsonRows(stream: AsyncIterable<string>, file: string): AsyncGenerator<Row> {
  let text = '';
  for await (const piece of stream) text += piece;
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new EarshotError('invalid_catalogue', whyNoJson(file, text, cause as Error), { cause });
  }
  const list = Array.isArray(value) ? value : (value as { products?: unknown })?.products;
  if (!Array.isArray(list)) {
    throw new EarshotError(
      'invalid_catalogue',
      `${file}: give an array of products, or an object with "products".`,
    );
  }
  for (const [index, item] of list.entries()) yield toRow(item, index + 1);
}

/** What is wrong with a file that is no JSON, and what to do about it. */
function whyNoJson(file: string, text: string, { message }: Error): string {
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position === undefined) return `${file} is empty or cut short: ${message}. Export it again.`;
  const line = text.slice(0, Number(position)).split('\n').length;
  const help = /after JSON/.test(message) ? '; one product on each line is a .jsonl file' : '';
  return `${file}:${line}: not valid JSON: ${message}${help}`;
}

function toRow(value: unknown, line: number): Row {
  return isRecord(value) ? { line, value } : { line, reason: 'not an object' };
}
