import type { EncodedChunk } from '../search-vocabulary.js';
import { ActiveSet, type ActiveSetCopy } from './active-set.js';
import { Arrivals } from './arrivals.js';
import { clarityOf, type HeardSound, hearFrame, nothingHeard } from './heard-sound.js';
import { blankUnit, type FrameScores, HypothesisExtender, type SearchTrees } from './hypothesis-extender.js';
import { LikeliestUnits } from './likeliest-units.js';
import { nBestPaths, type PathEnd } from './n-best-paths.js';
import type { WordScorer } from './search-graph.js';
import type { SearchOptions } from './search-options.js';
import type { TracedPath, TracedWord } from './traced-path.js';
import type { Ending, UtteranceSearch } from './utterance-search.js';
import { WordHistory, type WordHistoryCopy } from './word-history.js';

/**
 * Words that a hypothesis so close behind the best one (natural log) has otherwise are not shown yet. On `dev` a margin
 * of 0.5 takes revised words from 23 to 17 % in read sentences and from 5 to 0 % in requests, and words appear 20 to
 * 70 ms later; 1 takes another 2.4 points from read sentences for 60 ms more, and changes nothing in requests.
 */
const steadyMargin = 1;

/** How far a search is, beside its hypotheses and their words. */
interface Progress extends HeardSound {
  /** Index of the best hypothesis. */
  bestIndex: number;
}

/** Where a search stood; see {@link LexiconBeamSearch.mark}. */
export interface SearchMark {
  active: ActiveSetCopy;
  history: WordHistoryCopy;
  progress: Progress;
}

/**
 * Time-synchronous CTC beam search over a lexical prefix tree, in log space, one frame at a time.
 *
 * A hypothesis is (tree node, scorer state, last unit) with the score of its alignments ending in blank and in the
 * last unit (as in prefix beam search; Hannun et al., "First-Pass Large Vocabulary Continuous Speech Recognition using
 * Bi-Directional Recurrent DNNs", 2014). Words are scored where their last unit begins and go back to the root;
 * alignments of the same words are added up, different words in one scorer state are merged by the maximum and
 * remembered as alternatives. Pruning by beam and histogram bounds the work of a frame whatever the sound.
 *
 * State persists over calls: any cut of the frames into chunks gives the same result.
 */
export class LexiconBeamSearch implements UtteranceSearch {
  private readonly current: ActiveSet;
  /** Hypotheses of the frame under way; nothing stays in it from one frame to the next. */
  private readonly arrivals: Arrivals;
  private readonly extender: HypothesisExtender;
  private readonly history = new WordHistory();
  private readonly likeliest: LikeliestUnits;
  private readonly hesitations: ReadonlySet<number>;
  private readonly scores: FrameScores = {
    logProbs: new Float32Array(0),
    offset: 0,
    blankLogProb: 0,
    bestUnit: 0,
    frame: 0,
  };
  private progress: Progress;
  /** States of the scorer that a mark refers to must keep their numbers. */
  private isMarked = false;

  /**
   * @param scorer Language model and context of this stream.
   * @param unknownWord Id of the word that unknown speech becomes; it is left out of results.
   */
  constructor(
    trees: SearchTrees,
    private readonly scorer: WordScorer,
    private readonly options: SearchOptions,
    private readonly unknownWord: number,
  ) {
    this.hesitations = trees.hesitations ?? new Set();
    this.current = new ActiveSet(
      2 ** Math.ceil(Math.log2(options.maxActive + options.maxActiveInSentence + 1)),
    );
    this.arrivals = new Arrivals(this.history, (state) => (scorer.isInSentence?.(state) ? 1 : 0), options);
    this.extender = new HypothesisExtender(trees, scorer, options, unknownWord, this.arrivals);
    this.likeliest = new LikeliestUnits(options.maxUnits);
    const { initialState, sentenceStart } = scorer;
    this.begin(initialState, 0);
    if (sentenceStart) this.begin(sentenceStart.state, options.lmWeight * sentenceStart.score);
    const bestIndex = (sentenceStart?.score ?? 0) > 0 ? 1 : 0;
    this.progress = { ...nothingHeard, bestIndex };
  }

  get lastUnitFrame(): number {
    return this.progress.lastUnitFrame;
  }

  get clarity(): number {
    return clarityOf(this.progress);
  }

  private begin(state: number, score: number): void {
    const { current } = this;
    const index = current.insert(-1 - current.find(0, state, blankUnit), 0, state, blankUnit);
    current.blank[index] = score;
    current.score[index] = score;
    current.nonBlank[index] = -Infinity;
    current.record[index] = 0;
    current.pendingWord[index] = -1;
    current.firstFrame[index] = 0;
    current.hash[index] = this.history.hash(0);
  }

