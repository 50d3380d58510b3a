import { join } from 'node:path';
import { joinFloats } from '../audio/join-floats.js';
import { EarshotError } from '../errors.js';
import type { ConcreteProvider } from '../inference/execution-provider.js';
import { loadModel } from '../inference/session.js';
import { keepLast } from '../memory/keep-last.js';
import type { AcousticModel } from './acoustic/acoustic-model.js';
import { chooseNetwork } from './acoustic/choose-network.js';
import { openAcousticModel } from './acoustic/open-acoustic-model.js';
import type { BiasParts } from './bias.js';
import { checkBias } from './check-bias.js';
import { CompiledContext, type ContextData, compileContext } from './compile-context.js';
import {
  type ConfidenceMap,
  defaultConfidenceMap,
  neutralSureness,
  type Reading,
  type ReadingOptions,
  toHypotheses,
  toReadings,
} from './confidence.js';
import { createSearchVocabulary, type SearchParts } from './create-search-vocabulary.js';
import { openTokenWriter } from './encoder-decoder/open-token-writer.js';
import type { Hypothesis } from './hypothesis.js';
import {
  type LanguageResources,
  languageOf,
  loadLanguageResources,
  weightedTree,
} from './language-resources.js';
import type { Pronouncer } from './lexicon/pronouncer.js';
import type { ModelManifest } from './model-manifest.js';
import type { RecogniserOptions, StreamOptions } from './recogniser-options.js';
import { RecogniserStream } from './recogniser-stream.js';
import { NeuralLm } from './rescoring/neural-lm.js';
import type { SearchOptions } from './search/search-options.js';
import type { TracedPath } from './search/traced-path.js';
import type { UtteranceSearch } from './search/utterance-search.js';
import type { EncodedChunk, SearchVocabulary } from './search-vocabulary.js';
import type { SpeechContext } from './speech-context.js';
import { openTransducer } from './transducer/open-transducer.js';

interface RecogniserParts extends SearchParts {
  warnings: readonly string[];
  provider: ConcreteProvider;
}

/** Readings that confidences are the shares of. */
const mostPaths = 50;

/**
 * CTC network over phones or word pieces, pronunciation lexicon and n-gram language model in one beam search; or a
 * transducer over word pieces; or an encoder and a decoder that writes tokens. Create it in a worker thread:
 * {@link decode} computes on the thread that calls it.
 */
export class Recogniser {
  readonly manifest: ModelManifest;
  readonly acoustic: AcousticModel;
  readonly resources: LanguageResources;
  /** To be logged: execution providers that were tried in vain. */
  readonly warnings: readonly string[];
  /** What the network runs on. */
  readonly provider: ConcreteProvider;
  private readonly language: BiasParts;
  private readonly confidence: ConfidenceMap;
  private readonly searched: SearchVocabulary;
  private lazyNothing?: CompiledContext;

  private constructor(private readonly parts: RecogniserParts) {
    const { acoustic, resources } = parts;
    this.acoustic = acoustic;
    this.resources = resources;
    this.warnings = parts.warnings;
    this.provider = parts.provider;
    this.manifest = resources.manifest;
    this.language = languageOf(resources);
    this.confidence = { ...defaultConfidenceMap, ...resources.manifest.confidence };
    this.searched = createSearchVocabulary(parts, this.language);
  }

  /** @throws EarshotError `model_missing`, `model_corrupt`, `provider_unavailable`, `invalid_config`. */
  static async load(options: RecogniserOptions): Promise<Recogniser> {
    const { directory, provider, intraOpThreads, search, vocabulary = 'lexicon', compiled, turns } = options;
    const manifest = options.manifest ?? (await import('./model-manifest.js')).readModelManifest(directory);
    const { family, files } = manifest;
    if (vocabulary === 'open' && family === 'ctc-lexicon') {
      throw new EarshotError(
        'invalid_config',
        `The model in ${directory} recognises phones, which make no words without a lexicon; the open vocabulary needs a model of word pieces.`,
      );
    }
    const file = files.acoustic;
    // What another thread reads is waited for while the network is made ready.
    const neuralFile = family === 'ctc-lexicon' ? manifest.files.neuralLm : undefined;
    const path = join(directory, file.name);
    const session = { intraOpThreads, sha256: file.sha256, compiled, turns };
    const [loaded, resources, neuralLm] = await Promise.all([
      loadModel(path, { provider, ...session }),
      options.resources ?? loadLanguageResources(directory, manifest, search),
      neuralFile && NeuralLm.open(directory, neuralFile, compiled),
    ]);
    const units = resources.lexicon.units.split(' ');
    const { acoustic, chosen, warnings } = await chooseNetwork(
      provider,
      loaded,
      (from) => openAcousticModel(family, from, units, path),
      () => loadModel(path, { provider: 'cpu', ...session }),
    );
    await acoustic.hearQuiet();
    const transducer = await openTransducer(directory, manifest, units.length);
    const writer = await openTokenWriter(directory, manifest, { provider: chosen, intraOpThreads, turns });
    const made = { acoustic, resources, warnings, provider: chosen, vocabulary };
    return new Recogniser({ ...made, transducer, writer, neuralLm });
  }

  /**
   * The same model with other search parameters; network, lexicon and language model are shared. For tuning and
   * measurements.
   */
  withSearch(search: Partial<SearchOptions>, confidence: Partial<ConfidenceMap> = {}): Recogniser {
    const { resources, language } = this;
    const options = { ...resources.search, ...search };
    const tree = weightedTree(language.lexicon, language.lm, options);
    const manifest = { ...this.manifest, confidence: { ...this.confidence, ...confidence } };
    const changed = { ...resources, manifest, search: options, lookAhead: tree.lookAhead };
    return new Recogniser({ ...this.parts, resources: changed });
  }

