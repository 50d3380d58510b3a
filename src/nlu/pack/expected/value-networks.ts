import type { EntityWords, SaidPhrase } from './entity-words.js';
import type { GrammarGraph } from './grammar-graph.js';

/** Of one more word of a value whose words come in a row: a number, an amount, a time, a code. */
export const further = 2.6;
/** Of a code's going on with a figure behind a letter, and the other way round. */
const otherRun = -3;

/** Adds letters and figures in runs of each. */
export function addRuns(
  graph: GrammarGraph,
  from: number,
  to: number,
  runs: readonly (readonly SaidPhrase[])[],
): void {
  const begins = runs.map(() => graph.state());
  for (const [i, begin] of begins.entries()) {
    const end = graph.state();
    graph.arc(from, begin, null);
    graph.tree(begin, end, runs[i]);
    graph.arc(end, to, null);
    for (const next of begins) graph.arc(end, next, null, further + (next === begin ? 0 : otherRun));
  }
}

/** Adds words of a value in a row: behind an article what it fits, behind "and" a word or an article and one. */
export function addRow(
  graph: GrammarGraph,
  from: number,
  to: number,
  phrases: readonly SaidPhrase[],
  { articled, joins, opening }: NonNullable<EntityWords['row']>,
): void {
  const isAlone = ({ words: [word, ...more] }: SaidPhrase) =>
    more.length === 0 && (articled.has(word) || joins.includes(word));
  const others = phrases.filter((phrase) => !isAlone(phrase));
  const [goesOn, behindJoin] = [graph.state(), graph.state()];
  const places = [from, goesOn, behindJoin];
  const behind = new Map([...articled.keys()].map((article) => [article, graph.state()]));
  for (const [article, state] of behind) for (const place of places) graph.arc(place, state, article);
  // words that fit behind the same articles are called as one
  for (const [articles, alike] of groupedBy(others, (phrase) => articlesOf(phrase, articled))) {
    const enter = graph.network(alike);
    const before = articles.split(' ').flatMap((article) => behind.get(article) ?? []);
    for (const place of [...places, ...before]) graph.call(place, to, enter, Math.log(alike.length));
  }
  for (const word of new Set(phrases.filter(isAlone).map(({ words }) => words[0]))) {
    if (joins.includes(word)) graph.arc(goesOn, behindJoin, word);
    if (opening.includes(word)) graph.arc(from, behindJoin, word);
  }
  graph.arc(to, goesOn, null, further);
}

/** The articles that a phrase may stand behind. */
function articlesOf({ words }: SaidPhrase, articled: ReadonlyMap<string, ReadonlySet<string>>): string {
  return [...articled.keys()].filter((article) => articled.get(article)!.has(words[0])).join(' ');
}

function groupedBy<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}
