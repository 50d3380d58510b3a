import { whenQuiet } from '../../memory/when-quiet.js';
import type { Pack } from '../pack/pack.js';
import type { Reading, Understander } from '../understanding.js';
import { SentenceSampler } from './sample-sentences.js';

/** Readings of each, as a recogniser gives them. */
const readings = 5;
const pauseMs = 15;
const goldenRatio = (1 + Math.sqrt(5)) / 2;

/**
 * Requests that the pack understands, made of one to four of its sentences; short ones first: code that was never run is
 * slow, and long ones would hold up others.
 */
export function sampleRequests(pack: Pack, count: number): string[] {
  const sampler = new SentenceSampler(pack);
  let drawn = 0;
  // From all over the pack, whose sentences stand intent by intent.
  const next = () => pack.sentences[Math.floor(((drawn++ * goldenRatio) % 1) * pack.sentences.length)];
  return Array.from({ length: count }, (_, index) => {
    const parts = 1 + (index % Math.min(4, 1 + Math.floor(index / 20)));
    return Array.from({ length: parts }, () => sampler.sample(next())).join(' ');
  });
}

/**
 * Understands `requests` until the code that does it is compiled: what people say first is then understood in a tenth of
 * the time. One after the other, so that whoever asks meanwhile waits for one at most, and none while it `isBusy`: many
 * who speak at once compile it themselves.
 */
export async function warmUp(
  understander: Pick<Understander, 'locales' | 'understand'>,
  requests: readonly string[],
  signal: AbortSignal,
  isBusy: () => boolean = () => false,
): Promise<void> {
  const [locale] = understander.locales;
  for (const [index, request] of requests.entries()) {
    if (signal.aborted) return;
    await whenQuiet(pauseMs, isBusy, signal);
    understander.understand({ locale, readings: readingsOf(request.split(' '), index < 20 ? 1 : readings) });
  }
}

/** The words, and other readings that each lack one of them. */
function readingsOf(words: readonly string[], count: number): Reading[] {
  return Array.from({ length: count }, (_, left) => {
    const heard = words.filter((_, at) => left === 0 || at !== (left * 3) % words.length);
    return {
      text: heard.join(' '),
      confidence: 0.9 - left * 0.05,
      words: heard.map((text, at) => ({ text, start: at, end: at + 1, confidence: 0.8 })),
    };
  });
}
