import { join } from 'node:path';
import { EarshotError } from '../errors.js';
import type { ExecutionProvider } from '../inference/execution-provider.js';
import { loadModel } from '../inference/session.js';
import { AcousticModel } from './acoustic-model.js';
import { type CompiledBias, ContextScorer, compileBias } from './bias.js';
import { type ConfidenceMap, defaultConfidenceMap, toHypotheses } from './confidence.js';
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
import type { SentenceGrammar } from './sentence-grammar.js';

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
  /** Words and phrases to expect. */
  bias?: readonly BiasPhrase[];
  /** Sentences to prefer. */
  grammar?: SentenceGrammar;
}

/** Compiled lists of phrases that are kept. */
const mostBiases = 32;

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
  const tree = buildSearchTree(
    lexicon,
    (word) => options.lmWeight * lm.unigramLogProb(word) + options.wordBonus,
  );
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
  /** By content, the one used last at the end. */
  private readonly biases = new Map<string, CompiledBias>();

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

  get sampleRateHz(): number {
    return this.acoustic.sampleRateHz;
  }

  get locales(): readonly string[] {
    return this.manifest.locales;
  }

  /** Pronunciations for any text, by lexicon and grapheme-to-phone. */
  get pronouncer(): Pronouncer {
    this.lazyPronouncer ??= new Pronouncer(this.lexicon, GraphemeToPhone.open(this.resources.g2p));
    return this.lazyPronouncer;
  }

  createStream(options: StreamOptions = {}): RecogniserStream {
    const { tree, cache, lm, lexicon } = this;
    const { search: searchOptions } = this.resources;
    const bias = options.bias && options.bias.length > 0 ? this.compiledBias(options.bias) : undefined;
    const context =
      bias || options.grammar
        ? new ContextScorer(lm, lexicon, searchOptions.lmWeight, { bias, grammar: options.grammar })
        : undefined;
    const search = new LexiconBeamSearch(
      tree,
      cache,
      context ?? lm,
      searchOptions,
      Lexicon.unknown,
      bias?.tree,
      bias?.shadowed,
    );
    const spell = (word: number) => (context ? context.textOf(word) : lexicon.word(word));
    const textOf = (word: number) => (word === Lexicon.unknown ? undefined : spell(word));
    const secondsPerFrame = (this.acoustic.subsampling * this.acoustic.frameShiftMs) / 1000;
    const view = { textOf, secondsPerFrame, map: this.confidence };
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

  /** Streams with the same phrases, as of one domain pack, share what was compiled for the first. */
  private compiledBias(phrases: readonly BiasPhrase[]): CompiledBias {
    const key = JSON.stringify(phrases);
    let compiled = this.biases.get(key);
    if (compiled) this.biases.delete(key);
    else {
      const { lexicon, lm, pronouncer } = this;
      compiled = compileBias(phrases, { lexicon, lm, pronouncer, search: this.resources.search });
      if (this.biases.size >= mostBiases) this.biases.delete(this.biases.keys().next().value!);
    }
    this.biases.set(key, compiled);
    return compiled;
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
