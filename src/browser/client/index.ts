export type { AudioQueryOptions } from './audio-stream.js';
export type { SessionOptions } from './options.js';
export { ServiceError, type ServiceErrorCode } from './service-error.js';
export { type CreateOptions, ServiceSession } from './service-session.js';
export type { OpenMicrophoneOptions } from './session-microphone.js';
export type { Feedback, Link, PartialResult, Problem, ProcessedQuery, Query, QueryContext } from './wire.js';