  /**
   * What the network says about a whole recording, [frames, outputDim]: log-probabilities of the units, but for
   * transducers. For tuning and measurements.
   */
  async encode(samples: Float32Array): Promise<Float32Array> {
    const stream = this.createStream();
    stream.acceptWaveform(samples);
    stream.inputFinished();
    const parts: Float32Array[] = [];
    while (stream.isReady) {
      const [part] = await this.acoustic.run([{ state: stream.state, features: stream.takeChunk() }]);
      if (stream.hear(part)) parts.push(part);
      else parts.length = 0;
    }
    return joinFloats(parts);
  }

  /** Searches what {@link encode} gave. Word times have no recording to lie in, and are all 0. */
  async searchAlone(encoded: Float32Array, options: StreamOptions = {}): Promise<Hypothesis[]> {
    const stream = this.createStream(options);
    await this.advance([{ search: stream.search, encoded }]);
    return stream.result();
  }

  /** The same without confidences, for fitting them: clarity of the sound, and readings by the scale of scores. */
  async readingsAlone(
    encoded: Float32Array,
    options: StreamOptions = {},
  ): Promise<{ clarity: number; at(scale: number): Reading[] }> {
    const { search, view, read } = this.createSearch(options);
    await this.advance([{ search, encoded }]);
    const paths = await read(search, mostPaths);
    return {
      clarity: search.clarity,
      at: (scale) =>
        toReadings(paths, { ...view, secondsAt: () => 0, map: { ...view.map, scale }, count: 10 }),
    };
  }

  /** Frees what may lie on an accelerator; no stream may be at work any more. */
  async release(): Promise<void> {
    await Promise.all([this.acoustic.release(), this.parts.writer?.network.release()]);
  }

  get sampleRateHz(): number {
    return this.acoustic.sampleRateHz;
  }

  get locales(): readonly string[] {
    return this.manifest.locales;
  }

  /** Words of the lexicon, its marks included. */
  get wordCount(): number {
    return this.language.lexicon.wordCount;
  }

  /** -ln of a word's probability without context; Infinity for words that the lexicon lacks. */
  rarity(word: string): number {
    const { lexicon, lm } = this.language;
    const id = lexicon.idOf(word);
    return id < 0 ? Number.POSITIVE_INFINITY : -lm.unigramLogProb(id);
  }

  /** Pronunciations for any text, by lexicon and grapheme-to-phone. */
  get pronouncer(): Pronouncer {
    return this.language.pronouncer;
  }

  /** Compiles what many streams will expect, as of a domain pack; takes up to some tenths of a second. */
  compile(context: SpeechContext): CompiledContext {
    return this.adopt(compileContext(context, this.language));
  }

  /** What another thread compiled for this model. */
  adopt(data: ContextData): CompiledContext {
    return new CompiledContext(data, this.language);
  }

  private createSearch({ context: shared, bias: own = [] }: StreamOptions): {
    search: UtteranceSearch;
    view: Omit<ReadingOptions, 'count' | 'secondsAt'>;
    /** The best of what a search found, read again where the model can. */
    read(search: UtteranceSearch, count: number): Promise<TracedPath[]>;
  } {
    if (own.length > 0 && !shared) {
      this.lazyNothing ??= this.compile({});
      shared = this.lazyNothing;
    }
    const { search, rescore, ...words } = this.searched.createSearch(shared, own);
    return {
      search,
      view: { ...words, map: this.confidence },
      read: async (from, count) => {
        const paths = from.nBest(count);
        return rescore ? rescore(paths) : paths;
      },
    };
  }

  createStream(options: StreamOptions = {}): RecogniserStream {
    checkBias(options.bias ?? []);
    const stream = new RecogniserStream({
      acoustic: this.acoustic,
      newSearch: () => {
        const { search, view, read } = this.createSearch(options);
        const sound = () => ({ clarity: search.clarity, voice: options.detector?.voiceProbability });
        return {
          search,
          toHypotheses: async (count, secondsAt) => {
            const paths = await read(search, Math.max(count, mostPaths));
            return toHypotheses(paths, { ...view, secondsAt, count, ...sound() });
          },
          toPartial: (secondsAt) => {
            const how = { ...view, secondsAt, count: 1, ...sound(), sureness: neutralSureness };
            return toHypotheses([{ words: search.partial(), score: 0 }], how)[0];
          },
        };
      },
    });
    return keepLast('stream', stream);
  }

  /** Decodes one chunk of every stream that is ready; streams with chunks of equal length share one network run. */
  async decode(streams: readonly RecogniserStream[]): Promise<void> {
    const byLength = new Map<number, { stream: RecogniserStream; features: Float32Array }[]>();
    for (const stream of streams) {
      if (!stream.isReady) continue;
      const features = stream.takeChunk();
      const batch = byLength.get(features.length) ?? [];
      byLength.set(features.length, [...batch, { stream, features }]);
    }
    for (const batch of byLength.values()) {
      const items = batch.map(({ stream, features }) => ({
        state: stream.state,
        features,
        isTrial: stream.isTrial,
      }));
      const encoded = await this.acoustic.run(items);
      const { featureDim, subsampling } = this.acoustic;
      const frames = Math.ceil(batch[0].features.length / featureDim / subsampling);
      const heard = batch
        .map(({ stream }, index) => ({ stream, encoded: encoded[index] }))
        .filter(({ stream, encoded }) => stream.hear(encoded));
      await this.advance(heard.map(({ stream: { search }, encoded }) => ({ search, encoded, frames })));
    }
  }

  /** Brings into searches what the network told of their streams. */
  advance(chunks: readonly EncodedChunk[]): Promise<void> {
    return this.searched.advance(chunks);
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
