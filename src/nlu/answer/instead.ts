import type { ResolvedLocale } from '../locales/index.js';
import type { AnalysedSentence } from '../matching/sentence.js';
import type { Pack } from '../pack/pack.js';
import type { Interpretation } from './answer.js';
import { isVerb } from './goes-on.js';

/** Whether what was said is not to be done. */
export function isRefusal(read: Interpretation): boolean {
  return refusesThing(read) || read.parses[0].captures.some(({ name }) => name === 'undone');
}

/** Whether it is said with what, and not in words that may be any: "don't open the window". */
export function refusesThing({ parses: [{ sentence }] }: Interpretation): boolean {
  return 'undone' in sentence.slots;
}

/** Whether a word joins a request to what is not to be done, and to nothing else: "don't pause it, just mute it". */
export function joinsInstead({ joining }: Pack, { tokens, resolved }: AnalysedSentence, at: number): boolean {
  const { norm } = tokens[at];
  const { instead = [] } = resolved.locale.statements ?? {};
  return instead.includes(norm) && !joining?.words.some(([first]) => first === norm);
}

/** Whether a word sets a request against what is not to be done before it: "but", "just". */
export function contrasts(word: string | undefined, { locale }: ResolvedLocale): boolean {
  const { however = [], instead = [] } = locale.statements ?? {};
  return word !== undefined && [...however, ...instead].includes(word);
}

/** Whether another request may begin behind what is not to be done. */
export function saysInstead(pack: Pack, read: Interpretation): boolean {
  const { sentence } = read;
  const { tokens, resolved } = sentence;
  const mayBegin = (at: number) =>
    joinsInstead(pack, sentence, at - 1) && isVerb(pack, tokens[at].norm, resolved.locale);
  return isRefusal(read) && (opensInstead(sentence) || tokens.some((_, at) => at > 1 && mayBegin(at)));
}

/** Whether what is not to be done comes first, and what is wanted instead follows: "rather than opening the window". */
export function opensInstead({ tokens: [first], resolved }: AnalysedSentence): boolean {
  return resolved.locale.statements?.instead?.includes(first.norm) ?? false;
}
