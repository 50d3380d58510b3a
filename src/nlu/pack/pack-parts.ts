import type { Locale } from '../locales/index.js';
import { slotsOf } from '../template/slot-arcs.js';
import { wordsFrom } from '../template/word-arcs.js';
import { normalWords } from '../tokenise.js';
import type { Entity } from './compile/compile-entities.js';
import type { PackData } from './compile/compile-pack.js';
import type { PackDefinition } from './schema/pack-schema.js';

/** How sentences say several things. */
export interface Joining {
  /** Of such a sentence. */
  intent: string;
  /** What stands between the requests, in normal words, the longest first. */
  words: readonly string[][];
  /** The intents that a request can have. */
  intents: ReadonlySet<string>;
  /** Those that as a statement only give the reason of the next one. */
  reasons: ReadonlySet<string>;
  /** What is told behind requests about different things. */
  slots: Readonly<Record<string, unknown>>;
}

/** How something is asked for another time. */
export interface Deferring {
  /** Of such a request. */
  intent: string;
  /** The intents of what can be done then. */
  intents: ReadonlySet<string>;
  /** Words that may begin such a time. */
  words: ReadonlySet<string>;
  /** Slots that say more of a time that was said before. */
  besides: ReadonlySet<string>;
  /** Intents of what behind such a request is for its time as well. */
  keeps: ReadonlySet<string>;
  /** Pairs of intents of which, about the same thing, only the second is for the time behind both. */
  opposites: readonly (readonly string[])[];
}

/** The parts of a pack's `clauses` that are words. */
type ClausePart = Exclude<keyof NonNullable<PackDefinition['clauses']>, 'talk'>;

/** What stands between clauses, and begins them, and the intents of those that only tell something. */
export type Clauses = Record<ClausePart | 'opening', readonly string[][]> & { talk: ReadonlySet<string> };

/** What the pack has to say of sentences that say several things; undefined where it takes none. */
export function joiningOf({ intents }: PackDefinition, locale: Locale): Joining | undefined {
  for (const [intent, { joins }] of Object.entries(intents)) {
    if (joins === undefined) continue;
    const words = longestFirst(joins.words, locale);
    const { intents: joined, reasons, slots } = joins;
    return { intent, words, intents: new Set(joined), reasons: new Set(reasons), slots };
  }
  return undefined;
}

/** The same of requests for another time. */
export function deferringOf({ intents }: PackDefinition, locale: Locale): Deferring | undefined {
  for (const [intent, { defers }] of Object.entries(intents)) {
    if (defers === undefined) continue;
    const words = new Set(defers.words.flatMap((word) => normalWords(word, locale)));
    const { intents: deferred, besides, keeps, opposites } = defers;
    return {
      intent,
      intents: new Set(deferred),
      words,
      besides: new Set(besides),
      keeps: new Set(keeps),
      opposites,
    };
  }
  return undefined;
}

/** The same of sentences of several clauses. */
export function clausesOf({ clauses }: PackDefinition, locale: Locale): Clauses | undefined {
  if (clauses === undefined) return undefined;
  const { talk, ...words } = clauses;
  const phrases = Object.fromEntries(
    Object.entries(words).map(([part, list]) => [part, longestFirst(list, locale)]),
  ) as Record<ClausePart, string[][]>;
  return { ...phrases, opening: [...phrases.links, ...phrases.joins], talk: new Set(talk) };
}

/** What an order can be about. */
export function itemHeadsOf({ definition, entities }: PackData): Entity[] {
  const isItems = ({ into }: Entity) => into.some((name) => definition.fields[name]?.kind === 'items');
  const heads = new Set([...entities.values()].filter(isItems).flatMap(({ heads }) => heads));
  return [...heads].map((name) => entities.get(name)!);
}

/** What a search can be narrowed to. */
export function filtersOf({ definition: { retrieval }, entities }: PackData): Entity[] {
  const isOfSearch = (name: string) =>
    name === retrieval?.keywords || name.startsWith(`${retrieval?.attributes}.`);
  return [...entities.values()].filter(({ kind, into }) => kind === 'list' && into.some(isOfSearch));
}

/** What a request may begin with that is on a list. */
export function firstValuesOf({ entities, automaton }: PackData): Entity[] {
  const first = new Set(slotsOf(automaton.slots, automaton.start).map(({ entity }) => entities.get(entity)!));
  return [...first].filter(({ kind }) => kind === 'list');
}

/** The same of what a request is about. */
export function topicsOf(data: PackData): Entity[] {
  const isValue = (name: string) => data.definition.fields[name]?.kind === 'value';
  return firstValuesOf(data).filter(({ into }) => into.some(isValue));
}

/** Words behind a name that a request may begin with: "wants" of "Sara wants a tea". */
export function behindNamesOf({ entities, automaton }: PackData): ReadonlySet<string> {
  const names = slotsOf(automaton.slots, automaton.start).filter(
    ({ entity }) => entities.get(entity)!.isName,
  );
  return new Set(names.flatMap(({ to }) => wordsFrom(automaton.words, to)));
}

/** Phrases in normal words: "and then" before "and". */
function longestFirst(phrases: readonly string[], locale: Locale): string[][] {
  return phrases.map((phrase) => normalWords(phrase, locale)).sort((a, b) => b.length - a.length);
}
