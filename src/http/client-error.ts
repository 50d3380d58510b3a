import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { EarshotError } from '../errors.js';
import { problemMediaType } from './media-types.js';
import { problemTypeBase, toProblem } from './problem.js';
import { requestIdOf } from './request-id.js';

/** Answers what never became a request: broken framing, headers over the limit, headers that do not come. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = requestIdOf(undefined);
  const problem = toProblem(toEarshotError(error.code), requestId);
  const body = JSON.stringify(problem.entity);
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      `Content-Type: ${problemMediaType}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

/** RFC 9110 section 10.1.1: an expectation other than `100-continue`. */
export function answerUnknownExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const requestId = requestIdOf(undefined);
  response.writeHead(417, {
    'Content-Type': problemMediaType,
    'X-Request-Id': requestId,
    Connection: 'close',
  });
  const detail = 'The only expectation that is understood is 100-continue.';
  response.end(
    JSON.stringify({
      type: `${problemTypeBase}expectation-failed`,
      title: STATUS_CODES[417],
      status: 417,
      detail,
      code: 'expectation_failed',
      requestId,
    }),
  );
}

function toEarshotError(code: string | undefined): EarshotError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new EarshotError('header_too_large', 'The headers are too large.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new EarshotError('request_timeout', 'The request did not come within its time.');
  }
  return new EarshotError('invalid_request', 'This is not a well-formed HTTP/1.1 request.');
}
