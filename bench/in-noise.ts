import type { NoiseMixer } from './noise-mixer.js';
import type { Utterance } from './speech-set.js';

/** The same utterances in background at 10 dB; none where there is no background. */
export function inNoise(utterances: readonly Utterance[], mixer: NoiseMixer | undefined): Utterance[] {
  if (mixer === undefined) return [];
  return utterances.map((utterance, seed) => ({
    ...utterance,
    read: async () => mixer.mix(await utterance.read(), 10, seed),
  }));
}
