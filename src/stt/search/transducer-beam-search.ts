import type { ContextGraph } from '../lm/context-graph.js';
import { logSoftmaxRows } from '../log-softmax.js';
import { clarityOf, type HeardSound, hearFrame, nothingHeard } from './heard-sound.js';
import { blankUnit } from './hypothesis-extender.js';
import { nBestPaths } from './n-best-paths.js';
import type { SearchOptions } from './search-options.js';
import type { TracedPath, TracedWord } from './traced-path.js';
import type { UtteranceSearch } from './utterance-search.js';
import { extendHash, WordHistory, type WordHistoryCopy } from './word-history.js';

/** What the next unit depends on besides the sound: the last units of a hypothesis, oldest first. */
export interface UnitContext {
  /** The same for the same units. */
  key: string;
  units: readonly number[];
}

/** A sequence of units under way. Never changed: what goes on is a new one. */
interface UnitSequence {
  record: number;
  hash: number;
  score: number;
  context: UnitContext;
  /** Its place in each graph of expected phrases. */
  nodes: readonly number[];
}

interface TransducerMark {
  sequences: readonly UnitSequence[];
  history: WordHistoryCopy;
  progress: HeardSound;
}

/** Units less likely than this (ln P) are not looked at: a fifth of a per mille. */
const least = -8.5;

/**
 * Beam search over the output of a transducer, in which a frame writes one unit at most: the "modified beam search" of
 * icefall, one symbol per frame (Kim et al., "Accelerating RNN Transducer Inference via Adaptive Expansion Search",
 * 2020, for the limit). Ways to one and the same sequence are added up. Phrases to expect gain from unit to unit.
 *
 * The words of its results are units.
 */
export class TransducerBeamSearch implements UtteranceSearch {
  private readonly history = new WordHistory(1024);
  /** Best first. */
  private sequences: readonly UnitSequence[];
  /** As the best sequence goes on. */
  private progress: HeardSound = { ...nothingHeard };
  private wanted: UnitContext[] = [];
  private row = new Float32Array(0);

  /**
   * @param contextSize Units that the next one depends on.
   * @param graphs Phrases to expect, over units.
   */
  constructor(
    contextSize: number,
    private readonly options: SearchOptions,
    private readonly graphs: readonly ContextGraph[] = [],
  ) {
    // In front of the first unit stand a blank and, before it, nothing: as in icefall's own decoding.
    const units = [...new Array<number>(contextSize - 1).fill(-1), blankUnit];
    const hash = this.history.hash(0);
    const nodes = graphs.map(() => 0);
    this.sequences = [{ record: 0, hash, score: 0, context: contextOf(units), nodes }];
    this.findContexts();
  }

  get clarity(): number {
    return clarityOf(this.progress);
  }

  get lastUnitFrame(): number {
    return this.progress.lastUnitFrame;
  }

  /** What {@link step} needs rows of. */
  get contexts(): readonly UnitContext[] {
    return this.wanted;
  }

  mark(): TransducerMark {
    return { sequences: this.sequences, history: this.history.copy(), progress: { ...this.progress } };
  }

  rewind({ sequences, history, progress }: TransducerMark): void {
    this.sequences = sequences;
    this.history.restore(history);
    this.progress = progress;
    this.findContexts();
  }

  /**
   * Takes in one frame.
   *
   * @param logits Of the joiner [contexts, units], a row for each of {@link contexts}.
   */
  step(logits: Float32Array, units: number): void {
    const { options, sequences, progress } = this;
    const rowOf = new Map(this.wanted.map(({ key }, row) => [key, row * units]));
    const [best] = sequences;
    const ways: { from: UnitSequence; unit: number; score: number; nodes: readonly number[] }[] = [];
    for (const from of sequences) {
      const row = this.logSoftmax(logits, rowOf.get(from.context.key)!, units);
      if (from === best) hearFrame(progress, row, 0, units, options.blankBonus);
      ways.push({
        from,
        unit: blankUnit,
        score: from.score + row[blankUnit] + options.blankBonus,
        nodes: from.nodes,
      });
      for (let unit = 1; unit < units; unit++) {
        if (row[unit] < least) continue;
        let score = from.score + row[unit];
        const nodes = this.graphs.map((graph, index) => {
          const next = graph.step(from.nodes[index], unit);
          score += graph.gain;
          return next;
        });
        ways.push({ from, unit, score, nodes });
      }
    }
    ways.sort((a, b) => b.score - a.score);

    const kept = new Map<number, UnitSequence>();
    for (const { from, unit, score, nodes } of ways) {
      if (score < ways[0].score - options.beam) break;
      const hash = unit === blankUnit ? from.hash : extendHash(from.hash, unit);
      const same = kept.get(hash);
      if (same) same.score += Math.log1p(Math.exp(score - same.score));
      else if (kept.size < options.maxActive)
        kept.set(hash, unit === blankUnit ? { ...from, score } : this.longer(from, unit, score, nodes));
    }
    this.sequences = [...kept.values()].sort((a, b) => b.score - a.score);
    progress.frame++;
    if (this.history.isNearlyFull) this.collect();
    this.findContexts();
  }

  partial(): TracedWord[] {
    return this.history.trace(this.sequences[0].record);
  }

  partialHash(): number {
    return this.sequences[0].hash;
  }

  /** No language model of ours takes part. */
  ending(): undefined {}

  nBest(count: number): TracedPath[] {
    const ends = this.sequences.map(({ record, score, nodes }) => ({
      record,
      score: nodes.reduce((sum, node, index) => sum + this.graphs[index].finish(node), score),
    }));
    return nBestPaths(this.history, ends, count);
  }

  private longer(from: UnitSequence, unit: number, score: number, nodes: readonly number[]): UnitSequence {
    const { frame, bestUnits } = this.progress;
    const record = this.history.add(from.record, unit, frame, frame, score - bestUnits);
    const context = contextOf([...from.context.units.slice(1), unit]);
    return { record, hash: this.history.hash(record), score, context, nodes };
  }

  private logSoftmax(logits: Float32Array, offset: number, units: number): Float32Array {
    if (this.row.length !== units) this.row = new Float32Array(units);
    this.row.set(logits.subarray(offset, offset + units));
    logSoftmaxRows(this.row, units);
    return this.row;
  }

  private collect(): void {
    const records = Int32Array.from(this.sequences, ({ record }) => record);
    this.history.collect(records, records.length);
    this.sequences = this.sequences.map((sequence, index) => ({ ...sequence, record: records[index] }));
  }

  private findContexts(): void {
    const found = new Map(this.sequences.map(({ context }) => [context.key, context]));
    this.wanted = [...found.values()];
  }
}

function contextOf(units: readonly number[]): UnitContext {
  return { key: units.join(' '), units };
}
