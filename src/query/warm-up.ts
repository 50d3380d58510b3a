import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '../seeded-random.js';
import type { Recogniser } from '../stt/recogniser.js';
import type { StreamOptions } from '../stt/recogniser-options.js';
import type { SpeechContract } from './speech-messages.js';
import type { SpeechStream } from './speech-stream.js';

export interface WarmUpParts {
  openStream(
    options: SpeechContract['methods']['open']['params'],
    emit: () => void,
  ): Promise<Pick<SpeechStream, 'accept' | 'finish' | 'close'>>;
  /** What streams expect at present. */
  context(): StreamOptions['context'];
  /**
   * Whether nobody needs this any more, so that it ends: many speak, who compile the code themselves and must not wait
   * for it, or the thread is to close.
   */
  isDispensable(): boolean;
}

/** Between two utterances, so that whoever speaks meanwhile waits for one at most. */
const pauseMs = 20;
const noiseSeconds = 2.2;
/** ln of the posterior of the unit that is heard, and of all others together. */
const heard = Math.log(0.9);
const notHeard = Math.log(0.1);
const framesOfPhone = 2;

/**
 * Hears noise, then searches what a network would say about `sentences`, until the code that does it is compiled: the
 * first who speaks is then answered as soon as the others. Nobody can make up what the network of a transducer says.
 */
export async function warmUp(
  recogniser: Recogniser,
  sentences: readonly string[],
  { openStream, context, isDispensable }: WarmUpParts,
): Promise<void> {
  const random = seededRandom(1);
  const noise = Float32Array.from({ length: noiseSeconds * recogniser.sampleRateHz }, () => random() - 0.5);
  for (const isLive of [false, true]) {
    const options = { endpointing: isLive, partials: isLive, isJudged: false };
    const stream = await openStream(options, () => {});
    await stream.accept(noise);
    await stream.finish();
    stream.close();
    await pause(pauseMs);
    if (isDispensable()) return;
  }
  for (const sentence of sentences) {
    const encoded = posteriorsOf(recogniser, sentence);
    if (encoded) await recogniser.searchAlone(encoded, { context: context() });
    await pause(pauseMs);
    if (isDispensable()) return;
  }
}

/** [frames, units] of ln P: each phone of the sentence, and a blank after it; undefined where that is not known. */
export function posteriorsOf(
  { acoustic, pronouncer }: Recogniser,
  sentence: string,
): Float32Array | undefined {
  const { units, outputDim } = acoustic;
  const [spoken] = pronouncer.pronounce(sentence, 1);
  if (outputDim !== units.length || spoken === undefined) return undefined;
  const frames = spoken.flatMap((unit) => [...Array<number>(framesOfPhone).fill(units.indexOf(unit)), 0]);
  const posteriors = new Float32Array(frames.length * units.length).fill(
    notHeard - Math.log(units.length - 1),
  );
  for (const [frame, unit] of frames.entries()) posteriors[frame * units.length + unit] = heard;
  return posteriors;
}
