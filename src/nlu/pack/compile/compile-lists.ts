import { join } from 'node:path';
import { saidFigures } from '../../entities/said-figures.js';
import type { Locale } from '../../locales/index.js';
import { normalWords } from '../../tokenise.js';
import { noSuch } from '../no-such.js';
import type { ListDefinition } from '../schema/pack-schema.js';
import type { SourcePath } from '../source/pack-source.js';
import { readUtf8 } from '../source/read-utf8.js';
import { conditionsOf } from './conditions-of.js';
import type { Spellings } from './spellings.js';
import type { TemplateReader } from './template-reader.js';

/** The value of each way to say one, in normal words with a space between; the first where there are two. */
export type ListValues = ReadonlyMap<string, string>;

/** Every list of a pack, by its name. */
export function compileLists(
  reader: TemplateReader,
  locale: Locale,
  spellings: Spellings,
): Map<string, ListValues> {
  const { lists } = reader.source.definition;
  return new Map(
    Object.keys(lists).map((name) => {
      const values = new Map<string, string>();
      for (const { written, value } of allValues(reader, name)) {
        const words = normalWords(written, locale);
        spellings.note(written);
        if (lists[name].inflect) spellings.note(locale.plural(words.join(' ')));
        for (const said of [words, ...saidFigures(words, locale.numbers)]) {
          const phrase = said.join(' ');
          if (phrase !== '' && !values.has(phrase)) values.set(phrase, value);
        }
      }
      return [name, values];
    }),
  );
}

/**
 * Puts the values of a list in the place of its name, `<light>`, where a pack says what a field is to hold; of a list that
 * is found in the plural as well, that too.
 */
export function nameListValues(
  reader: TemplateReader,
  lists: ReadonlyMap<string, ListValues>,
  locale: Locale,
): void {
  const { definition } = reader.source;
  for (const { when, path } of conditionsOf(definition)) {
    const { is = {} } = when;
    for (const [field, values] of Object.entries(is)) {
      is[field] = values.flatMap((value) => {
        const [, list] = /^[^<]*<(.+)>/.exec(value) ?? [];
        if (list === undefined) return [value];
        const named = lists.get(list);
        if (named === undefined) reader.fault(path, noSuch('list', list, lists.keys()));
        const forms = [...(named?.values() ?? [])].flatMap((one) =>
          definition.lists[list]?.inflect ? [one, locale.plural(one)] : [one],
        );
        return [...new Set(forms)].map((one) => value.replace(`<${list}>`, one));
      });
    }
  }
}

/** One way to say a value. */
export interface ListEntry {
  /** As it is written. */
  written: string;
  value: string;
  /** Where it stands, or its file is named. */
  path: SourcePath;
  /** `file:line` of one in a file of its own. */
  where?: string;
}

/** What a list holds itself, in order. */
export function* ownEntries(reader: TemplateReader, name: string): Generator<ListEntry> {
  const { definition, folder } = reader.source;
  const list = definition.lists[name];
  yield* writtenValues(reader, name, list);
  yield* fileValues(reader, name, list, folder);
}

/** What a list holds itself, then what the lists hold that it takes in. */
function* allValues(
  reader: TemplateReader,
  name: string,
  above: readonly string[] = [],
): Generator<ListEntry> {
  const { definition } = reader.source;
  const list = definition.lists[name];
  yield* ownEntries(reader, name);
  for (const [index, other] of (list.lists ?? []).entries()) {
    const isKnown = definition.lists[other] !== undefined;
    if (isKnown && ![name, ...above].includes(other)) yield* allValues(reader, other, [name, ...above]);
    else
      reader.fault(
        ['lists', name, 'lists', index],
        isKnown ? `"${other}" holds itself` : noSuch('list', other, Object.keys(definition.lists)),
      );
  }
}

function* writtenValues(reader: TemplateReader, name: string, list: ListDefinition): Generator<ListEntry> {
  for (const [index, item] of (list.values ?? []).entries()) {
    const forms = typeof item === 'string' ? [item] : [item.in].flat();
    const out = typeof item === 'string' ? undefined : item.out;
    for (const form of forms) {
      const path = ['lists', name, 'values', index];
      const phrases = reader.expand(form, path);
      for (const written of phrases) yield { written, value: out ?? phrases[0], path };
    }
  }
}

/** Lines of `value | synonym | synonym`, or of `weight | word | word`; `#` begins a comment. */
function* fileValues(
  reader: TemplateReader,
  name: string,
  list: ListDefinition,
  folder: string,
): Generator<ListEntry> {
  for (const [index, file] of (list.files ?? []).entries()) {
    let text: string;
    try {
      text = readUtf8(join(folder, file));
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const why = code === 'ENOENT' ? '' : `: ${message}`;
      reader.fault(['lists', name, 'files', index], `cannot read ${join(folder, file)}${why}`);
      continue;
    }
    reader.listFiles.set(join(folder, file), text);
    for (const [at, line] of text.split('\n').entries()) {
      const content = line.split('#')[0].trim();
      if (content === '') continue;
      const [value, ...synonyms] = content.split('|').map((part) => part.trim());
      const phrases = list.weighed ? synonyms : [value, ...synonyms];
      for (const written of phrases)
        if (written !== '')
          yield {
            written,
            value,
            path: ['lists', name, 'files', index],
            where: `${join(folder, file)}:${at + 1}`,
          };
    }
  }
}
