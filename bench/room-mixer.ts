import FFT from 'fft.js';
import { heldOutResponses } from './held-out.js';
import { power } from './noise-mixer.js';
import { sampleRateHz } from './pcm16.js';
import { readPcm, recordingBeside } from './speech-set.js';

const directSamples = 0.0025 * sampleRateHz;
/** What comes later than that is left out. */
const longestSamples = 0.6 * sampleRateHz;
/** Direct sound over all that is reflected, at least: a speaker an arm's length or two away, in halls too. */
const leastDirectDb = 3;

/** Puts speech into measured rooms, and behind devices, that no training has heard. */
export class RoomMixer {
  private readonly responses: Float32Array[];

  /** @param folder Holds impulse-responses.flac (or .pcm) and impulse-responses.tsv. */
  constructor(folder: string) {
    const path = recordingBeside(folder, 'impulse-responses');
    this.responses = heldOutResponses(folder).map(({ start, samples }) =>
      nearer(readPcm(path, start, samples)),
    );
  }

  /** The speech in one of the rooms, which `seed` alone decides, as long and loud as before. */
  mix(speech: Float32Array, seed: number): Float32Array {
    const response = this.responses[seed % this.responses.length];
    const sound = convolve(speech, response).subarray(0, speech.length);
    const gain = Math.sqrt(power(speech) / Math.max(power(sound), 1e-12));
    return sound.map((sample) => Math.max(-1, Math.min(1, sample * gain)));
  }
}

/** A response from just before its direct sound on, its reflections no louder than {@link leastDirectDb} allows. */
function nearer(response: Float32Array): Float32Array {
  const loudest = response.reduce(
    (best, sample, at) => (Math.abs(sample) > Math.abs(response[best]) ? at : best),
    0,
  );
  const onset = Math.max(0, loudest - 16);
  const kept = response.slice(onset, onset + longestSamples);
  const direct = power(kept.subarray(0, directSamples)) * Math.min(directSamples, kept.length);
  const reflected = power(kept.subarray(directSamples)) * Math.max(0, kept.length - directSamples);
  const gain = reflected > 0 ? Math.min(1, Math.sqrt(direct / reflected / 10 ** (leastDirectDb / 10))) : 1;
  return kept.map((sample, at) => (at < directSamples ? sample : sample * gain));
}

/** Linear convolution through the spectrum: as many samples as both have together. */
function convolve(a: Float32Array, b: Float32Array): Float32Array {
  const fft = new FFT(2 ** Math.ceil(Math.log2(a.length + b.length)));
  const [left, right] = [a, b].map((samples) => {
    const padded = new Float64Array(fft.size);
    padded.set(samples);
    const spectrum = new Float64Array(2 * fft.size);
    fft.realTransform(spectrum, padded);
    fft.completeSpectrum(spectrum);
    return spectrum;
  });
  const product = new Float64Array(2 * fft.size);
  for (let at = 0; at < product.length; at += 2) {
    product[at] = left[at] * right[at] - left[at + 1] * right[at + 1];
    product[at + 1] = left[at] * right[at + 1] + left[at + 1] * right[at];
  }
  const sound = new Float64Array(2 * fft.size);
  fft.inverseTransform(sound, product);
  return Float32Array.from({ length: a.length + b.length }, (_, at) => sound[2 * at]);
}
