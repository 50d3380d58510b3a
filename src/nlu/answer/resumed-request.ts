import type { Pack } from '../pack/pack.js';
import type { UnderstandRequest } from '../understanding.js';

/**
 * The request that two turns are the halves of, where the second goes on with the first: it begins with a word that
 * continues something, or means nothing by itself.
 *
 * @param intent Of the second by itself.
 */
export function resumedRequest(
  { resumes, ...request }: UnderstandRequest,
  intent: string,
  pack: Pack,
): UnderstandRequest | undefined {
  const [best] = request.readings;
  if (resumes === undefined || best === undefined || best.text === '') return undefined;
  const { continuations = [] } = pack.resolve(request.locale).locale;
  const [first] = best.text.toLowerCase().split(' ');
  if (!continuations.includes(first) && intent !== 'none') return undefined;
  const { text, context, memory } = resumes;
  const readings = request.readings.map((reading) => ({
    text: `${text} ${reading.text}`,
    confidence: reading.confidence,
  }));
  return { ...request, readings, context, memory };
}
