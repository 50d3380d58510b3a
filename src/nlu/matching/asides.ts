import type { ResolvedLocale } from '../locales/index.js';
import type { Pack } from '../pack/pack.js';
import { hasApostropheS, startsWith, type Token } from '../tokenise.js';
import { beginsThing, isRefusedBy } from './left-out.js';
import type { AnalysedSentence } from './sentence.js';

/** The fewest and the most words of what is said besides a request, and from its subject to its verb. */
const fewestWords = 3;
const fewestShort = 2;
const mostWords = 14;
/** The same where a word such as "so" tells that it was the reason. */
const mostWordsBefore = 40;
const mostToVerb = 5;
/** The same from the "not" of "do not want you to" to its "to". */
const mostToInfinitive = 3;

/**
 * The places where a request may begin behind a statement that gives its reason and is no part of it: "it is freezing
 * in here, turn the heating up". Only in packs in which a sentence may say several things.
 */
export function asideEnds(sentence: AnalysedSentence): number[] {
  const { pack, tokens, resolved } = sentence;
  const { statements } = resolved.locale;
  if (pack.joining === undefined) return [];
  // "I want you to lock the door" is no reason for what follows, and neither is "I want you to in ten minutes"
  const asked = Math.max(0, ...sentence.fillerEnds(0));
  if (asksToDo(sentence, 0) || (asked > 1 && pack.deferring?.words.has(tokens[asked]?.norm))) return [];
  const ends: number[] = [];
  // the request that "so" opens is no part of the reason: "I am leaving so turn off the lights, lock the door"
  let isGiven = false;
  for (let at = fewestShort; at < Math.min(tokens.length, mostWordsBefore); at++) {
    const { norm } = tokens[at];
    const isReason = statements.therefore.includes(tokens[at - 1].norm);
    if (!isReason && (isGiven || at > mostWords)) continue;
    if (!pack.begins(norm) && !pack.fillers.has(norm)) continue;
    if (isOfWhatFollows(tokens[at - 1].norm, sentence) || isInVerb(sentence, at)) continue;
    if (isRefusedBy(sentence, at) || (!isReason && saysOfDeed(sentence, at))) continue;
    if (!isStatement(sentence, 0, isReason ? at - 1 : at, isReason)) continue;
    ends.push(at);
    // "the room is so dark" gives none yet
    isGiven ||= isReason && !statements.being.includes(tokens[at - 2].norm);
  }
  return ends;
}

/** Whether words from a place on ask for what follows them, and tell nothing: "I need you to". */
function asksToDo(sentence: AnalysedSentence, start: number): boolean {
  const { infinitive } = sentence.resolved.locale.statements;
  return sentence
    .fillerEnds(start)
    .some((end) => end > start + 1 && infinitive.includes(sentence.tokens[end - 1].norm));
}

/** Whether a word belongs to what stands behind it, as the "no" of "no cream" and the "have" of "i do not have a fever". */
function isOfWhatFollows(norm: string, { pack, resolved }: AnalysedSentence): boolean {
  const { asking, statements } = resolved.locale;
  const going = [asking.joining, statements.wishes, statements.having];
  return (
    pack.negations.has(norm) ||
    pack.isNo(norm) ||
    opensNoun(norm, resolved) ||
    going.some((words) => words.includes(norm))
  );
}

/** Whether a place is in the midst of a verb: "he is | turning | on the light", "it is too early to | open the window". */
function isInVerb({ tokens, resolved, pack }: AnalysedSentence, at: number): boolean {
  const { being, infinitive } = resolved.locale.statements;
  const [before, norm] = [tokens[at - 2]?.norm, tokens[at - 1].norm];
  if (infinitive.includes(norm)) return true;
  if (being.includes(norm)) return pack.locale.bases(tokens[at].norm).length > 0;
  return being.includes(before) && opensDeed(pack, tokens.slice(at - 1));
}

/**
 * Whether the words before a place say that a request is not made, or somebody does not do it: "I don't want to turn | on
 * the lamp", "I'm not opening | the door". Where such a request ends nobody can tell, so none begins behind it.
 */
function saysOfDeed({ pack, tokens, resolved }: AnalysedSentence, end: number): boolean {
  const { infinitive, wishes } = resolved.locale.statements;
  const not = tokens.findIndex(({ norm }) => pack.negations.has(norm));
  if (not < 0 || not >= end) return false;
  // "not to", "not want to", "not want you to"
  const to = tokens
    .slice(not + 1, not + 1 + mostToInfinitive)
    .findIndex(({ norm }) => infinitive.includes(norm));
  const deed = not + 1 + (to + 1);
  return deed <= end && !wishes.includes(tokens[deed].norm) && opensDeed(pack, tokens.slice(deed));
}

/** Whether words open a request, in whatever form its verb is: "turn on", "opening the". */
function opensDeed(pack: Pack, [verb, next]: readonly Token[]): boolean {
  if (verb === undefined || next === undefined) return false;
  const forms = [verb.norm, ...pack.locale.bases(verb.norm)];
  return forms.some((form) => pack.beginsWithBoth(form, next.norm));
}

/** Where a word ends that joins a sentence to the one before it: "and dim the lights". */
export function joinEnds({ pack, tokens }: AnalysedSentence): number[] {
  const words = pack.joining?.words ?? pack.clauses?.opening ?? [];
  const joins = words.filter((words) => startsWith(tokens, 0, words));
  return joins.map(({ length }) => length).filter((end) => end < tokens.length);
}

/** Whether all that follows from a place on is such a statement, "lock up, I am off to bed", or says what for. */
export function isAsideFrom(sentence: AnalysedSentence, at: number): boolean {
  const { pack, tokens } = sentence;
  if (pack.joining === undefined) return false;
  return isStatement(sentence, at, tokens.length) || isPurpose(sentence, at);
}

