import { join } from 'node:path';
import { EarshotError } from '../errors.js';
import type { ExecutionProvider } from '../inference/execution-provider.js';
import { loadModel } from '../inference/session.js';
import { AcousticModel } from './acoustic-model.js';
import type { CompiledBias } from './bias.js';
import { CompiledContext } from './compile-context.js';
import {
  type ConfidenceMap,
  defaultConfidenceMap,
  type Reading,
  toHypotheses,
  toReadings,
} from './confidence.js';
import { ContextScorer } from './context-scorer.js';
import type { BiasPhrase, Hypothesis } from './hypothesis.js';
import { GraphemeToPhone } from './lexicon/grapheme-to-phone.js';
import { Lexicon, type LexiconArrays } from './lexicon/lexicon.js';
import { Pronouncer } from './lexicon/pronouncer.js';
import { type NgramArrays, NgramModel } from './lm/ngram-model.js';
import { type ModelManifest, readModelFile, readModelManifest } from './model-manifest.js';
import { RecogniserStream } from './recogniser-stream.js';
import { LexiconBeamSearch } from './search/lexicon-beam-search.js';
import { buildLookAheadIndex, LookAheadCache, type LookAheadIndex } from './search/look-ahead.js';
import { buildSearchTree, type SearchTree } from './search/search-graph.js';
import { defaultSearchOptions, type SearchOptions } from './search/search-options.js';
import type { SpeechContext } from './speech-context.js';

/** Words and language of a model on shared memory; post it to the other workers so that they share one copy. */
export interface LanguageResources {
  manifest: ModelManifest;
  lexicon: LexiconArrays;
  lm: NgramArrays;
  g2p: Uint8Array;
  lookAhead: Float32Array;
  lookAheadIndex: LookAheadIndex;
  search: SearchOptions;
}

export interface RecogniserOptions {
  /** Folder with `model.json` and the files that it names. */
  directory: string;
  /** @default 'cpu' */
  provider?: ExecutionProvider;
  /** @default 1 */
  intraOpThreads?: number;
  /** Overrides of what the model's own manifest says. */
  search?: Partial<SearchOptions>;
  /** From another thread's {@link Recogniser.resources}; saves reading and building. */
  resources?: LanguageResources;
}

export interface StreamOptions {
  /** From {@link Recogniser.compile}: what many streams expect. */
  context?: CompiledContext;
  /** Words and phrases that this stream expects besides. */
  bias?: readonly BiasPhrase[];
}

/**
 * Reads and checks everything of a model but its network.
 *
 * @throws EarshotError `model_missing`, `model_corrupt`.
 */
export function loadLanguageResources(
  directory: string,
  search: Partial<SearchOptions> = {},
): LanguageResources {
  const manifest = readModelManifest(directory);
  const { files } = manifest;
  const options: SearchOptions = { ...defaultSearchOptions, ...manifest.search, ...search };
  const lexicon = Lexicon.open(readModelFile(directory, files.lexicon), files.lexicon.name);
  const lm = NgramModel.open(readModelFile(directory, files.lm), files.lm.name);
  if (lm.vocabularyDigest !== lexicon.digest || lm.vocabularySize !== lexicon.wordCount) {
    throw new EarshotError(
      'model_corrupt',
      `${files.lm.name} and ${files.lexicon.name} in ${directory} were not built for each other; restore both (git checkout -- models).`,
    );
  }
  const units = new TextDecoder().decode(readModelFile(directory, files.units).slice()).trim().split(/\s+/);
  if (units.join(' ') !== lexicon.units.join(' ')) {
    throw new EarshotError(
      'model_corrupt',
      `${files.units.name} and ${files.lexicon.name} in ${directory} have different units.`,
    );
  }
  const tree = weightedTree(lexicon, lm, options);
  return {
    manifest,
    lexicon: lexicon.arrays,
    lm: lm.arrays,
    g2p: readModelFile(directory, files.g2p),
    lookAhead: tree.lookAhead,
    lookAheadIndex: buildLookAheadIndex(lexicon),
    search: options,
  };
}

/**
 * The default recogniser: CTC network over phones, pronunciation lexicon and n-gram language model in one beam search.
 * Create it in a worker thread: {@link decode} computes on the thread that calls it.
 */
