import { ServiceError } from './service-error.js';

/** @throws ServiceError `invalid_argument` */
export function assertLocale(locale: unknown): void {
  if (typeof locale !== 'string' || locale === '') {
    throw new ServiceError('invalid_argument', 'The locale is missing: it must be a string such as "en-US".');
  }
}

/** @throws ServiceError `aborted` */
export function assertNotAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new ServiceError('aborted', 'The query was aborted.', { cause: signal.reason });
}
