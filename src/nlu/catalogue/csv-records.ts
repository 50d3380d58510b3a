/** One record of a CSV file and the line it began on, counted from 1. */
export interface CsvRecord {
  line: number;
  fields: string[];
}

/**
 * Reads CSV as RFC 4180 has it, piece by piece: quoted fields may hold separators, line ends and doubled quotes. The
 * separator (comma, semicolon or tab) is the one that occurs most in the first line.
 */
export async function* csvRecords(pieces: AsyncIterable<string>): AsyncGenerator<CsvRecord> {
  let fields: string[] = [];
  let field = '';
  let isQuoted = false;
  let wasQuote = false;
  let line = 1;
  let startLine = 1;
  let separator: string | undefined;
  let head = '';
  const end = (): CsvRecord | undefined => {
    fields.push(field);
    const record = { line: startLine, fields };
    fields = [];
    field = '';
    startLine = line;
    return record.fields.length === 1 && record.fields[0].trim() === '' ? undefined : record;
  };
  for await (const piece of pieces) {
    let text = piece;
    if (separator === undefined) {
      head += piece;
      if (!head.includes('\n') && head.length < 65_536) continue;
      text = head.replace(/^\uFEFF/, '');
      separator = mostFrequentSeparator(text.slice(0, text.indexOf('\n') + 1 || text.length));
    }
    for (const character of text) {
      if (wasQuote) {
        wasQuote = false;
        if (character === '"') {
          field += '"';
          continue;
        }
        isQuoted = false;
      }
      if (isQuoted) {
        if (character === '"') wasQuote = true;
        else field += character;
        if (character === '\n') line++;
        continue;
      }
      if (character === '"' && field === '') isQuoted = true;
      else if (character === separator) {
        fields.push(field);
        field = '';
      } else if (character === '\n') {
        line++;
        const record = end();
        if (record !== undefined) yield record;
      } else if (character !== '\r') field += character;
    }
  }
  if (separator === undefined && head !== '') {
    separator = mostFrequentSeparator(head);
    yield { line: 1, fields: head.replace(/^\uFEFF/, '').split(separator) };
    return;
  }
  if (field !== '' || fields.length > 0) {
    const record = end();
    if (record !== undefined) yield record;
  }
}

function mostFrequentSeparator(line: string): string {
  const counts = [',', ';', '\t'].map((separator) => [separator, line.split(separator).length] as const);
  return counts.sort((a, b) => b[1] - a[1])[0][0];
}
