import type { TransducerBeamSearch, UnitContext } from '../search/transducer-beam-search.js';
import type { EncodedChunk } from '../search-vocabulary.js';
import type { TransducerNetworks } from './transducer-networks.js';

type Chunks = readonly EncodedChunk<TransducerBeamSearch>[];

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
  async advance(chunks: Chunks): Promise<void> {
    const frames = Math.max(...chunks.map(({ encoded }) => encoded.length / this.width));
    for (let frame = 0; frame < frames; frame++) {
      await this.step(
        chunks.filter(({ encoded }) => encoded.length > frame * this.width),
        frame,
      );
    }
  }

  private async step(chunks: Chunks, frame: number): Promise<void> {
    const { width, units } = this;
    const contexts = chunks.flatMap(({ search }) => search.contexts);
    const predictions = await this.predict(contexts);
    const dim = predictions[0].length;
    const predicted = new Float32Array(contexts.length * dim);
    predictions.forEach((row, index) => {
      predicted.set(row, index * dim);
    });
    const encoded = new Float32Array(contexts.length * width);
    let row = 0;
    for (const { search, encoded: chunk } of chunks) {
      const heard = chunk.subarray(frame * width, (frame + 1) * width);
      for (const _ of search.contexts) encoded.set(heard, row++ * width);
    }
    const logits = await this.networks.join(encoded, predicted, contexts.length);
    let at = 0;
    for (const { search } of chunks) {
      const end = at + search.contexts.length * units;
      search.step(logits.subarray(at, end), units);
      at = end;
    }
  }

  /** What the decoder tells of each of these contexts. */
  private async predict(contexts: readonly UnitContext[]): Promise<Float32Array[]> {
    const { predictions } = this;
    if (predictions.size + contexts.length > mostPredictions) predictions.clear();
    // Held here: while the decoder runs, another call may make room.
    const known = new Map(contexts.map(({ key }) => [key, predictions.get(key)]));
    const missing = new Map(contexts.flatMap(({ key, units }) => (known.get(key) ? [] : [[key, units]])));
    if (missing.size > 0) {
      const found = await this.networks.predict([...missing.values()]);
      const dim = found.length / missing.size;
      [...missing.keys()].forEach((key, index) => {
        const prediction = found.slice(index * dim, (index + 1) * dim);
        known.set(key, prediction);
        predictions.set(key, prediction);
      });
    }
    return contexts.map(({ key }) => known.get(key)!);
  }
}
