/** Samples of a frame, and from one to the next. */
const windowSamples = 400;
const shiftSamples = 160;
const bins = windowSamples / 2 + 1;
const sampleRateHz = 16_000;
/** Least power, and how far below the loudest of all the others are raised to; decades. */
const leastPower = 1e-10;
const range = 8;

/**
 * Log-mel features as Whisper was trained on: Hann window of 25 ms every 10 ms, the sound mirrored at its ends and
 * followed by silence, power spectrum, Slaney's mel filters of equal area from 0 to 8 kHz, decimal logarithm, at most
 * eight decades below the loudest, (x + 4) / 4 (Radford et al. 2022; constants of openai/whisper, whisper/audio.py, MIT).
 *
 * @param samples Mono, 16 kHz, nominally +-1; at most `frames` times 10 ms.
 * @returns [melBins, frames].
 */
export function whisperMel(samples: Float32Array, melBins: number, frames: number): Float32Array {
  const filters = melFilters(melBins);
  const features = new Float32Array(melBins * frames).fill(Math.log10(leastPower));
  // Behind the sound all is silence.
  const heard = Math.min(frames, Math.ceil((samples.length + windowSamples / 2) / shiftSamples));
  let loudest = Math.log10(leastPower);
  for (let frame = 0; frame < heard; frame++) {
    const power = powerSpectrum(samples, frame * shiftSamples - windowSamples / 2);
    for (let mel = 0; mel < melBins; mel++) {
      const { first, weights } = filters[mel];
      let energy = 0;
      for (let at = 0; at < weights.length; at++) energy += weights[at] * power[first + at];
      const value = Math.log10(Math.max(leastPower, energy));
      features[mel * frames + frame] = value;
      loudest = Math.max(loudest, value);
    }
  }
  for (let at = 0; at < features.length; at++)
    features[at] = (Math.max(features[at], loudest - range) + 4) / 4;
  return features;
}

const hann = Float64Array.from({ length: windowSamples }, (_, at) => 0.5 - 0.5 * Math.cos(angle(at)));
const cosines = Float64Array.from({ length: windowSamples }, (_, at) => Math.cos(angle(at)));
const sines = Float64Array.from({ length: windowSamples }, (_, at) => Math.sin(angle(at)));

function angle(at: number) {
  return (2 * Math.PI * at) / windowSamples;
}

const half = windowSamples / 2;
const even = new Float64Array(half);
const odd = new Float64Array(half);
const spectrum = new Float64Array(bins);

/**
 * Power of the frame from `start` on. 400 is no power of two, so it is the sums as they are written, over the sums and
 * differences of samples that share a cosine and a sine.
 */
function powerSpectrum(samples: Float32Array, start: number): Float64Array {
  const at = (index: number) => hann[index] * mirrored(samples, start + index);
  for (let index = 1; index < half; index++) {
    const [before, after] = [at(index), at(windowSamples - index)];
    even[index] = before + after;
    odd[index] = before - after;
  }
  const middle = at(half);
  for (let bin = 0; bin < bins; bin++) {
    let real = bin % 2 === 0 ? middle : -middle;
    let imaginary = 0;
    for (let index = 1, turn = bin; index < half; index++, turn += bin) {
      if (turn >= windowSamples) turn -= windowSamples;
      real += even[index] * cosines[turn];
      imaginary += odd[index] * sines[turn];
    }
    spectrum[bin] = real * real + imaginary * imaginary;
  }
  return spectrum;
}

/** Mirrored at the beginning; silent after the end, as the sound is padded to 30 s before its end is mirrored. */
function mirrored(samples: Float32Array, at: number): number {
  return samples[Math.abs(at)] ?? 0;
}

interface Filter {
  first: number;
  weights: Float64Array;
}

const filtersOf = new Map<number, Filter[]>();

/** Slaney's: linear up to 1 kHz, logarithmic above; triangles of equal area. */
function melFilters(count: number): Filter[] {
  let filters = filtersOf.get(count);
  if (filters) return filters;
  const most = melOf(sampleRateHz / 2);
  const edges = Array.from({ length: count + 2 }, (_, index) => hertzOf((most * index) / (count + 1)));
  filters = edges.slice(0, count).map((low, index) => {
    const [centre, high] = [edges[index + 1], edges[index + 2]];
    const weights = Float64Array.from({ length: bins }, (_, bin) => {
      const hertz = (bin * sampleRateHz) / windowSamples;
      const slope = Math.min((hertz - low) / (centre - low), (high - hertz) / (high - centre));
      return (Math.max(0, slope) * 2) / (high - low);
    });
    const first = weights.findIndex((weight) => weight > 0);
    const end = weights.findLastIndex((weight) => weight > 0) + 1;
    return first < 0
      ? { first: 0, weights: new Float64Array(0) }
      : { first, weights: weights.slice(first, end) };
  });
  filtersOf.set(count, filters);
  return filters;
}

const linearHertz = 200 / 3;
const breakHertz = 1000;
const breakMel = breakHertz / linearHertz;
const logStep = Math.log(6.4) / 27;

function melOf(hertz: number): number {
  return hertz < breakHertz ? hertz / linearHertz : breakMel + Math.log(hertz / breakHertz) / logStep;
}

function hertzOf(mel: number): number {
  return mel < breakMel ? mel * linearHertz : breakHertz * Math.exp((mel - breakMel) * logStep);
}