export class Recogniser {
  readonly manifest: ModelManifest;
  private readonly lexicon: Lexicon;
  private readonly lm: NgramModel;
  private readonly tree: SearchTree;
  private readonly cache: LookAheadCache;
  private readonly confidence: ConfidenceMap;
  private lazyPronouncer?: Pronouncer;
  private lazyNothing?: CompiledContext;

  private constructor(
    readonly acoustic: AcousticModel,
    readonly resources: LanguageResources,
    /** To be logged: execution providers that were tried in vain. */
    readonly warnings: readonly string[],
  ) {
    this.manifest = resources.manifest;
    this.lexicon = new Lexicon(resources.lexicon);
    this.lm = new NgramModel(resources.lm);
    const { unit, childStart, wordStart, words } = resources.lexicon;
    this.tree = { unit, childStart, wordStart, words, lookAhead: resources.lookAhead };
    const { lmWeight, wordBonus } = resources.search;
    this.cache = new LookAheadCache(this.tree, resources.lookAheadIndex, this.lm, lmWeight, wordBonus);
    this.confidence = { ...defaultConfidenceMap, ...resources.manifest.confidence };
  }

  /** @throws EarshotError `model_missing`, `model_corrupt`, `provider_unavailable`. */
  static async load(options: RecogniserOptions): Promise<Recogniser> {
    const { directory, provider, intraOpThreads, search } = options;
    const resources = options.resources ?? loadLanguageResources(directory, search);
    const { acoustic: file } = resources.manifest.files;
    const loaded = await loadModel(join(directory, file.name), {
      provider,
      intraOpThreads,
      sha256: file.sha256,
    });
    const acoustic = new AcousticModel(loaded, file.name);
    const units = resources.lexicon.units.split(' ');
    if (acoustic.units.join(' ') !== units.join(' ')) {
      throw new EarshotError(
        'model_corrupt',
        `${file.name} in ${directory} has other units than the lexicon.`,
      );
    }
    return new Recogniser(acoustic, resources, loaded.warnings);
  }

  /**
   * The same model with other search parameters; network, lexicon and language model are shared. For tuning and
   * measurements.
   */
  withSearch(search: Partial<SearchOptions>, confidence: Partial<ConfidenceMap> = {}): Recogniser {
    const { resources, lexicon, lm } = this;
    const options = { ...resources.search, ...search };
    const tree = weightedTree(lexicon, lm, options);
    const manifest = { ...this.manifest, confidence: { ...this.confidence, ...confidence } };
    const changed = { ...resources, manifest, search: options, lookAhead: tree.lookAhead };
    return new Recogniser(this.acoustic, changed, this.warnings);
  }

  /** What the network says about a whole recording: log-probabilities [frames, units]. For tuning and measurements. */
  async logProbs(samples: Float32Array): Promise<Float32Array> {
    const stream = this.createStream();
    stream.acceptWaveform(samples);
    stream.inputFinished();
    const parts: Float32Array[] = [];
    let size = 0;
    while (stream.isReady) {
      const [part] = await this.acoustic.run([{ state: stream.state, features: stream.takeChunk() }]);
      parts.push(part);
      size += part.length;
    }
    const all = new Float32Array(size);
    parts.reduce((at, part) => {
      all.set(part, at);
      return at + part.length;
    }, 0);
    return all;
  }

  /** Searches what {@link logProbs} gave. Word times have no recording to lie in, and are all 0. */
  searchAlone(logProbs: Float32Array, options: StreamOptions = {}): Hypothesis[] {
    const stream = this.createStream(options);
    if (logProbs.length > 0) stream.giveLogProbs(logProbs);
    return stream.result();
  }

  /** The same without confidences, for fitting them: readings by the scale of scores. */
  readingsAlone(logProbs: Float32Array, options: StreamOptions = {}): (scale: number) => Reading[] {
    const { search, view } = this.createSearch(options);
    const units = this.acoustic.units.length;
    search.advance(logProbs, logProbs.length / units, units);
    const paths = search.nBest(50);
    return (scale) => toReadings(paths, { ...view, map: { ...view.map, scale }, count: 10 });
  }

  get sampleRateHz(): number {
    return this.acoustic.sampleRateHz;
  }

  get locales(): readonly string[] {
    return this.manifest.locales;
  }