  mark(): SearchMark {
    this.isMarked = true;
    return { active: this.current.copy(), history: this.history.copy(), progress: { ...this.progress } };
  }

  rewind(mark: SearchMark): void {
    this.current.restore(mark.active);
    this.history.restore(mark.history);
    this.progress = mark.progress;
    this.isMarked = false;
  }

  /**
   * @param logProbs Natural-log probabilities [frames, units], row after row.
   * @param units Units of a row; unit 0 is the blank.
   */
  advance(logProbs: Float32Array, frames: number, units: number): void {
    for (let row = 0; row < frames; row++) this.step(logProbs, row * units, units);
  }

  private step(logProbs: Float32Array, offset: number, units: number): void {
    const { options, current, progress, scores, extender } = this;
    const blankLogProb = logProbs[offset] + options.blankBonus;
    const bestUnit = hearFrame(progress, logProbs, offset, units, options.blankBonus);
    if (logProbs[offset] > Math.log(options.blankSkip)) {
      for (let index = 0; index < current.size; index++) {
        current.score[index] += blankLogProb;
        current.blank[index] = current.score[index];
        current.nonBlank[index] = -Infinity;
      }
      progress.frame++;
      return;
    }

    if (units > options.maxUnits) {
      logProbs = this.likeliest.only(logProbs, offset, units);
      offset = 0;
    }
    Object.assign(scores, { logProbs, offset, blankLogProb, bestUnit, frame: progress.frame });
    this.arrivals.start(current, progress.frame, progress.bestUnits);
    extender.startFrame();
    // The best one first: what it becomes keeps much of the rest out.
    extender.extend(current, progress.bestIndex, scores);
    for (let index = 0; index < current.size; index++) {
      if (index !== progress.bestIndex) extender.extend(current, index, scores);
    }
    progress.bestIndex = this.arrivals.settle(current);
    progress.frame++;
    if (!this.isMarked && this.scorer.renumber?.(current.state, current.size)) extender.forgetStates();
    if (this.history.isNearlyFull) this.history.collect(current.record, current.size);
  }

  partial(): TracedWord[] {
    return this.history.trace(this.steadyRecord()).filter(({ word }) => word !== this.unknownWord);
  }

  partialHash(): number {
    return this.history.hash(this.steadyRecord());
  }

  /** Record of the best hypothesis, without the words that one close behind it has otherwise. */
  private steadyRecord(): number {
    const { current, progress } = this;
    const least = current.score[progress.bestIndex] - steadyMargin;
    const close: number[] = [];
    for (let index = 0; index < current.size; index++) {
      if (current.score[index] >= least) close.push(current.record[index]);
    }
    return this.history.shared(current.record[progress.bestIndex], close);
  }

  ending(): Ending | undefined {
    const { current, scorer } = this;
    let best = -1;
    for (let index = 0; index < current.size; index++) {
      if (current.node[index] === 0 && (best < 0 || current.score[index] > current.score[best])) best = index;
    }
    if (best < 0) return undefined;
    const state = current.state[best];
    const last = this.history.latest(current.record[best]);
    return {
      logProb: scorer.endLogProb(state),
      domainShare: scorer.domainShare?.(state) ?? 0,
      isHesitating: last !== undefined && this.hesitations.has(last),
    };
  }

  /**
   * The best word sequences if the utterance ends here, best first, unknown speech as the unknown word. A word that is
   * not complete is dropped, unless nothing is complete. The search can go on afterwards.
   */
  nBest(count: number): TracedPath[] {
    const { current, scorer, options } = this;
    const ends: PathEnd[] = [];
    const end = (index: number, score: number) => {
      const isExpected = scorer.isInSentence?.(current.state[index]) ?? false;
      ends.push({ record: current.record[index], score, isExpected });
    };
    for (let index = 0; index < current.size; index++) {
      if (current.node[index] !== 0) continue;
      end(index, current.score[index] + options.lmWeight * scorer.endLogProb(current.state[index]));
    }
    if (ends.length === 0) {
      for (let index = 0; index < current.size; index++) end(index, current.score[index]);
    }
    return nBestPaths(this.history, ends, count, this.hesitations);
  }
}

/** Moves every search on by its chunk of posteriors, [frames, units]. */
export function advanceEach(chunks: readonly EncodedChunk<LexiconBeamSearch>[], units: number): void {
  for (const { search, encoded } of chunks) search.advance(encoded, encoded.length / units, units);
}
