/**
 * The one error class and the one code table.
 *
 * A code is API: clients switch on it, so a code is never renamed or reused. The HTTP status belongs to the
 * code and not to the place that throws it.
 */
const table = {
  // requests
  malformed_json: [400, 'The body is not valid JSON'],
  invalid_request: [400, 'The request is not valid'],
  invalid_header: [400, 'A header is not valid'],
  empty_audio: [400, 'The audio is empty'],
  invalid_audio: [400, 'The audio does not decode'],
  unauthorized: [401, 'Credentials are missing'],
  invalid_token: [401, 'The token is not valid'],
  forbidden: [403, 'Access is not allowed'],
  not_found: [404, 'Not found'],
  method_not_allowed: [405, 'Method not allowed'],
  not_acceptable: [406, 'No acceptable representation'],
  request_timeout: [408, 'The request took too long'],
  conflict: [409, 'The query is not in a state that allows this'],
  payload_too_large: [413, 'The body is too large'],
  unsupported_media_type: [415, 'The media type is not supported'],
  range_not_satisfiable: [416, 'The file has no such part'],
  expectation_failed: [417, 'The expectation is not met'],
  unsupported_locale: [422, 'No model serves this locale'],
  upgrade_required: [426, 'This address takes WebSocket connections'],
  rate_limited: [429, 'Too many requests'],
  header_too_large: [431, 'A header is too large'],
  // never sent, only recorded: there is no one left to answer
  client_closed: [499, 'The client went away'],
  // the service
  internal_error: [500, 'Internal error'],
  not_implemented: [501, 'Not implemented'],
  overloaded: [503, 'All capacity is in use'],
  shutting_down: [503, 'The service is shutting down'],
  store_failed: [503, 'The data folder cannot be used'],
  // start-up and command line; the status is only used if one ever escapes into a request
  invalid_config: [500, 'The configuration is not valid'],
  model_missing: [500, 'A model file is missing'],
  model_corrupt: [500, 'A model file is corrupt'],
  download_failed: [500, 'A file could not be fetched'],
  provider_unavailable: [500, 'The execution provider is not available'],
  store_locked: [500, 'The data folder is in use'],
  invalid_pack: [500, 'The domain pack is not valid'],
  invalid_catalogue: [500, 'The catalogue is not valid'],
  file_failed: [500, 'A file or folder cannot be used'],
  output_failed: [500, 'The output cannot be written'],
} as const satisfies Record<string, readonly [status: number, title: string]>;

export type ErrorCode = keyof typeof table;

/** What the system says where this process, or all of them together, may have no more files and connections open. */
export const tooManyOpen: readonly string[] = ['EMFILE', 'ENFILE'];

/** One fault inside a JSON body, addressed by an RFC 6901 JSON pointer. */
export interface Fault {
  pointer: string;
  detail: string;
}

export interface ErrorOptions {
  cause?: unknown;
  /** The faults of a body, each with its JSON pointer. */
  faults?: Fault[];
  /** Seconds after which a retry makes sense (answers 429 and 503 carry it). */
  retryAfterSeconds?: number;
  /** Additional members of the problem document (RFC 9457 section 3.2). */
  extra?: Record<string, unknown>;
}

/** Everything that is thrown on purpose; whatever else is thrown is a fault of ours. */
export class EarshotError extends Error {
  override readonly name = 'EarshotError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly title: string;
  readonly faults?: Fault[];
  readonly retryAfterSeconds?: number;
  readonly extra?: Record<string, unknown>;

  /** @param detail What is wrong and what to do about it, for the reader of the message. */
  constructor(code: ErrorCode, detail: string, options: ErrorOptions = {}) {
    super(detail, { cause: options.cause });
    this.code = code;
    [this.status, this.title] = table[code];
    this.faults = options.faults;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.extra = options.extra;
  }

  /** A copy that survives `postMessage` between threads; {@link fromJSON} is its inverse. */
  toJSON(): SerialisedError {
    const { code, message, faults, retryAfterSeconds, extra } = this;
    return { code, message, faults, retryAfterSeconds, extra };
  }

  static fromJSON(value: SerialisedError): EarshotError {
    return new EarshotError(value.code, value.message, value);
  }

  /**
   * Wraps whatever was thrown: an EarshotError passes unchanged, for want of file descriptors the service is
   * `overloaded`, and anything else becomes `internal_error`.
   */
  static from(error: unknown): EarshotError {
    if (error instanceof EarshotError) return error;
    if (tooManyOpen.includes((error as NodeJS.ErrnoException | undefined)?.code ?? '')) {
      return new EarshotError(
        'overloaded',
        'Too many files and connections are open. Ask again in a moment.',
        {
          cause: error,
          retryAfterSeconds: 1,
        },
      );
    }
    return new EarshotError('internal_error', 'Something went wrong inside the service.', { cause: error });
  }
}

/** An error as it crosses threads and processes: without its cause. */
export interface SerialisedError extends Omit<ErrorOptions, 'cause'> {
  code: ErrorCode;
  message: string;
}

/** Every code with its status and title, for documentation and tests. */
export const errorCodes: Readonly<Record<ErrorCode, readonly [status: number, title: string]>> = table;

/** That a body has these faults. */
export function invalidRequest(faults: Fault[]): EarshotError {
  const detail = faults.map((fault) => `${fault.pointer || 'The body'}: ${fault.detail}`).join('; ');
  return new EarshotError('invalid_request', detail.endsWith('.') ? detail : `${detail}.`, { faults });
}

/** Where a value stands, as RFC 6901 writes it. */
export function jsonPointer(path: readonly PropertyKey[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
