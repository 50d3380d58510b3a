import { setTimeout as pause } from 'node:timers/promises';
import type { Pack } from '../pack/pack.js';
import type { Reading, Understander } from '../understanding.js';
import { SentenceSampler } from './sample-sentences.js';

/** After these no further ones are understood noticeably faster. */
const sentences = 200;
/** Readings of each, as a recogniser gives them. */
const readings = 5;
const pauseMs = 15;

/**
 * Understands sentences that the pack accepts, until the code that does it is compiled: what people say first is then
 * understood in a tenth of the time. One sentence after the other, so that whoever asks meanwhile waits for one at most.
 */
export async function warmUp(understander: Understander, pack: Pack, signal: AbortSignal): Promise<void> {
  const sampler = new SentenceSampler(pack);
  const [locale] = understander.locales;
  for (let index = 0; index < sentences; index++) {
    await pause(pauseMs);
    if (signal.aborted) return;
    // Short ones first: code that was never run is slow, and long sentences would hold up others.
    const parts = 1 + (index % Math.min(4, 1 + Math.floor(index / 20)));
    const words = Array.from({ length: parts }, (_, part) =>
      sampler.sample(pack.sentences[(index * 7 + part * 3) % pack.sentences.length]),
    )
      .join(' ')
      .split(' ');
    understander.understand({ locale, readings: readingsOf(words, index < 20 ? 1 : readings) });
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
