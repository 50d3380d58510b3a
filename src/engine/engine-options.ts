import { EarshotError } from '../errors.js';
import type { ExecutionProvider } from '../inference/execution-provider.js';
import { isRecord } from '../is-record.js';
import type { Logger } from '../log.js';
import type { Vocabulary } from '../stt/recogniser-options.js';
import { type EndpointerOptions, endpointerDefaults } from '../vad/endpointer-options.js';
import {
  checkNames,
  checkOptions,
  type OptionRule,
  type OptionRules,
  text,
  wrongValue,
} from './check-options.js';

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

const wholeNumber: OptionRule = {
  allowed: 'a whole number of at least 1',
  isValid: (value) => Number.isSafeInteger(value) && (value as number) >= 1,
};
const positiveNumber: OptionRule = {
  allowed: 'a number above 0',
  isValid: (value) => Number(value) > 0 && isNumber(value),
};
/** The calls that are made of it here. */
const logCalls = ['debug', 'info', 'warn', 'error'] as const;

const rules: OptionRules<EngineOptions> = {
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
  endpointing: { allowed: 'an object of options', isValid: isRecord },
  catalogue: text,
  compiled: text,
  watchPack: { allowed: 'true or false', isValid: (value) => typeof value === 'boolean' },
  log: {
    allowed: `a logger, such as that of createLogger, with ${logCalls.join(', ')}`,
    isValid: (value) =>
      isRecord(value) && logCalls.every((call) => typeof value[call as keyof object] === 'function'),
  },
};

/**
 * @throws TypeError for an option that there is not; EarshotError `invalid_config` for a value that cannot be
 */
export function checkEngineOptions(options: EngineOptions): void {
  const invalid = (message: string) => new EarshotError('invalid_config', message);
  checkOptions('createEngine', options, rules, invalid);
  const { endpointing = {} } = options;
  checkNames('endpointing', endpointing, Object.keys(endpointerDefaults));
  for (const [name, value] of Object.entries(endpointing)) {
    if (value !== undefined && !isNumber(value))
      throw invalid(wrongValue(`endpointing.${name}`, 'a number', value));
  }
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' && !Number.isNaN(value);
}
