import { EarshotError, type SerialisedError } from '../errors.js';

/**
 * What a kind of worker understands: the parameters and result of each method, and the payload of each event. All of
 * it must survive structured cloning.
 */
export interface WorkerContract {
  methods: Record<string, { params: unknown; result: unknown }>;
  events: Record<string, unknown>;
}

export type MethodOf<C extends WorkerContract> = keyof C['methods'] & string;
export type EventOf<C extends WorkerContract> = keyof C['events'] & string;

/** What a worker is started with. */
export interface WorkerStart<Options = unknown, Info = unknown> {
  options: Options;
  /** What the first worker shared, for all others. */
  shared: Info | undefined;
}

/**
 * From the pool to a worker. A pin is the number of a stream that belongs to this worker; a request with the id 0 wants no
 * answer.
 */
export type ToWorker =
  | { type: 'request'; id: number; pin: number; method: string; params: unknown }
  | { type: 'release'; pin: number }
  | { type: 'ping' }
  | { type: 'close' };

/** From a worker to the pool. */
export type FromWorker =
  | { type: 'ready'; info: unknown; shared: unknown }
  | { type: 'pong' }
  | { type: 'failed'; error: SerialisedError; reason: string }
  | { type: 'result'; id: number; result: unknown }
  | { type: 'error'; id: number; error: SerialisedError; reason: string }
  | { type: 'event'; pin: number; name: string; payload: unknown };

/** An error in the form that crosses threads: an EarshotError whole, of others the stack as the reason for the log. */
export function serialiseError(error: unknown): { error: SerialisedError; reason: string } {
  const known = EarshotError.from(error);
  const cause = known.cause ?? error;
  return { error: known.toJSON(), reason: String(cause instanceof Error ? cause.stack : cause) };
}

/** The inverse of {@link serialiseError}; the reason becomes the cause. */
export function reviveError({ error, reason }: { error: SerialisedError; reason: string }): EarshotError {
  const revived = EarshotError.fromJSON(error);
  revived.cause = reason;
  return revived;
}
