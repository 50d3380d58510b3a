import type { Transferable } from 'node:worker_threads';
import type { EarshotError } from '../errors.js';
import type { EventOf, MethodOf, WorkerContract } from './worker-messages.js';

/** One stream's place in one worker. */
export interface Pin<C extends WorkerContract> {
  request<Name extends MethodOf<C>>(
    method: Name,
    params: C['methods'][Name]['params'],
    transfer?: readonly Transferable[],
  ): Promise<C['methods'][Name]['result']>;
  /** The same without an answer: what goes wrong has to show in a later one. */
  tell<Name extends MethodOf<C>>(
    method: Name,
    params: C['methods'][Name]['params'],
    transfer?: readonly Transferable[],
  ): void;
  /** The stream is over. Safe more than once. */
  release(): void;
}

/** What a stream is told of by its worker. */
export interface PinListener<C extends WorkerContract> {
  onEvent?<Name extends EventOf<C>>(name: Name, payload: C['events'][Name]): void;
  /** The worker has stopped and the stream's state with it; pending requests are rejected with the same error. */
  onLost?(error: EarshotError): void;
}
