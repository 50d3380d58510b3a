import { didYouMeanHint } from './config/did-you-mean.js';
import { EarshotError } from './errors.js';
import type { ExecutionProvider } from './inference/execution-provider.js';
import type { Logger } from './log.js';
import type { Vocabulary } from './stt/recogniser-options.js';
import { type EndpointerOptions, endpointerDefaults } from './vad/endpointer-options.js';

export interface EngineOptions {
  /** Folder of the recogniser model. @default the one that ships with Earshot */
  model?: string;
  /** Domain pack: a folder, or the name of one that ships. @default 'product-search' */
  pack?: string;
  /** ONNX Runtime execution provider. @default 'cpu' */
  provider?: ExecutionProvider;
  /** Most worker threads that run models, started as recordings need them. @default 1 */
  workers?: number;
  /** Threads inside one model run. @default 1 */
  intraOpThreads?: number;
  /** What can be recognised: the lexicon's words, or all that a model of word pieces can write. @default 'lexicon' */
  vocabulary?: Vocabulary;
  /** Recordings recognised at the same time. @default 64 */
  maxStreams?: number;
  /** Share of the workers' time that may be planned for before more recordings are refused. @default 0.8 */
  targetLoad?: number;
  /** When an utterance has ended, for the service; {@link Engine.transcribe} takes all audio that it is given. */
  endpointing?: EndpointerOptions;
  /** Data folder whose imported catalogue answers searches. @default none */
  catalogue?: string;
  /** Folder in which what was compiled from the pack is kept, so that later starts are sooner. @default none */
  compiled?: string;
  /** Whether a changed pack takes the place of the old one; a broken version leaves the old one. @default false */
  watchPack?: boolean;
  log?: Logger;
}

interface Rule {
  /** Ends the sentence "must be ...". */
  allowed: string;
  isValid(value: unknown): boolean;
}

const wholeNumber: Rule = {
  allowed: 'a whole number of at least 1',
  isValid: (value) => Number.isSafeInteger(value) && (value as number) >= 1,
};
const positiveNumber: Rule = {
  allowed: 'a number above 0',
  isValid: (value) => Number(value) > 0 && isNumber(value),
};
const text: Rule = { allowed: 'a text', isValid: (value) => typeof value === 'string' && value !== '' };
/** What is said of it is checked where it is used. */
const anything: Rule = { allowed: '', isValid: () => true };

const rules: Record<keyof EngineOptions, Rule> = {
  model: text,
  pack: text,
  provider: text,
  workers: wholeNumber,
  intraOpThreads: wholeNumber,
  vocabulary: {
    allowed: 'lexicon or open',
    isValid: (value) => ['lexicon', 'open'].includes(value as string),
  },
  maxStreams: wholeNumber,
  targetLoad: positiveNumber,
  endpointing: {
    allowed: 'an object of options',
    isValid: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  },
  catalogue: text,
  compiled: text,
  watchPack: { allowed: 'true or false', isValid: (value) => typeof value === 'boolean' },
  log: anything,
};

/**
 * For callers without types, and for numbers that types do not tell apart. An option that is undefined was not given.
 * @throws TypeError for an option that there is not; EarshotError `invalid_config` for a value that cannot be
 */
export function checkEngineOptions(options: EngineOptions): void {
  checkNames('createEngine', options, Object.keys(rules));
  for (const [name, rule] of Object.entries(rules)) {
    const value: unknown = options[name as keyof EngineOptions];
    if (value !== undefined && !rule.isValid(value)) throw invalid(name, rule.allowed, value);
  }
  const { endpointing = {} } = options;
  checkNames('endpointing', endpointing, Object.keys(endpointerDefaults));
  for (const [name, value] of Object.entries(endpointing)) {
    if (value !== undefined && !isNumber(value)) throw invalid(`endpointing.${name}`, 'a number', value);
  }
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' && !Number.isNaN(value);
}

function checkNames(what: string, given: object, known: readonly string[]): void {
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    const hint = didYouMeanHint(name, known);
    throw new TypeError(
      `${what} has no option "${name}"${hint ? ` (${hint})` : ''}; it has ${known.join(', ')}`,
    );
  }
}

function invalid(name: string, allowed: string, value: unknown): EarshotError {
  const came = typeof value === 'number' ? String(value) : JSON.stringify(value);
  return new EarshotError('invalid_config', `The option ${name} must be ${allowed}; got ${came}.`);
}
