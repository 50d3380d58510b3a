import { ServiceError } from './service-error.js';

/** Those that work goes by: it is wanted until one of them is aborted. */
export type AbortSignals = readonly (AbortSignal | undefined)[];

export function abortedError({ reason }: AbortSignal): ServiceError {
  const isTold = reason instanceof ServiceError && reason.code === 'aborted';
  return isTold ? reason : new ServiceError('aborted', 'The query was aborted.', { cause: reason });
}

/** @throws ServiceError `aborted` */
export function assertNotAborted(...signals: AbortSignals): void {
  const aborted = signals.find((signal) => signal?.aborted);
  if (aborted) throw abortedError(aborted);
}

/** Settles as `work` does, or rejects with an `aborted` error as soon as one of the signals is aborted. */
export function orAborted<T>(work: Promise<T>, ...signals: AbortSignals): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = ({ target }: Event) => reject(abortedError(target as AbortSignal));
    for (const signal of signals) signal?.addEventListener('abort', onAbort);
    work.then(resolve, reject).then(() => {
      for (const signal of signals) signal?.removeEventListener('abort', onAbort);
    });
  });
}
