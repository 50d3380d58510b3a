import type { Duplex } from 'node:stream';
import { EarshotError } from '../errors.js';
import { endConnection } from './end-connection.js';
import { afterAnswers, latestResponse } from './latest-response.js';
import { problemAnswer } from './problem.js';
import { requestIdOf } from './request-id.js';

/** Connections on which the answer to an earlier request is to leave first. */
const waiting = new WeakSet<Duplex>();

/**
 * Answers what never became a request: broken framing, headers over the limit, headers that do not come. Answers leave in
 * the order of their requests (RFC 9112 section 9.3.2): it waits for the one before, and where it is the body of an
 * answered request that is broken there is nothing left to say.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
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

function endWithProblem(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable) return;
  endConnection(socket, problemAnswer(toEarshotError(error.code), requestIdOf(undefined)));
}

function toEarshotError(code: string | undefined): EarshotError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new EarshotError('header_too_large', 'The headers are too large.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new EarshotError('request_timeout', 'The request did not come within its time.');
  }
  return new EarshotError('invalid_request', 'This is not a well-formed HTTP/1.1 request.');
}
