/** Zero crossings of the sinc on each side of its centre. More are steeper and dearer. */
const zeroCrossings = 32;
/** Kaiser window of this shape: stop band under -84 dB. */
const kaiserBeta = 8.3;
/**
 * Where the filter is 6 dB down, as a share of the lower half-rate: the stop band then begins just under the
 * half-rate itself (the transition of a Kaiser window is (A - 7.95) / (14.36 * taps), A = 84 dB).
 */
const cutoffShare = 0.917;
/** The most phases that are tabulated one by one (11,025 Hz to 16,000 Hz needs 640). */
const maxPhases = 640;
/** Beyond that, neighbours among this many are blended linearly: an error of about (pi / 256)^2 / 24, -104 dB. */
const blendedPhases = 256;
/** Tables kept for the next stream of the same rates; callers choose the rates, so there is a bound. */
const maxKeptTables = 8;
const keptTables = new Map<string, Float64Array>();

/**
 * Streaming band-limited resampler: a windowed sinc in polyphase form (J. O. Smith, "Digital Audio Resampling"; the
 * window is Kaiser's). Output sample `k` lies at the time of input sample `k * from / to`, without delay, and `n`
 * input samples give `ceil(n * to / from)`. How the input is cut does not change a single bit of the output.
 */
export class Resampler {
  readonly fromHz: number;
  readonly toHz: number;
  /** Output index `k` has its centre at input position `k * #step / #scale`. */
  readonly #step: number;
  readonly #scale: number;
  readonly #taps: number;
  /** `#phases + 1` rows of `#taps` coefficients; the last row closes the blend. */
  readonly #table: Float64Array;
  readonly #phases: number;
  /**
   * Input from position `#bufferStart` on, beginning with zeros before the stream; doubles, to convert each only once.
   */
  #buffer: Float64Array;
  #bufferStart: number;
  #buffered: number;
  /** Centre of the next output: whole input samples, and the rest in units of `1 / #scale`. */
  #centre = 0;
  #remainder = 0;
  #samplesIn = 0;
  #samplesOut = 0;

  /** Both rates are whole numbers of Hz. */
  constructor(fromHz: number, toHz: number) {
    const divisor = greatestCommonDivisor(fromHz, toHz);
    this.fromHz = fromHz;
    this.toHz = toHz;
    this.#step = fromHz / divisor;
    this.#scale = toHz / divisor;
    const cutoff = Math.min(1, toHz / fromHz) * cutoffShare;
    const halfWidth = 2 * Math.ceil(zeroCrossings / Math.min(1, toHz / fromHz) / 2);
    this.#taps = 2 * halfWidth;
    this.#phases = this.#scale <= maxPhases ? this.#scale : blendedPhases;
    this.#table = polyphaseTable(this.#phases, halfWidth, cutoff);
    this.#buffer = new Float64Array(this.#taps + 8_192);
    this.#bufferStart = 1 - halfWidth;
    this.#buffered = halfWidth - 1;
  }

  /** Takes samples and returns what can be told of the output so far. */
  process(samples: Float32Array): Float32Array {
    this.#samplesIn += samples.length;
    this.#append(samples);
    return this.#produce(this.#available());
  }

  /** The rest of the output, as though silence followed. The resampler is then used up. */
  flush(): Float32Array {
    const total = Math.ceil((this.#samplesIn * this.#scale) / this.#step);
    this.#append(new Float32Array(this.#taps));
    return this.#produce(total - this.#samplesOut);
  }

  /** Outputs whose last tap has arrived. */
  #available(): number {
    const lastCentre = this.#bufferStart + this.#buffered - this.#taps / 2 - 1;
    if (lastCentre < this.#centre) return 0;
    const ticks = (lastCentre - this.#centre + 1) * this.#scale - 1 - this.#remainder;
    return Math.floor(ticks / this.#step) + 1;
  }

  #produce(count: number): Float32Array {
    const output = new Float32Array(count);
    const buffer = this.#buffer;
    const table = this.#table;
    const taps = this.#taps;
    const isBlended = this.#phases !== this.#scale;
    for (let k = 0; k < count; k++) {
      const first = this.#centre - taps / 2 + 1 - this.#bufferStart;
      if (isBlended) {
        const position = (this.#remainder / this.#scale) * this.#phases;
        const phase = Math.floor(position);
        const low = dot(buffer, first, table, phase * taps, taps);
        const high = dot(buffer, first, table, (phase + 1) * taps, taps);
        output[k] = low + (position - phase) * (high - low);
      } else {
        output[k] = dot(buffer, first, table, this.#remainder * taps, taps);
      }
      this.#remainder += this.#step;
      const whole = Math.floor(this.#remainder / this.#scale);
      this.#centre += whole;
      this.#remainder -= whole * this.#scale;
    }
    this.#samplesOut += count;
    return output;
  }

  #append(samples: Float32Array): void {
    const stale = Math.min(this.#buffered, this.#centre - this.#taps / 2 + 1 - this.#bufferStart);
    if (this.#buffered + samples.length > this.#buffer.length) {
      const kept = this.#buffer.subarray(stale, this.#buffered);
      const needed = kept.length + samples.length;
      const target = needed <= this.#buffer.length ? this.#buffer : new Float64Array(2 * needed);
      target.set(kept);
      this.#buffer = target;
      this.#bufferStart += stale;
      this.#buffered = kept.length;
    }
    this.#buffer.set(samples, this.#buffered);
    this.#buffered += samples.length;
  }
}

/** Four sums keep the processor's adders busy; the length is always a multiple of four. */
function dot(a: Float64Array, aStart: number, b: Float64Array, bStart: number, length: number): number {
  let sum0 = 0;
  let sum1 = 0;
  let sum2 = 0;
  let sum3 = 0;
  const end = aStart + length;
  for (let i = aStart, j = bStart; i < end; i += 4, j += 4) {
    sum0 += a[i] * b[j];
    sum1 += a[i + 1] * b[j + 1];
    sum2 += a[i + 2] * b[j + 2];
    sum3 += a[i + 3] * b[j + 3];
  }
  return sum0 + sum1 + (sum2 + sum3);
}

/** Row `p` holds the taps for a centre that lies `p / phases` of an input sample after the middle tap pair's left. */
function polyphaseTable(phases: number, halfWidth: number, cutoff: number): Float64Array {
  const key = `${phases} ${halfWidth} ${cutoff}`;
  const kept = keptTables.get(key);
  if (kept) return kept;
  const taps = 2 * halfWidth;
  const table = new Float64Array((phases + 1) * taps);
  const row = new Float64Array(taps);
  for (let phase = 0; phase <= phases; phase++) {
    let sum = 0;
    for (let tap = 0; tap < taps; tap++) {
      const time = tap - (halfWidth - 1) - phase / phases;
      row[tap] = cutoff * sinc(cutoff * time) * kaiser(time / halfWidth);
      sum += row[tap];
    }
    // Each phase passes a constant unchanged, so that none of them shows as a tone.
    for (let tap = 0; tap < taps; tap++) table[phase * taps + tap] = row[tap] / sum;
  }
  if (keptTables.size >= maxKeptTables) keptTables.delete(keptTables.keys().next().value!);
  keptTables.set(key, table);
  return table;
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

/** The Kaiser window at `x` in -1..1. */
function kaiser(x: number): number {
  return Math.abs(x) >= 1 ? 0 : besselI0(kaiserBeta * Math.sqrt(1 - x * x)) / besselI0(kaiserBeta);
}

/** Modified Bessel function of the first kind, order zero, by its power series. */
function besselI0(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; term > sum * 1e-12; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
