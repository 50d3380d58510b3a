import { shareEqual } from '../../../memory/share-equal.js';
import { waysToSay } from '../../entities/said-figures.js';
import { builtInLocales, type LanguageData, resolveLocale } from '../../locales/index.js';
import type { Automaton } from '../../template/automaton.js';
import { normalWords } from '../../tokenise.js';
import type { PackDefinition } from '../schema/pack-schema.js';
import { turnsOf } from '../schema/test-schema.js';
import { invalidPack, type PackFiles, PackSource } from '../source/pack-source.js';
import { checkConditions } from './check-conditions.js';
import { checkReferences } from './check-references.js';
import { compileEntities, type Entity } from './compile-entities.js';
import { compileLists, type ListValues, nameListValues } from './compile-lists.js';
import { compileSentences, type Sentence } from './compile-sentences.js';
import { type ReachableConditions, reachableConditions } from './reachable-conditions.js';
import { Spellings } from './spellings.js';
import { TemplateReader } from './template-reader.js';

/** All that the files of a pack say, compiled: data alone, so that it can be kept. */
export interface PackData {
  definition: PackDefinition;
  folder: string;
  /** The YAML files. */
  files: readonly string[];
  /** Text of the files that lists were read from, by path. */
  listFiles: ReadonlyMap<string, string>;
  lists: ReadonlyMap<string, ListValues>;
  entities: ReadonlyMap<string, Entity>;
  sentences: readonly Sentence[];
  automaton: Automaton;
  reachable: ReachableConditions;
  /** What is said between a value and the one that it is corrected by, in normal words. */
  instead: readonly (readonly string[])[];
  /** What is said before a value that is not wanted. */
  except: readonly (readonly string[])[];
  /** What people say to the pack, in words: what its tests say and have an intent for; left out is what is written otherwise than said. */
  examples: readonly (readonly string[])[];
  /** How words are written that stand in the files with an apostrophe: see {@link Spellings}. */
  spellings: ReadonlyMap<string, readonly string[]>;
}

/**
 * Compiles what the files of a pack say.
 *
 * @param languages Languages besides the built-in ones.
 * @throws EarshotError `invalid_pack`, with file and line of every fault.
 */
export function compilePack(packFiles: PackFiles, languages: readonly LanguageData[] = []): PackData {
  const source = new PackSource(packFiles);
  const { folder, files } = source;
  const known = [...languages, ...builtInLocales];
  const { locales } = source.definition;
  const tags = known.map(({ language }) => language).join(', ');
  const missing = locales.flatMap((tag, index) =>
    resolveLocale(tag, known) === undefined
      ? [`${source.locate(['locales', index])}: there is no language data for "${tag}"; there is: ${tags}`]
      : [],
  );
  if (missing.length > 0) throw invalidPack(missing);
  const { locale } = resolveLocale(locales[0], known)!;
  const spellings = new Spellings(locale);
  const normalise = (text: string) => {
    spellings.note(text);
    return normalWords(text, locale);
  };
  const wording = { normalise, waysToSay: (word: string) => waysToSay(word, locale.numbers) };
  const reader = new TemplateReader(source);
  const fillers = source.definition.fillers.flatMap((text, index) => reader.expand(text, ['fillers', index]));
  const definition = { ...source.definition, fillers };
  const lists = compileLists(reader, locale, spellings);
  nameListValues(reader, lists, locale);
  const listIds = new Map([...lists.keys()].map((name, id) => [name, id]));
  checkReferences(reader, locale);
  const instead = locale.corrections.instead.map(normalise);
  const except = locale.corrections.except.map(normalise);
  const entities = compileEntities(reader, listIds, wording, [...instead, ...except]);
  const { sentences, automaton } = compileSentences(reader, entities, wording);
  checkConditions(reader);
  if (reader.problems.length > 0) throw invalidPack(reader.problems);
  const { listFiles } = reader;
  return shareEqual({
    definition,
    folder,
    files,
    listFiles,
    lists,
    entities,
    sentences,
    automaton,
    reachable: reachableConditions(automaton, sentences),
    instead,
    except,
    examples: examplesOf(definition),
    spellings: spellings.ways(),
  });
}

function examplesOf({ tests }: PackDefinition): string[][] {
  // What a pack has no intent for is other speech, which the general model knows.
  const requests = turnsOf(tests).filter(({ intent }) => intent !== 'none');
  const spoken = requests.map(({ say }) =>
    say
      .toLowerCase()
      .split(/[\s.,;:!?]+/)
      .filter(Boolean),
  );
  return spoken.filter((words) => words.length > 0 && words.every((word) => /^[a-z][a-z']*$/.test(word)));
}
