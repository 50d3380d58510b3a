import type { IncomingMessage, ServerResponse } from 'node:http';
import { defaults } from '../config/defaults.js';
import { EarshotError } from '../errors.js';
import { refuseContentCoding } from '../query/content-coding.js';
import { BodyPipe } from './body-pipe.js';
import { type DrainLimits, drainBody } from './drain-body.js';
import { closeAfter } from './end-connection.js';
import { parseBoundedJson } from './json-text.js';
import { isJsonType } from './media-types.js';

export interface RequestBodyLimits extends DrainLimits {
  /** Bytes of a JSON entity. @default 65536 */
  entityBytes: number;
  /** Milliseconds without a byte of a JSON entity. @default 10000 */
  entityIdleMs: number;
  /** Milliseconds for a whole JSON entity. @default 30000 */
  entityMs: number;
}

export const defaultRequestBodyLimits: Readonly<RequestBodyLimits> = {
  entityBytes: defaults.entityBytes,
  entityIdleMs: 10_000,
  entityMs: 30_000,
  drainBytes: defaults.drainBytes,
  drainMs: defaults.drainMs,
};

/**
 * The body of a request. Not in a WeakMap: until V8 has collected old objects its values, which hold their requests,
 * would be copied as if they were still needed, which took a fifth of the time of a service with much to do.
 */
const bodyOf = Symbol('body');
const faultOf = Symbol('fault');

interface WithBody extends IncomingMessage {
  [bodyOf]?: RequestBody;
  [faultOf]?: EarshotError;
}

/** The rest of a body cannot be read: whoever reads it is told why, also when its request is still to be handled. */
export function breakBody(request: WithBody, error: EarshotError): void {
  request[faultOf] ??= error;
  request[bodyOf]?.break(error);
}

/** The body of one request: nothing is read, and no `100 Continue` sent, before someone asks for it. */
export class RequestBody {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #limits: RequestBodyLimits;
  #isContinueDue: boolean;
  #pipe: BodyPipe | undefined;
  #fault: EarshotError | undefined;

  /** @param options.expectsContinue Whether the client waits for `100 Continue`. */
  constructor(
    request: WithBody,
    response: ServerResponse,
    { limits, expectsContinue }: { limits: RequestBodyLimits; expectsContinue: boolean },
  ) {
    this.#request = request;
    this.#response = response;
    this.#limits = limits;
    this.#isContinueDue = expectsContinue;
    this.#fault = request[faultOf];
    request[bodyOf] = this;
  }

  /** See {@link breakBody}. */
  break(error: EarshotError): void {
    this.#fault ??= error;
    this.#pipe?.fail(this.#fault);
  }

  /**
   * The JSON entity; undefined when the body is empty.
   * @throws EarshotError `unsupported_media_type`, `payload_too_large`, `malformed_json`, `request_timeout`.
   */
  async json(): Promise<unknown> {
    const { headers } = this.#request;
    const { entityBytes, entityIdleMs, entityMs } = this.#limits;
    // without a body its type means nothing: some clients name that of a form, or of text, whenever they POST
    if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0)
      return undefined;
    refuseContentCoding(headers['content-encoding']);
    const contentType = headers['content-type'];
    if (contentType !== undefined && !isJsonType(contentType)) {
      throw new EarshotError('unsupported_media_type', 'The body must be application/json in UTF-8.');
    }
    const tooLarge = (): EarshotError =>
      new EarshotError('payload_too_large', `A JSON body may have at most ${entityBytes} bytes.`);
    if (Number(headers['content-length'] ?? 0) > entityBytes) throw tooLarge();

    const chunks: Buffer[] = [];
    let length = 0;
    let expire!: () => void;
    const expired = new Promise<never>((_resolve, reject) => {
      expire = () =>
        reject(new EarshotError('request_timeout', 'The body came too slowly. Send it at once.'));
    });
    const total = setTimeout(expire, entityMs);
    const idle = setTimeout(expire, entityIdleMs);
    const received = this.pipe((chunk) => {
      idle.refresh();
      length += chunk.length;
      if (length > entityBytes) throw tooLarge();
      chunks.push(chunk);
    });
    try {
      await Promise.race([received, expired]);
    } finally {
      clearTimeout(total);
      clearTimeout(idle);
    }
    if (length === 0) return undefined;
    return parseBoundedJson(decodeUtf8(Buffer.concat(chunks)));
  }

  /**
   * Hands the body over piece by piece; see {@link BodyPipe}. Resolves at the end of the body; rejects with what the sink
   * threw, what broke the body, or `client_closed` when the connection ended before the body.
   */
  pipe(sink: (chunk: Buffer) => unknown): Promise<void> {
    if (this.#isContinueDue) {
      this.#isContinueDue = false;
      this.#response.writeContinue();
    }
    if (this.#fault !== undefined) return Promise.reject(this.#fault);
    this.#pipe = new BodyPipe(this.#request, sink);
    return this.#pipe.done;
  }

  /**
   * Reads on over what nobody wants any more, within bounds, so that the client gets to see the answer and the next
   * request on the connection is heard. Call it when the answer is known, before its head is written.
   */
  async discard(): Promise<void> {
    const request = this.#request;
    const response = this.#response;
    this.#pipe?.stop();
    if (request.destroyed) return;
    if (this.#isContinueDue) {
      // the client may or may not send the body now: only a new connection is unambiguous (RFC 9110 section 10.1.1)
      closeAfter(response);
    }
    const isChunked = request.headers['transfer-encoding'] !== undefined;
    // What came together with the head is parsed by then.
    if (isChunked && !request.complete) await new Promise(setImmediate);
    if (this.#fault !== undefined) closeAfter(response);
    if (request.destroyed || (request.complete && request.readableLength === 0)) return;
    // The connection will be cut, or may be: a client that is told does not send its next request on it, which would be
    // taken for the rest of a body that stalled. Behind an answer at the end of speech little follows.
    const mayBeLong = isChunked
      ? response.statusCode >= 400
      : response.statusCode === 408 ||
        Number(request.headers['content-length'] ?? 0) > this.#limits.drainBytes;
    if (!request.complete && mayBeLong) closeAfter(response);
    drainBody(request, response, this.#limits);
  }
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new EarshotError('malformed_json', 'The body is not UTF-8.', { cause: error });
  }
}
