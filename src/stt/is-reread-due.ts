/**
 * A network that hears utterances as a whole reads one again, for a partial result, when it has grown by this many
 * seconds and by this share: reading costs the more, the longer it is.
 */
const rereadSeconds = 0.5;
const rereadShare = 0.25;

/** Whether an utterance of so many samples, that was last read at so many, should be read again. */
export function isRereadDue(samples: number, readSamples: number, sampleRateHz: number): boolean {
  return samples - readSamples >= Math.max(rereadSeconds * sampleRateHz, rereadShare * readSamples);
}
