import type { IncomingMessage } from 'node:http';
import type { Context, Middleware } from 'koa';
import { EarshotError } from '../errors.js';
import type { Logger } from '../log.js';
import { closeAfter } from './end-connection.js';
import { jsonTextOf } from './json-text.js';
import { errorHeaders, toProblem } from './problem.js';
import { RequestBody, type RequestBodyLimits } from './request-body.js';
import { requestIdOf } from './request-id.js';
import type { ResourceResponse } from './resource.js';

/** What the middlewares of one request share. */
export interface RequestState {
  requestId: string;
  body: RequestBody;
  /** Path template of the route, for the log: an address can carry ids, a template cannot. */
  template?: string;
  /** An error that was answered, for the log. */
  error?: EarshotError;
  /** What the client was not told of the error, and whoever runs the service can only learn from the log. */
  untold?: string;
}

export type RequestContext = Context & { state: RequestState };

export interface RequestContextOptions {
  limits: RequestBodyLimits;
  /** Requests that wait for `100 Continue`. */
  expectingContinue: WeakSet<IncomingMessage>;
  isClosing: () => boolean;
  log?: Logger;
}

/** The outermost middleware: request id, body, errors to problems, one log line, what is left of the body. */
export function requestContext(options: RequestContextOptions): Middleware {
  const { limits, expectingContinue, isClosing, log } = options;
  // what a line of every call is made of is known: to look for names to leave out would cost more than to write it
  const lines = log?.child({}, { redact: [] });
  return async (context, next) => {
    const ctx = context as RequestContext;
    const startedAtMs = performance.now();
    const requestId = requestIdOf(ctx.get('X-Request-Id'));
    // an empty one says as little as none
    if (ctx.req.headers['content-type'] === '') delete ctx.req.headers['content-type'];
    const expectsContinue = expectingContinue.has(ctx.req);
    const body = new RequestBody(ctx.req, ctx.res, { limits, expectsContinue });
    ctx.state = { requestId, body };
    ctx.res.setHeader('X-Request-Id', requestId).setHeader('X-Content-Type-Options', 'nosniff');
    ctx.res.once('close', () => {
      const line = lineOf(ctx, performance.now() - startedAtMs);
      const cause = ctx.state.error?.cause;
      if (line.status >= 500 && cause !== undefined) log?.error({ ...line, err: cause }, 'request');
      else lines?.info(line, 'request');
    });
    try {
      await next();
    } catch (thrown) {
      const error = EarshotError.from(thrown);
      // what a method is refused with is what OPTIONS asks for
      if (ctx.method === 'OPTIONS' && error.code === 'method_not_allowed') {
        respond(ctx, { status: 204, headers: errorHeaders(error) });
      } else respond(ctx, toProblem(error, requestId));
    }
    await body.discard();
    // Node closes for a client that asks for it, but not where an answer has a Connection header of its own
    const isLast = ctx.res.hasHeader('Connection') && !ctx.res.shouldKeepAlive;
    if (isLast || (isClosing() && ctx.req.complete)) closeAfter(ctx.res);
  };
}

/** Puts a resource's answer on the wire. */
export function respond(ctx: Context, { status, headers, entity, error }: ResourceResponse): void {
  ctx.state.error = error;
  ctx.status = status;
  // not `ctx.set`, which makes three lists of the headers first
  for (const name in headers) ctx.res.setHeader(name, headers[name]);
  if (entity !== undefined) ctx.body = jsonTextOf(entity);
}

function lineOf(ctx: RequestContext, elapsedMs: number) {
  const { requestId, template = '(none)', error, untold } = ctx.state;
  // of a connection that was cut, Node takes what had not left for finished
  const hasLeft = ctx.res.writableFinished && !ctx.req.socket.destroyed;
  const status = hasLeft ? ctx.res.statusCode : 499;
  const ms = Math.round(elapsedMs * 10) / 10;
  return { requestId, method: ctx.method, path: template, status, ms, code: error?.code, detail: untold };
}
