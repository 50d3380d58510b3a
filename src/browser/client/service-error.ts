import type { Problem, ResponseMessage } from './wire.js';

const advices = {
  invalid_argument: '',
  not_supported: 'Use a current version of Chrome, Edge, Firefox or Safari.',
  insecure_page: 'Open this page over https, or from http://localhost.',
  permission_denied:
    'Allow the microphone for this site in the address bar or the browser settings, then try again.',
  no_microphone: 'Connect a microphone, then try again.',
  microphone_failed: 'Close other programs that use the microphone or plug it in again, then try again.',
  audio_blocked: 'Start the query from a click, a touch or a key press.',
  connection_failed:
    "Check that the service runs, that its certificate is trusted and, for a page of another origin, that the service's option cors.origins names it.",
  connection_lost: 'Try again.',
  token_refused: 'Get a new refresh token for this user, and make the session with it as refreshToken.',
  rate_limited: 'Wait before trying again.',
  request_failed: '',
  server_error: 'Try again; the log of the service says more.',
  deadline: 'Try again, or raise streamingAudioDeadline.',
  busy: 'Wait for the running audio query, or cancel() it.',
  aborted: '',
} as const;

/** What went wrong, for a program to switch on. A code is never renamed. */
export type ServiceErrorCode = keyof typeof advices;

export interface ServiceErrorDetails {
  cause?: unknown;
  /** HTTP status, when the service answered. */
  responseCode?: number;
  responseMessage?: string;
  /** The problem document that the service answered with. */
  problem?: Problem;
  /** What to do about it. @default what is to be done about every error of this code */
  advice?: string;
}

/** What every promise of the library rejects with. Its message says what happened and what to do about it. */
export class ServiceError extends Error {
  readonly code: ServiceErrorCode;
  readonly responseCode?: number;
  readonly responseMessage?: string;
  readonly problem?: Problem;
  readonly cause?: unknown;

  constructor(code: ServiceErrorCode, message: string, details: ServiceErrorDetails = {}) {
    // Where the service says when to try again, it has given the advice itself.
    const isAdvised = details.problem?.retryAfterSeconds !== undefined;
    const { advice = advices[code] } = details;
    super(advice && !isAdvised ? `${message} ${advice}` : message);
    // Transpiled classes lose the prototype of built-in errors in old browsers.
    Object.setPrototypeOf(this, ServiceError.prototype);
    this.name = code === 'aborted' ? 'AbortError' : 'ServiceError';
    this.code = code;
    this.cause = details.cause;
    this.responseCode = details.responseCode;
    this.responseMessage = details.responseMessage;
    this.problem = details.problem;
  }
}

/**
 * The error for an answer other than 2xx.
 *
 * @param what What was asked for, as the beginning of a sentence.
 * @param reason Why it failed. @default what the problem document says
 */
export function responseError(
  {
    responseCode,
    responseMessage,
    entity: problem,
  }: Pick<ResponseMessage, 'responseCode' | 'responseMessage'> & { entity: Problem },
  what: string,
  reason = problem.detail ?? problem.title ?? responseMessage,
): ServiceError {
  return new ServiceError(codeOf(responseCode), `${what} failed with ${responseCode}: ${reason}`, {
    responseCode,
    responseMessage,
    problem,
  });
}

function codeOf(status: number): ServiceErrorCode {
  if (status === 401 || status === 403) return 'token_refused';
  return status === 429 ? 'rate_limited' : 'request_failed';
}