/** Whether a word says that what follows is the reason: "because", "so". */
export function isReasonFrom({ tokens, resolved }: AnalysedSentence, at: number): boolean {
  const { because, therefore } = resolved.locale.statements;
  return [...because, ...therefore].includes(tokens[at].norm);
}

/** Whether a noun follows a word: "the", "my", "a". */
export function opensNoun(norm: string, { locale: { statements, asking } }: ResolvedLocale): boolean {
  return statements.determiners.includes(norm) || asking.articles.includes(norm);
}

/** Whether a sentence ends in what it is asked for: "so I can read", "because the kids want to sleep". */
function isPurpose(sentence: AnalysedSentence, at: number): boolean {
  const { tokens, resolved } = sentence;
  const { statements } = resolved.locale;
  if (tokens.length - at > mostWords) return false;
  if (!isReasonFrom(sentence, at)) return false;
  const { surely, therefore, pronouns, that } = statements;
  if (surely.includes(tokens[at].norm) && tokens.length - at >= 3) return true;
  const subject = that.includes(tokens[at + 1]?.norm) ? at + 2 : at + 1;
  const norm = tokens[subject]?.norm;
  const isPronoun = pronouns.includes(norm);
  // "so an iced mocha" is what is asked for
  const isTherefore = therefore.includes(tokens[at].norm);
  const isNoun = isTherefore ? statements.determiners.includes(norm) : opensNoun(norm, resolved);
  if (!isPronoun && !isNoun) return false;
  return tokens.length - subject >= (isPronoun ? 2 : 3);
}

/** Whether a word behind "can not" is whom a question is about. */
function questionsAbout({ norm }: Token, { locale: { statements, questions } }: ResolvedLocale): boolean {
  return [statements.pronouns, questions.subjects].some((words) => words.includes(norm));
}

/** Whether a word makes those before a request a tale: "she set an alarm for six", "the soup is too hot". */
export function isTold({ pack, tokens, resolved }: AnalysedSentence, at: number): boolean {
  const { norm } = tokens[at];
  if (pack.tellings.has(norm)) return true;
  const { statements } = resolved.locale;
  if (at === 0 || !statements.being.includes(norm)) return false;
  // "how is", "are you" ask
  const before = tokens[at - 1].norm;
  return statements.pronouns.includes(before) || !pack.functionWords.has(before);
}

/** Where a tale that goes on at a word ends, if something else follows: behind "but" and "so", as in "so turn it up". */
export function taleEnd({ tokens, resolved }: AnalysedSentence, at: number): number {
  const { therefore, however } = resolved.locale.statements;
  return tokens.findIndex(({ norm }, end) => end > at && [...therefore, ...however].includes(norm)) + 1;
}

/**
 * Whether words say how something is, and ask for nothing.
 *
 * @param isReason A word such as "so" behind them tells that they do, whatever their verb is.
 */
export function isStatement(
  sentence: AnalysedSentence,
  start: number,
  end: number,
  isReason = false,
): boolean {
  const { pack, tokens, resolved } = sentence;
  const { statements, hesitations, questions } = resolved.locale;
  // an apostrophe or a "not" says how something is only in a language that has verbs for it
  if (statements.verbs.length === 0 || questions.words.includes(tokens[start - 1]?.norm)) return false;
  if (asksToDo(sentence, start)) return false;
  const joins = pack.joining?.words.filter(({ length }) => length === 1).map(([word]) => word) ?? [];
  const opening = [...statements.because, ...statements.therefore, ...hesitations, ...joins];
  let subject = start;
  const isFiller = (norm: string) =>
    pack.fillers.get(norm)?.some(({ length }) => length === 1) && !statements.pronouns.includes(norm);
  const opens = ({ norm }: Token) => opening.includes(norm) || pack.isNo(norm) || isFiller(norm);
  while (subject < end && opens(tokens[subject])) subject++;
  const length = end - subject;
  if (length > (isReason ? mostWordsBefore : mostWords)) return false;
  // "too loud", "way too dark", "still too cold in here": whatever it is, it is said of it
  let finding = subject;
  while (finding < end && statements.degrees.includes(tokens[finding].norm)) finding++;
  if (end - finding >= fewestShort && statements.tooMuch.includes(tokens[finding].norm)) return true;
  // "rain's coming"
  if (length >= fewestShort && hasApostropheS(tokens[subject])) return true;
  if (length < fewestWords) return false;
  const { norm } = tokens[subject];
  // "can not find the remote", but not "can not you"
  if (statements.abilities.includes(norm) && pack.negations.has(tokens[subject + 1].norm))
    return !questionsAbout(tokens[subject + 2], resolved);
  const isPronoun = statements.pronouns.includes(norm);
  if (!isPronoun && !opensNoun(norm, resolved))
    return statements.being.includes(tokens[subject + 1]?.norm) && !pack.functionWords.has(norm);
  // "since i can not have dairy": a reason, whatever is done
  if (isReason || (isPronoun && statements.because.includes(tokens[subject - 1]?.norm))) return true;
  const words = tokens.slice(subject + 1, Math.min(end - 1, subject + mostToVerb));
  // "the baby's asleep"
  if (!isPronoun && words.some(hasApostropheS)) return true;
  // "I can not sleep", but not "I never liked" before what was not liked
  const isAboutThing = end < tokens.length && beginsThing(sentence, end);
  if (!isAboutThing && words.some((token) => pack.negations.has(token.norm))) return true;
  // a noun stands between an article and the verb
  return words.slice(isPronoun ? 0 : 1).some((token) => statements.verbs.includes(token.norm));
}
