import type { Interpretation } from '../answer/setting.js';
import type { ResolvedLocale } from '../locales/index.js';
import type { AnalysedSentence } from '../matching/sentence.js';
import { isVerbAt } from './goes-on.js';

/** Whether what was said is not to be done. */
export function isRefusal(read: Interpretation): boolean {
  return refusesThing(read) || read.parses[0].captures.some(({ name }) => name === 'undone');
}

/** Whether it is said with what, and not in words that may be any: "don't open the window". */
export function refusesThing({ parses: [{ sentence }] }: Interpretation): boolean {
  return 'undone' in sentence.slots;
}

/** Whether a word joins a request to what is not to be done, and to nothing else: "don't pause it, just mute it". */
export function joinsInstead({ pack, tokens, resolved }: AnalysedSentence, at: number): boolean {
  const { norm } = tokens[at];
  const { instead } = resolved.locale.statements;
  return instead.includes(norm) && !pack.joining?.words.some(([first]) => first === norm);
}

/** Whether a word sets a request against what is not to be done before it: "but", "just". */
export function contrasts(word: string | undefined, { locale }: ResolvedLocale): boolean {
  const { however, instead } = locale.statements;
  return word !== undefined && [...however, ...instead].includes(word);
}

/** Whether another request may begin behind what is not to be done. */
export function saysInstead(read: Interpretation): boolean {
  const { sentence } = read;
  const mayBegin = (at: number) => joinsInstead(sentence, at - 1) && isVerbAt(sentence, at);
  return (
    isRefusal(read) && (opensInstead(sentence) || sentence.tokens.some((_, at) => at > 1 && mayBegin(at)))
  );
}

/** Whether what is not to be done comes first, and what is wanted instead follows: "rather than opening the window". */
export function opensInstead({ tokens: [first], resolved }: AnalysedSentence): boolean {
  return resolved.locale.statements.instead.includes(first.norm);
}
