export type { AudioUpload } from './audio-upload.js';
export * from './query-lifecycle.js';
export * from './query-options.js';
export * from './query-record.js';
export type { QueryRequest } from './query-requests.js';
export { QueryService, type QueryServiceOptions } from './query-service.js';
export type { Page, PageRequest } from './query-store.js';
export type * from './transcriber.js';
