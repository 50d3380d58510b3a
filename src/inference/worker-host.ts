import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from './thread-priority.js';
import {
  type EventOf,
  type FromWorker,
  type MethodOf,
  serialiseError,
  type ToWorker,
  type WorkerContract,
  type WorkerStart,
} from './worker-messages.js';

/** The stream that a request belongs to. */
export interface PinContext<C extends WorkerContract> {
  pin: number;
  emit<Name extends EventOf<C>>(name: Name, payload: C['events'][Name]): void;
}

export interface WorkerService<C extends WorkerContract> {
  /** Told to the pool's owner once the worker is ready. */
  info?: unknown;
  /** Of the pool's first worker: given to those that start after it. */
  shared?: unknown;
  methods: {
    [Name in MethodOf<C>]: (
      params: C['methods'][Name]['params'],
      context: PinContext<C>,
    ) => C['methods'][Name]['result'] | Promise<C['methods'][Name]['result']>;
  };
  /** A stream is over: free what it holds. */
  release?(pin: number): void;
  /** The thread is to end: of the requests that run, what nobody needs may end now. */
  closing?(): void;
  /** No request is running and none will come: free sessions. */
  close?(): void | Promise<void>;
}

/**
 * Workers may keep every core busy for as long as a recording is long; connections are to be served meanwhile. On two
 * cores, with 20 uploads at once, the event loop's delay (p99) was 10 to 21 ms in eight rounds with this, 18 to 33 without.
 */
const workerNiceness = 3;

/**
 * The worker's side of a {@link WorkerPool}: `start` loads what is needed, or takes what the first worker shared, then
 * requests are answered until the pool closes. A close waits for the requests that run, because ending a thread during a
 * model run aborts the process.
 */
export async function hostWorker<C extends WorkerContract, Options = unknown, Shared = unknown>(
  start: (parts: WorkerStart<Options, Shared>) => Promise<WorkerService<C>>,
): Promise<void> {
  if (!parentPort) throw new Error('hostWorker must run in a worker thread');
  const port: MessagePort = parentPort;
  const post = (message: FromWorker): void => port.postMessage(message);
  lowerThreadPriority(workerNiceness);
  let service: WorkerService<C>;
  try {
    service = await start(workerData as WorkerStart<Options, Shared>);
  } catch (error) {
    post({ type: 'failed', ...serialiseError(error) });
    port.close();
    return;
  }
  const running = new Set<Promise<void>>();

  const answer = async (message: Extract<ToWorker, { type: 'request' }>): Promise<void> => {
    const { id, pin, method, params } = message;
    const emit = (name: string, payload: unknown): void => post({ type: 'event', pin, name, payload });
    try {
      const result = await service.methods[method as MethodOf<C>](params, { pin, emit });
      if (id !== 0) post({ type: 'result', id, result });
    } catch (error) {
      if (id !== 0) post({ type: 'error', id, ...serialiseError(error) });
    }
  };

  port.on('message', (message: ToWorker) => {
    if (message.type === 'request') {
      const run = answer(message);
      running.add(run);
      void run.finally(() => running.delete(run));
    } else if (message.type === 'release') {
      service.release?.(message.pin);
    } else if (message.type === 'ping') {
      post({ type: 'pong' });
    } else if (message.type === 'close') {
      service.closing?.();
      void Promise.allSettled(running)
        .then(() => service.close?.())
        .finally(() => port.close());
    }
  });
  post({ type: 'ready', info: service.info, shared: service.shared });
}
