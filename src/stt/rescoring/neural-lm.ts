import { join } from 'node:path';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import type { CompiledFiles } from '../../compiled-files.js';
import { EarshotError } from '../../errors.js';
import { type LoadedModel, loadModel } from '../../inference/session.js';
import type { ModelFile } from '../model-manifest.js';

/** Stands before the first word, and ends a sentence. */
const boundary = 0;
const inputs = ['word', 'hidden', 'cell'];
const outputs = ['next_hidden', 'next_cell'];

/** Values of the network for sequences of words, row after row. */
interface States {
  hidden: Float32Array;
  cell: Float32Array;
}

/**
 * A recurrent language model (LSTM, see scripts/training/neural_lm.py) over words of its own numbering. It knows whole
 * sentences where n-grams know the last words, and takes too long for every step of a search: it reads what a search
 * found. Sentences that begin alike are read together.
 */
export class NeuralLm {
  /** Number of any word that the model does not know. */
  static readonly unknown = 1;
  /** Words by number; the first two are no words. */
  readonly words: readonly string[];
  private readonly session: InferenceSession;
  /** Number of the first word of each cluster of the output layer; frequent words are in the first one. */
  private readonly clusters: readonly number[];

  /** @throws RangeError that ends the sentence "it cannot be used, because ...". */
  constructor({ session, metadata }: Pick<LoadedModel, 'session' | 'metadata'>) {
    this.clusters = [0, ...(metadata.get('cutoffs')?.split(' ').map(Number) ?? [])];
    const asked = this.clusters.flatMap((_, cluster) => [`row_${cluster}`, `target_${cluster}`]);
    const missing =
      [...inputs, ...asked].find((name) => !session.inputNames.includes(name)) ??
      outputs.find((name) => !session.outputNames.includes(name));
    if (missing !== undefined) throw new RangeError(`it has no ${missing}`);
    this.words = metadata.get('words')?.split(' ') ?? [];
    if (this.words.length < 3) throw new RangeError('its metadata names no words');
    this.session = session;
  }

  /** @throws EarshotError `model_missing`, `model_corrupt`. */
  static async open(directory: string, file: ModelFile, compiled?: CompiledFiles): Promise<NeuralLm> {
    const path = join(directory, file.name);
    const loaded = await loadModel(path, { sha256: file.sha256, compiled });
    try {
      return new NeuralLm(loaded);
    } catch (cause) {
      if (!(cause instanceof RangeError)) throw cause;
      throw new EarshotError('model_corrupt', `${path} cannot be used, because ${cause.message}.`, { cause });
    }
  }

  /**
   * @param sentences Words by number.
   * @returns Of each sentence: ln P of every word after those before it, and of its end.
   */
  async logProbs(sentences: readonly ArrayLike<number>[]): Promise<Float64Array[]> {
    const found = sentences.map((words) => new Float64Array(words.length + 1));
    /** Row of the network that each sentence is in, one for all that were alike so far. */
    let rows = new Int32Array(sentences.length);
    let states: States | undefined;
    const longest = Math.max(-1, ...sentences.map((words) => words.length));
    for (let position = 0; position <= longest; position++) {
      const begins = new Numbering();
      const asked = new Numbering();
      const next = new Int32Array(sentences.length);
      const question = new Int32Array(sentences.length);
      sentences.forEach((words, index) => {
        if (words.length < position) return;
        next[index] = begins.of(rows[index], position === 0 ? boundary : words[position - 1]);
        question[index] = asked.of(next[index], position === words.length ? boundary : words[position]);
      });
      const answer = await this.run(begins, asked, states);
      sentences.forEach((words, index) => {
        if (words.length >= position) found[index][position] = answer.logProbs[question[index]];
      });
      rows = next;
      states = answer;
    }
    return found;
  }

  private async run(begins: Numbering, asked: Numbering, before: States | undefined) {
    const count = begins.first.length;
    const state = (values: Float32Array | undefined, name: string) => {
      const width = this.widthOf(name);
      const data = new Float32Array(count * width);
      begins.first.forEach((row, index) => {
        if (values) data.set(values.subarray(row * width, (row + 1) * width), index * width);
      });
      return new Tensor('float32', data, [count, width]);
    };
    const feeds: Record<string, Tensor> = {
      word: integers(begins.second),
      hidden: state(before?.hidden, 'hidden'),
      cell: state(before?.cell, 'cell'),
    };
    const places = this.clusters.map((least, cluster) => {
      const end = this.clusters[cluster + 1] ?? Number.POSITIVE_INFINITY;
      const inside = asked.second.flatMap((word, at) => (word >= least && word < end ? [at] : []));
      // Something has to be asked for.
      feeds[`row_${cluster}`] = integers(inside.length > 0 ? inside.map((at) => asked.first[at]) : [0]);
      feeds[`target_${cluster}`] = integers(
        inside.length > 0 ? inside.map((at) => asked.second[at]) : [least],
      );
      return inside;
    });
    const result = await this.session.run(feeds);
    const logProbs = new Float32Array(asked.first.length);
    places.forEach((inside, cluster) => {
      const answers = result[`log_prob_${cluster}`].data as Float32Array;
      inside.forEach((at, index) => {
        logProbs[at] = answers[index];
      });
    });
    return {
      logProbs,
      hidden: result.next_hidden.data as Float32Array,
      cell: result.next_cell.data as Float32Array,
    };
  }

  private widthOf(name: string): number {
    const metadata = this.session.inputMetadata.find((input) => input.name === name);
    return metadata?.isTensor ? Number(metadata.shape[1]) : 0;
  }
}

/** Numbers for pairs, in the order in which they come. */
class Numbering {
  readonly first: number[] = [];
  readonly second: number[] = [];
  private readonly numbers = new Map<number, number>();

  of(first: number, second: number): number {
    const key = first * 2 ** 20 + second;
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.first.length;
      this.numbers.set(key, number);
      this.first.push(first);
      this.second.push(second);
    }
    return number;
  }
}

function integers(values: readonly number[]): Tensor {
  return new Tensor('int64', BigInt64Array.from(values, BigInt), [values.length]);
}
