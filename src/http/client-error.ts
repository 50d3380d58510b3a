import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { EarshotError } from '../errors.js';
import type { Logger } from '../log.js';
import { endConnection } from './end-connection.js';
import { afterAnswers, latestResponse, takeOver } from './latest-response.js';
import { problemAnswer } from './problem.js';
import { breakBody } from './request-body.js';
import { requestIdOf } from './request-id.js';

/** What Node tells of it. */
interface ClientError extends NodeJS.ErrnoException {
  /** In the words of its parser. */
  reason?: string;
  /** The bytes in which it was found, and how many of them were sound. */
  rawPacket?: Buffer;
  bytesParsed?: number;
}

export interface ClientErrorOptions {
  /** Whether a failure at this address has an empty body, and the status alone gives the reason. */
  isStatusAlone(target: string): boolean;
  log?: Logger;
}

/** As much as is known of a request that is answered here. */
interface KnownHead {
  target?: string;
  requestId: string;
  /** It has a line of its own in the log. */
  isLogged?: boolean;
}

/** Connections on which an answer is to leave first. */
const waiting = new WeakSet<Duplex>();

/**
 * Answers what never became a request: broken framing, headers over the limit, headers that do not come. Answers leave in
 * the order of their requests (RFC 9112 section 9.3.2): it waits for the one before. Where it is the body of a request
 * that is broken, whoever reads it answers; of an answered one there is nothing left to say.
 */
export function answerClientError(error: ClientError, socket: Duplex, options: ClientErrorOptions): void {
  if (error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  // it ends already: what still comes is nothing new
  if (!socket.writable) return;
  const latest = latestResponse.get(socket);
  if (latest === undefined) refuse(toEarshotError(error), socket, headOf(error), options);
  else if (latest.req.complete) {
    waitFor(socket, () => refuse(toEarshotError(error), socket, headOf(error), options));
  } else if (latest.writableEnded) waitFor(socket, () => endConnection(socket));
  else if (!isMostLikelyGone(error, latest)) breakBody(latest.req, toEarshotError(error));
  else {
    const requestId = String(latest.getHeader('X-Request-Id') ?? requestIdOf(undefined));
    const head = { target: latest.req.url, requestId, isLogged: true };
    refuse(toEarshotError(error), socket, head, options);
  }
}

function waitFor(socket: Duplex, task: () => void): void {
  if (waiting.has(socket)) return;
  waiting.add(socket);
  afterAnswers(socket, task);
}

/**
 * Who closes a half in the middle of a body is most likely gone: that it is noted as such is up to the connection's end.
 * Unless the answer has to wait for earlier ones, as it has no connection yet.
 */
function isMostLikelyGone({ code }: ClientError, { socket }: ServerResponse): boolean {
  return code === 'HPE_INVALID_EOF_STATE' && socket !== null;
}

/** Answers `CONNECT`, whose connections Node closes without a word where nobody listens to them. */
export function refuseTunnel(
  { headers }: IncomingMessage,
  socket: Duplex,
  options: ClientErrorOptions,
): void {
  const error = new EarshotError('not_implemented', 'This is no proxy: CONNECT is not known here.');
  const requestId = requestIdOf(headers['x-request-id']?.toString());
  takeOver(socket, () => refuse(error, socket, { requestId }, options));
}

function refuse(error: EarshotError, socket: Duplex, head: KnownHead, options: ClientErrorOptions): void {
  if (!socket.writable) return;
  const { target, requestId, isLogged } = head;
  const isStatusAlone = options.isStatusAlone(target ?? '');
  endConnection(socket, problemAnswer(error, requestId, { isStatusAlone }));
  const { status, code } = error;
  if (!isLogged) options.log?.info({ requestId, path: '(none)', status, code }, 'request');
}

/** What can be read of a head that Node gave up, in the bytes in which it did. */
function headOf({ rawPacket, bytesParsed = 0 }: ClientError): KnownHead {
  const text = rawPacket?.toString('latin1') ?? '';
  const before = text.lastIndexOf('\r\n\r\n', bytesParsed - 4);
  const [head] = text.slice(bytesParsed === 0 || before < 0 ? 0 : before + 4).split('\r\n\r\n');
  return {
    target: /^\S+ (\S+) HTTP\/1\.[01]\r$/m.exec(head)?.[1],
    requestId: requestIdOf(/^x-request-id:(.*)$/im.exec(head)?.[1]),
  };
}

function toEarshotError(error: ClientError): EarshotError {
  const { code, reason } = error;
  if (code === 'HPE_INVALID_METHOD' && isRequestLine(error))
    return new EarshotError('not_implemented', 'This method is not known here.');
  if (code === 'HPE_HEADER_OVERFLOW')
    return new EarshotError('header_too_large', 'The headers are too large.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new EarshotError('request_timeout', 'The request did not come within its time.');
  }
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW')
    return new EarshotError('payload_too_large', 'The extensions of the chunks are too large.');
  if (code === 'HPE_INVALID_EOF_STATE')
    return new EarshotError('invalid_request', 'The request ended before it was whole.');
  const why = reason === undefined ? '' : ` (${reason})`;
  return new EarshotError('invalid_request', `This is not a well-formed HTTP/1.1 request${why}.`);
}

/** Whether nothing is wrong with the request but that Node does not know its method: RFC 9110 section 9.1. */
function isRequestLine({ rawPacket, bytesParsed = 0 }: ClientError): boolean {
  const text = rawPacket?.toString('latin1') ?? '';
  const line = text.slice(bytesParsed === 0 ? 0 : text.lastIndexOf('\n', bytesParsed - 1) + 1);
  return /^[\w!#$%&'*+.^`|~-]+ [!-~]+ HTTP\/1\.[01]\r\n/.test(line);
}
