import type { Locale } from '../locales/locale.js';
import type { Entity } from '../pack/compile/compile-entities.js';
import { startsWith, type Token } from '../tokenise.js';
import { opensNoun } from './asides.js';
import { beginsThing } from './left-out.js';
import type { AnalysedSentence } from './sentence.js';

/** Kinds of values that any words can be, or that are made of others. */
const anything: ReadonlySet<Entity['kind']> = new Set(['text', 'spelled', 'code', 'phrase']);

/** The most words that a thing's name has, without "of the". */
const mostWords = 4;

/**
 * The words that name a thing which is on no list, in a sentence that says nothing else but how it is asked for: "can I
 * get a bacon roll", "rooibos sounds nice". Undefined where the sentence tells or asks something.
 */
export function strangerAlone(sentence: AnalysedSentence): string | undefined {
  const { pack, tokens, resolved } = sentence;
  const { asking, courtesies, statements, questions, openWords, numbers } = resolved.locale;
  if (!tellsHowAsked(resolved.locale)) return undefined;
  const isAll = (words: readonly string[]) => words.length === tokens.length && startsWith(tokens, 0, words);
  if (courtesies.alone.some(isAll)) return undefined;
  const known = pack.automaton.words.numbers;
  const fillers = new Set<number>();
  for (let at = 0; at < tokens.length; at++)
    for (const end of sentence.fillerEnds(at)) for (let word = at; word < end; word++) fillers.add(word);
  /** Words of talk, and those that the templates of the pack name: they ask for it. */
  const isTalk = (at: number) => {
    const { norm } = tokens[at];
    const isSaid = pack.functionWords.has(norm) || openWords.includes(norm) || known.has(norm);
    return isSaid || fillers.has(at);
  };
  const others = new Set([...pack.negations, ...pack.tellings, ...questions.words, ...statements.being]);
  const isOther = ({ norm }: Token, at: number) =>
    (others.has(norm) && !fillers.has(at)) || beginsThing(sentence, at);
  if (tokens.some(isOther)) return undefined;
  const strange = [...tokens.keys()].filter((at) => !isTalk(at));
  const [start = -1] = strange;
  const end = (strange.at(-1) ?? -1) + 1;
  // "spiced apple cider" and "lord of the flies" are one thing each, but not "spell it with an e"
  const isOfAt = (at: number) => numbers.of.includes(tokens[at].norm);
  const isJoint = (at: number) =>
    at > start && (isOfAt(at) || (isOfAt(at - 1) && opensNoun(tokens[at].norm, resolved)));
  const name = [...tokens.keys()].slice(Math.max(0, start), end).filter((at) => !isJoint(at));
  const isOpen = (at: number) =>
    pack.functionWords.has(tokens[at].norm) || openWords.includes(tokens[at].norm);
  if (name.length === 0 || name.length > mostWords || name.some(isOpen)) return undefined;
  // "can you spell that" and "picking up an order" name what is done with something; but "crisps with that" asks for some
  const isOf = ({ norm }: Token) => opensNoun(norm, resolved) || statements.pronouns.includes(norm);
  const isBeside = asking.joining.includes(tokens[end]?.norm);
  if (!isBeside && tokens.slice(end, end + 2).some(isOf)) return undefined;
  if (asking.before.includes(tokens[start - 1]?.norm)) return undefined;
  // "for the bus" is nothing that somebody drinks, "a glass of wine" is
  const before = tokens.slice(0, start).findLast(({ norm }) => !opensNoun(norm, resolved))?.norm ?? '';
  const isAside = asking.aside.includes(before) && !numbers.of.includes(before);
  return isAside || isValue(sentence, start, end) ? undefined : sentence.text(start, end);
}

/** Whether a language has words before a thing that is asked for; without any, none is told from what else is said. */
export function tellsHowAsked({ asking: { articles, joining } }: Locale): boolean {
  return articles.length > 0 || joining.length > 0;
}

/** Whether words are a value that the pack knows, such as a day: it was not understood what was wanted with it. */
function isValue(sentence: AnalysedSentence, start: number, end: number): boolean {
  return [...sentence.pack.entities.values()].some(
    (entity) =>
      !anything.has(entity.kind) &&
      sentence.mentions(entity, start).some((mention) => mention.end === end && mention.cost === 0),
  );
}