  /** Words of the lexicon. */
  get wordCount(): number {
    return this.lexicon.wordCount;
  }

  /** -ln of a word's probability without context; Infinity for words that the lexicon lacks. */
  rarity(word: string): number {
    const id = this.lexicon.idOf(word);
    return id < 0 ? Number.POSITIVE_INFINITY : -this.lm.unigramLogProb(id);
  }

  /** Pronunciations for any text, by lexicon and grapheme-to-phone. */
  get pronouncer(): Pronouncer {
    this.lazyPronouncer ??= new Pronouncer(this.lexicon, GraphemeToPhone.open(this.resources.g2p));
    return this.lazyPronouncer;
  }

  /** Compiles what many streams will expect, as of a domain pack; takes up to some tenths of a second. */
  compile(context: SpeechContext): CompiledContext {
    const { lexicon, lm, pronouncer } = this;
    return new CompiledContext(context, { lexicon, lm, pronouncer, search: this.resources.search });
  }

  private createSearch({ context: shared, bias: own = [] }: StreamOptions) {
    const { tree, cache, lm, lexicon } = this;
    const { search: searchOptions } = this.resources;
    if (own.length > 0 && !shared) {
      this.lazyNothing ??= this.compile({});
      shared = this.lazyNothing;
    }
    const bias = shared?.with(own);
    const context = bias && new ContextScorer(lm, lexicon, searchOptions, bias, shared?.sentences);
    const search = new LexiconBeamSearch(
      tree,
      cache,
      context ?? lm,
      searchOptions,
      Lexicon.unknown,
      overlaysOf(bias),
      bias?.shadowed,
    );
    const spell = (word: number) => (context ? context.textOf(word) : lexicon.word(word));
    const textOf = (word: number) => (word === Lexicon.unknown ? undefined : spell(word));
    const secondsPerFrame = (this.acoustic.subsampling * this.acoustic.frameShiftMs) / 1000;
    return { search, view: { textOf, secondsPerFrame, map: this.confidence } };
  }

  createStream(options: StreamOptions = {}): RecogniserStream {
    const { search, view } = this.createSearch(options);
    return new RecogniserStream({
      acoustic: this.acoustic,
      search,
      toHypotheses: (from, count) => toHypotheses(from.nBest(Math.max(count, 50)), { ...view, count }),
      toPartial: (from) => {
        const [{ text, words }] = toHypotheses([{ words: from.partial(), score: 0 }], { ...view, count: 1 });
        return { text, words };
      },
    });
  }

  /** Decodes one chunk of every stream that is ready; streams with chunks of equal length share one network run. */
  async decode(streams: readonly RecogniserStream[]): Promise<void> {
    const byLength = new Map<number, { stream: RecogniserStream; features: Float32Array }[]>();
    for (const stream of streams) {
      if (!stream.isReady) continue;
      const features = stream.takeChunk();
      const batch = byLength.get(features.length) ?? [];
      batch.push({ stream, features });
      byLength.set(features.length, batch);
    }
    for (const batch of byLength.values()) {
      const items = batch.map(({ stream, features }) => ({ state: stream.state, features }));
      const logProbs = await this.acoustic.run(items);
      batch.forEach(({ stream }, index) => {
        stream.giveLogProbs(logProbs[index]);
      });
    }
  }

  /** Recognises a whole recording: mono samples at {@link sampleRateHz}. */
  async recognise(samples: Float32Array, options: StreamOptions = {}): Promise<Hypothesis[]> {
    const stream = this.createStream(options);
    stream.acceptWaveform(samples);
    stream.inputFinished();
    while (stream.isReady) await this.decode([stream]);
    return stream.result();
  }
}

/** The lexicon's tree with the best score, without context, of a word below each node. */
function weightedTree(lexicon: Lexicon, lm: NgramModel, { lmWeight, wordBonus }: SearchOptions): SearchTree {
  return buildSearchTree(lexicon, (word) => lmWeight * lm.unigramLogProb(word) + wordBonus);
}

/** Trees that have something in them. */
function overlaysOf(bias: CompiledBias | undefined): SearchTree[] {
  const trees = bias ? [bias.tree, ...(bias.base ? [bias.base.tree] : [])] : [];
  return trees.filter(({ unit }) => unit.length > 1);
}
