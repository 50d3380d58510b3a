import type { ResolvedLocale } from '../locales/index.js';
import { startsWith, type Token } from '../tokenise.js';
import type { AnalysedSentence } from './sentence.js';

/** Where a clause may begin behind a place of a sentence, for each that it may be. */
interface ClauseStarts {
  /** Behind a word that joins it to the one before. */
  joined: number[];
  /** One that asks for something. */
  asks: number[];
  /** One that only tells something. */
  tells: number[];
}

/** Where a clause may begin whose joining word, or first word, stands at a place. Only for packs with `clauses`. */
export function clauseStarts(sentence: AnalysedSentence, at: number): ClauseStarts {
  const { pack, tokens } = sentence;
  const { joins, links, asks, tells } = pack.clauses!;
  const behind = (phrases: readonly (readonly string[])[]) =>
    phrases.filter((words) => startsWith(tokens, at, words)).map(({ length }) => at + length);
  const joined = behind(joins);
  // no link stands behind a word that something must follow, but "more" need not go on: "show me more and add it"
  const own = [...(goesOn(sentence, at) ? [] : [at]), ...behind(links)];
  const starting = (phrases: readonly (readonly string[])[]) =>
    own.filter((start) => beginsWith(tokens, start, phrases));
  const telling = starting(tells).filter((start) => mayTell(sentence, start));
  return { joined, asks: [...joined, ...starting(asks)], tells: [...joined, ...telling] };
}

/** Whether one of these phrases stands at a place. */
export function beginsWith(
  tokens: readonly Token[],
  at: number,
  phrases: readonly (readonly string[])[],
): boolean {
  return phrases.some((words) => startsWith(tokens, at, words));
}

/** Whether no clause ends before a word: "a case for | my", "to keep | my coffee hot", "gloves | I can use with". */
function goesOn({ pack, tokens, resolved }: AnalysedSentence, at: number): boolean {
  const { infinitive, subjects } = resolved.locale.statements;
  const isObject = infinitive.includes(tokens[at - 2]?.norm) && !subjects.includes(tokens[at].norm);
  return leavesOpen(tokens[at - 1], resolved) || isObject || pack.joinsAt(tokens, at);
}

/** Whether a clause that tells something may begin where nothing joins it: not "| I can wear", nor "| my old phone". */
function mayTell({ pack, tokens, resolved }: AnalysedSentence, at: number): boolean {
  const { determiners, abilities, verbs } = resolved.locale.statements;
  const norm = (place: number) => tokens[place]?.norm ?? '';
  if (abilities.includes(norm(at + 1)) && !pack.negations.has(norm(at + 2))) return false;
  if (!determiners.includes(norm(at))) return true;
  const isInflected = (place: number) => pack.locale.stem(norm(place)) !== norm(place);
  const isPlural = isInflected(at + 1) && resolved.locale.openWords.includes(norm(at + 2));
  const isShort = /['’]/.test(tokens[at + 1]?.text ?? '');
  return (
    isInflected(at + 2) || isPlural || isShort || verbs.includes(norm(at + 2)) || verbs.includes(norm(at + 3))
  );
}

/** Whether something must follow a word: "a case for", "I don't want". */
export function leavesOpen({ norm }: Token, { locale }: ResolvedLocale): boolean {
  const { openWords, continuations, statements } = locale;
  return continuations.includes(norm) || (openWords.includes(norm) && !statements.pronouns.includes(norm));
}

/** Whether a clause begins with what it is about: "we get a lot of rain". */
export function hasSubject(
  tokens: readonly Token[],
  opening: readonly (readonly string[])[],
  { locale }: ResolvedLocale,
): boolean {
  const { pronouns, determiners } = locale.statements;
  const isOpening = (norm: string) =>
    locale.hesitations.includes(norm) || opening.some((words) => words.length === 1 && words[0] === norm);
  const first = tokens.find(({ norm }) => !isOpening(norm));
  return first !== undefined && [...pronouns, ...determiners].includes(first.norm);
}
