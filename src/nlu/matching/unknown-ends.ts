import type { Entity } from '../pack/compile/compile-entities.js';
import { opensNoun } from './asides.js';
import type { AnalysedSentence } from './sentence.js';

/** The most words that may stand in the place of an unknown value. */
const maxUnknownWords = 4;

/** Kinds of values that are no part of a name. */
const times: ReadonlySet<Entity['kind']> = new Set(['date', 'time', 'duration']);
const named: ReadonlySet<Entity['kind']> = new Set([
  ...times,
  'list',
  'number',
  'money',
  'quantity',
  'pattern',
]);

/** Where words end that may be a value which is on no list, from a word on. */
export function unknownEnds(sentence: AnalysedSentence, entity: Entity, at: number): number[] {
  const { pack, tokens, resolved } = sentence;
  const { statements, asking } = resolved.locale;
  // "send ten dollars to anna and ben" does not say how often
  if (asking.joining.includes(tokens[at].norm)) return [];
  const ends: number[] = [];
  let isName = false;
  for (let end = at + 1; end <= Math.min(tokens.length, at + maxUnknownWords); end++) {
    const { norm } = tokens[end - 1];
    // "my oven was on for an hour" names nothing up to its verb, "the curtains because it is dark" up to the reason
    if (statements.verbs.includes(norm) || statements.because.includes(norm)) break;
    // and "york not via leeds" none that holds the "not"
    if (pack.negations.has(norm)) break;
    const isBehindKnown = sentence.mentions(entity, at).some((one) => one.end === end - 1 && one.cost === 0);
    if (isBehindKnown && beginsAnother(sentence, end - 1)) break;
    // "brighter in here" names no room, "riverside by" no other place than "riverside"
    isName ||= !pack.functionWords.has(norm);
    const isOpen = opensNoun(norm, resolved) || (isBehindKnown && isPreposition(sentence, end - 1));
    if (isName && !isOpen) ends.push(end);
  }
  return ends;
}

/**
 * Whether something else than the rest of a name begins behind a value that is known: "yoga tomorrow" and "riverside by
 * friday" name nothing that nobody knows, but "newcastle under lyme" does.
 */
function beginsAnother(sentence: AnalysedSentence, at: number): boolean {
  const { pack, tokens } = sentence;
  const entities = [...pack.entities.values()];
  const isSaid = (place: number, kinds: ReadonlySet<Entity['kind']>) =>
    entities.some(
      (other) => kinds.has(other.kind) && sentence.mentions(other, place).some(({ cost }) => cost === 0),
    );
  if (isSaid(at, times)) return true;
  if (!isPreposition(sentence, at) || at + 1 >= tokens.length) return false;
  return isSaid(at + 1, named) || pack.automaton.words.numbers.has(tokens[at + 1].norm);
}

function isPreposition({ tokens, resolved }: AnalysedSentence, at: number): boolean {
  return resolved.locale.prepositions.includes(tokens[at].norm);
}
