import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locale } from '../locales/index.js';
import { normalWords } from '../tokenise.js';
import type { ListDefinition } from './pack-schema.js';
import type { TemplateReader } from './template-reader.js';

/** The value of each way to say one, in normal words with a space between; the first where there are two. */
export type ListValues = ReadonlyMap<string, string>;

/** Every list of a pack, by its name. */
export function compileLists(reader: TemplateReader, locale: Locale): Map<string, ListValues> {
  const { definition, folder } = reader.source;
  return new Map(
    Object.entries(definition.lists).map(([name, list]) => {
      const values = new Map<string, string>();
      const said = [...writtenValues(reader, name, list), ...fileValues(reader, name, list, folder)];
      for (const [written, value] of said) {
        const phrase = normalWords(written, locale).join(' ');
        if (phrase !== '' && !values.has(phrase)) values.set(phrase, value);
      }
      return [name, values];
    }),
  );
}

function* writtenValues(
  reader: TemplateReader,
  name: string,
  list: ListDefinition,
): Generator<[string, string]> {
  for (const [index, item] of (list.values ?? []).entries()) {
    const forms = typeof item === 'string' ? [item] : [item.in].flat();
    const out = typeof item === 'string' ? undefined : item.out;
    for (const form of forms) {
      const phrases = reader.expand(form, ['lists', name, 'values', index]);
      for (const phrase of phrases) yield [phrase, out ?? phrases[0]];
    }
  }
}

/** Lines of `value | synonym | synonym`, or of `weight | word | word`; `#` begins a comment. */
function* fileValues(
  reader: TemplateReader,
  name: string,
  list: ListDefinition,
  folder: string,
): Generator<[string, string]> {
  for (const [index, file] of (list.files ?? []).entries()) {
    let text: string;
    try {
      text = readFileSync(join(folder, file), 'utf8');
    } catch {
      reader.fault(['lists', name, 'files', index], `cannot read ${join(folder, file)}`);
      continue;
    }
    reader.listFiles.set(join(folder, file), text);
    for (const line of text.split('\n')) {
      const content = line.split('#')[0].trim();
      if (content === '') continue;
      const [value, ...synonyms] = content.split('|').map((part) => part.trim());
      const phrases = list.weighed ? synonyms : [value, ...synonyms];
      for (const phrase of phrases) if (phrase !== '') yield [phrase, value];
    }
  }
}
