import { join } from 'node:path';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { EarshotError } from '../../errors.js';
import type { CompiledFiles } from '../../files/compiled-files.js';
import { type LoadedModel, lastAxisOf, loadModel } from '../../inference/session.js';
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
 * found. What sentences have in common is read once.
 */
export class NeuralLm {
  /** Number of any word that the model does not know. */
  static readonly unknown = 1;
  /** Words by number; the first two are no words. */
  readonly words: readonly string[];
  private readonly session: InferenceSession;
  /** Values of each state. */
  private readonly widths: Record<'hidden' | 'cell', number>;
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
    const widthOf = (name: string) => Number(lastAxisOf(session.inputMetadata, name));
    this.widths = { hidden: widthOf('hidden'), cell: widthOf('cell') };
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
   * @param sentences Words by number, the one that matters most first.
   * @param sharedAfter So many words, and what comes after them, are read as in the first of the sentences that have them,
   *   whatever stood before: where readings differ in a word far back it is hardly felt (history recombination, as in
   *   Xu et al., "A pruned RNNLM lattice-rescoring algorithm", 2018). @default all words before have to be alike
   * @returns Of each sentence: ln P of every word after those before it, and of its end.
   */
  async logProbs(
    sentences: readonly ArrayLike<number>[],
    { sharedAfter = Number.POSITIVE_INFINITY } = {},
  ): Promise<Float64Array[]> {
    const histories = new Histories(sharedAfter);
    const asked = sentences.map((words) => histories.walk(words));
    let states: States | undefined;
    for (const level of histories.levels) states = await this.read(level, states);
    return asked.map((questions) => Float64Array.from(questions, ({ logProb }) => logProb));
  }

  /** Takes the histories of one level a word on, and answers what is asked of them. */
  private async read(level: readonly History[], before: States | undefined): Promise<States> {
    const state = (values: Float32Array | undefined, width: number) => {
      const data = new Float32Array(level.length * width);
      level.forEach(({ parent }, index) => {
        if (values && parent)
          data.set(values.subarray(parent.row * width, (parent.row + 1) * width), index * width);
      });
      return new Tensor('float32', data, [level.length, width]);
    };
    const feeds: Record<string, Tensor> = {
      word: integers(level.map(({ word }) => word)),
      hidden: state(before?.hidden, this.widths.hidden),
      cell: state(before?.cell, this.widths.cell),
    };
    const questions = level.flatMap(({ row, asked }) =>
      [...asked].map(([target, question]) => ({ row, target, question })),
    );
    const places = this.clusters.map((least, cluster) => {
      const end = this.clusters[cluster + 1] ?? Number.POSITIVE_INFINITY;
      const inside = questions.filter(({ target }) => target >= least && target < end);
      // Something has to be asked for.
      feeds[`row_${cluster}`] = integers(inside.length > 0 ? inside.map(({ row }) => row) : [0]);
      feeds[`target_${cluster}`] = integers(inside.length > 0 ? inside.map(({ target }) => target) : [least]);
      return inside;
    });
    const result = await this.session.run(feeds);
    places.forEach((inside, cluster) => {
      const answers = result[`log_prob_${cluster}`].data as Float32Array;
      inside.forEach(({ question }, index) => {
        question.logProb = answers[index];
      });
    });
    return {
      hidden: result.next_hidden.data as Float32Array,
      cell: result.next_cell.data as Float32Array,
    };
  }
}

/** How likely a word is after a history, once that is read. */
interface Question {
  logProb: number;
}

/** What was said before a word. */
interface History {
  /** Its last word. */
  word: number;
  parent?: History;
  /** Number of words. */
  level: number;
  /** Among those of its level. */
  row: number;
  /** By the word that is asked for. */
  asked: Map<number, Question>;
}

/** The different histories of some sentences, by their number of words: each follows one of the level before. */
class Histories {
  readonly levels: History[][] = [];
  private readonly byWords = new Map<string, History>();

  constructor(private readonly sharedAfter: number) {}

  /** @returns Of every word, and of the sentence's end, what will be answered. */
  walk(words: ArrayLike<number>): Question[] {
    const said = [boundary, ...Array.from(words)];
    let history: History | undefined;
    return said.map((_, index) => {
      const first = Math.max(0, index + 1 - this.sharedAfter);
      const key = said.slice(first, index + 1).join();
      history = this.byWords.get(key) ?? this.add(key, said[index], history);
      const target = said[index + 1] ?? boundary;
      const question = history.asked.get(target) ?? { logProb: 0 };
      history.asked.set(target, question);
      return question;
    });
  }

  private add(key: string, word: number, parent?: History): History {
    const level = parent ? parent.level + 1 : 0;
    this.levels[level] ??= [];
    const history: History = { word, parent, level, row: this.levels[level].length, asked: new Map() };
    this.levels[level].push(history);
    this.byWords.set(key, history);
    return history;
  }
}

function integers(values: readonly number[]): Tensor {
  return new Tensor('int64', BigInt64Array.from(values, BigInt), [values.length]);
}
