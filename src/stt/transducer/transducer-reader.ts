import type { TransducerBeamSearch, UnitContext } from '../search/transducer-beam-search.js';
import type { TransducerNetworks } from './transducer-networks.js';

/** What the encoder told of the next chunk of one utterance. */
export interface EncodedChunk {
  search: TransducerBeamSearch;
  /** [frames, width]. */
  encoded: Float32Array;
}

/** Contexts whose prediction is kept: at 512 values each, 8 MB. */
const mostPredictions = 4096;

/** Brings what the encoder told into the searches, frame by frame, for all utterances of a batch at once. */
export class TransducerReader {
  private readonly predictions = new Map<string, Float32Array>();

  /** @param width Values of a frame of the encoder's output. */
  constructor(
    private readonly networks: TransducerNetworks,
    private readonly width: number,
    private readonly units: number,
  ) {}

  /** Moves every search on by its chunk. */
  async advance(chunks: readonly EncodedChunk[]): Promise<void> {
    const frames = Math.max(...chunks.map(({ encoded }) => encoded.length / this.width));
    for (let frame = 0; frame < frames; frame++) {
      await this.step(
        chunks.filter(({ encoded }) => encoded.length > frame * this.width),
        frame,
      );
    }
  }

  private async step(chunks: readonly EncodedChunk[], frame: number): Promise<void> {
    const { width, units } = this;
    await this.predict(chunks.flatMap(({ search }) => search.contexts));
    const rows = chunks.flatMap(({ search, encoded }) =>
      search.contexts.map(({ key }) => ({ encoded, predicted: this.predictions.get(key)! })),
    );
    const encoded = new Float32Array(rows.length * width);
    const dim = rows[0].predicted.length;
    const predicted = new Float32Array(rows.length * dim);
    rows.forEach((row, index) => {
      encoded.set(row.encoded.subarray(frame * width, (frame + 1) * width), index * width);
      predicted.set(row.predicted, index * dim);
    });
    const logits = await this.networks.join(encoded, predicted, rows.length);
    let at = 0;
    for (const { search } of chunks) {
      const end = at + search.contexts.length * units;
      search.step(logits.subarray(at, end), units);
      at = end;
    }
  }

  /** Sees to it that all of these contexts have a prediction. */
  private async predict(contexts: readonly UnitContext[]): Promise<void> {
    const { predictions } = this;
    if (predictions.size + contexts.length > mostPredictions) predictions.clear();
    const missing = new Map(
      contexts.flatMap(({ key, units }) => (predictions.has(key) ? [] : [[key, units]])),
    );
    if (missing.size === 0) return;
    const found = await this.networks.predict([...missing.values()]);
    const dim = found.length / missing.size;
    [...missing.keys()].forEach((key, index) => {
      predictions.set(key, found.slice(index * dim, (index + 1) * dim));
    });
  }
}
