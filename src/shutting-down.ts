import { EarshotError } from './errors.js';

/** Time in which a service that is restarted is mostly back. */
const retryAfterSeconds = 5;

/** What whoever asks for something is told while the service ends. */
export function shuttingDown(): EarshotError {
  return new EarshotError('shutting_down', 'The service is shutting down. Try again in a moment.', {
    retryAfterSeconds,
  });
}
