import { isNumberWord } from '../entities/number.js';
import type { ResolvedLocale } from '../locales/index.js';
import type { Parse } from '../matching/matcher.js';
import type { AnalysedSentence } from '../matching/sentence.js';
import type { Completeness } from '../understanding.js';

/**
 * Share of the best possible score from which a sentence counts as understood to the last word. With 0.6 one pause in
 * ten inside sentences of books came after what seemed a request for a product.
 */
const completeQuality = 0.9;

/** Whether a sentence was understood to the last word. */
export function isUnderstood(parse: Parse | undefined): parse is Parse {
  return isReadToTheEnd(parse) && parse.sentence.intent !== 'none';
}

/** Whether nothing of a sentence was left out; the pack may have no answer to it. */
export function isReadToTheEnd(parse: Parse | undefined): parse is Parse {
  return parse !== undefined && parse.unmatched.length === 0 && parse.quality >= completeQuality;
}

/**
 * Whether words that were heard so far are a whole request. Word for word what a template ends with is complete, even
 * if it is a preposition ("turn it on"); otherwise a hesitation or a word that something must follow leaves it
 * incomplete; a number may still grow ("fifty", "fifty five", "fifty five dollars"). Talk that the domain has no answer to
 * may go on in any way.
 */
export function completenessOf(
  sentence: AnalysedSentence,
  parse: Parse | undefined,
  { locale }: Pick<ResolvedLocale, 'locale'>,
): Completeness {
  const { tokens } = sentence;
  const last = tokens.length - 1;
  const word = tokens[last].norm;
  if (locale.hesitations.includes(word)) return 'incomplete';
  const capture = parse?.captures.find(({ end }) => last < end);
  const isFiller = tokens.some((_, at) => sentence.fillerEnds(at).includes(last + 1));
  const isTemplates = capture === undefined && !isFiller && parse?.unmatched.every(({ end }) => end <= last);
  if (locale.openWords.includes(word) && !isTemplates) return 'incomplete';
  if (!isUnderstood(parse) || capture?.isUnknown) return 'unknown';
  return isNumberWord(word, locale.numbers) && capture !== undefined ? 'unknown' : 'complete';
}

/** Whether the answer is a question: what was said lacks something ("set an alarm": "For when?"). */
export function asksBack(reply: string): boolean {
  return /^[^.!?]+\?/.test(reply);
}
