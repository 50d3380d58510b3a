/**
 * Earshot as a library: the same engine that the server runs, in your own process.
 *
 * @example
 * import { createEngine } from 'earshot';
 * const engine = await createEngine();
 * const { text, intent, entities } = await engine.query(await readFile('order.wav'), { mimeType: 'audio/wav' });
 * await engine.close();
 *
 * @module
 */
export type { LoadConfigOptions, LoadedConfig } from './config/load-config.js';
export { loadConfig } from './config/load-config.js';
export type { Config } from './config/options.js';
export {
  type AudioBytes,
  createEngine,
  type Engine,
  type EngineOptions,
  type EngineQuery,
  type EngineResult,
  type TranscribeOptions,
} from './engine/engine.js';
export { EarshotError, type ErrorCode, errorCodes, type Fault } from './errors.js';
export { createLogger, type Logger } from './log.js';
export type * from './nlu/understanding.js';
export type * from './query/transcriber.js';
export { type Service, startService } from './service/service.js';
export type * from './stt/hypothesis.js';
export type { EndpointerOptions } from './vad/endpointer-options.js';
