import { ServiceError } from './service-error.js';
import type { Query } from './wire.js';

/** @throws ServiceError `invalid_argument` */
export function assertLocale(locale: unknown): void {
  if (typeof locale !== 'string' || locale === '') {
    throw new ServiceError('invalid_argument', 'The locale is missing: it must be a string such as "en-US".');
  }
}

/** @throws ServiceError `invalid_argument` */
export function assertQuery(query: Query | null | undefined): void {
  if (typeof query?._links?.self?.href === 'string') return;
  throw new ServiceError('invalid_argument', 'This is no query: give one that the service has answered.');
}
