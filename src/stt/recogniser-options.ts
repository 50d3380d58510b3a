import type { CompiledFiles } from '../files/compiled-files.js';
import type { ExecutionProvider } from '../inference/execution-provider.js';
import type { Turns } from '../inference/turns.js';
import type { CompiledContext } from './compile-context.js';
import type { BiasPhrase } from './hypothesis.js';
import type { LanguageResources } from './language-resources.js';
import type { ModelManifest } from './model-manifest.js';
import type { SearchOptions } from './search/search-options.js';

/**
 * What can be recognised: words of the lexicon and those that are expected, or whatever the word pieces of a model can
 * write.
 */
export type Vocabulary = 'lexicon' | 'open';

export interface RecogniserOptions {
  /** Folder with `model.json` and the files that it names. */
  directory: string;
  /** From `readModelManifest`, in a thread that is to be ready soon. @default read from the folder */
  manifest?: ModelManifest;
  /** @default 'cpu' */
  provider?: ExecutionProvider;
  /** @default 1 */
  intraOpThreads?: number;
  /** Overrides of what the model's own manifest says. */
  search?: Partial<SearchOptions>;
  /**
   * `open` is for CTC models of word pieces or letters only; context and bias have no effect with it. Transducers, and
   * networks that write tokens, know no lexicon: they are open in any case, and go by the phrases of context and bias.
   * @default 'lexicon'
   */
  vocabulary?: Vocabulary;
  /** From another thread's {@link Recogniser.resources}; saves reading and building. */
  resources?: LanguageResources | Promise<LanguageResources>;
  /** Where the network may lie made ready. @default nowhere */
  compiled?: CompiledFiles;
  /** With other threads that run networks. @default there are none */
  turns?: Turns;
}

export interface StreamOptions {
  /** From {@link Recogniser.compile}: what many streams expect. */
  context?: CompiledContext;
  /** Words and phrases that this stream expects besides, with weights above 0 and at most 10; others are an `invalid_request`. */
  bias?: readonly BiasPhrase[];
  /**
   * A detector of voice activity that listens too (see VadStream). How sure it is of speech is asked with every result, to
   * tell words from noise. @default none
   */
  detector?: { readonly voiceProbability: number | undefined };
}
