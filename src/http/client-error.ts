import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { EarshotError } from '../errors.js';
import { endConnection } from './end-connection.js';
import { afterAnswers, latestResponse, takeOver } from './latest-response.js';
import { problemAnswer } from './problem.js';
import { requestIdOf } from './request-id.js';

/** What Node tells of it. */
interface ClientError extends NodeJS.ErrnoException {
  /** In the words of its parser. */
  reason?: string;
  /** The bytes in which it was found, and how many of them were sound. */
  rawPacket?: Buffer;
  bytesParsed?: number;
}

/** Connections on which the answer to an earlier request is to leave first. */
const waiting = new WeakSet<Duplex>();

/**
 * Answers what never became a request: broken framing, headers over the limit, headers that do not come. Answers leave in
 * the order of their requests (RFC 9112 section 9.3.2): it waits for the one before, and where it is the body of an
 * answered request that is broken there is nothing left to say.
 */
export function answerClientError(error: ClientError, socket: Duplex): void {
  if (error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  // it ends already: what still comes is nothing new
  if (!socket.writable) return;
  const latest = latestResponse.get(socket);
  if (latest === undefined || !latest.req.complete) {
    if (latest?.writableEnded) endConnection(socket);
    else endWithProblem(error, socket);
  } else if (!waiting.has(socket)) {
    waiting.add(socket);
    afterAnswers(socket, () => endWithProblem(error, socket));
  }
}

/** Answers `CONNECT`, whose connections Node closes without a word where nobody listens to them. */
export function refuseTunnel(_request: IncomingMessage, socket: Duplex): void {
  const error = new EarshotError('not_implemented', 'This is no proxy: CONNECT is not known here.');
  takeOver(socket, () => endConnection(socket, problemAnswer(error, requestIdOf(undefined))));
}

function endWithProblem(error: ClientError, socket: Duplex): void {
  if (!socket.writable) return;
  endConnection(socket, problemAnswer(toEarshotError(error), requestIdOf(undefined)));
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
