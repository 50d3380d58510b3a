import type { Middleware } from 'koa';
import type { QueryService } from '../query/index.js';
import { AudioUploadHandler } from './audio-upload-handler.js';
import { type LinkBaseOptions, linkBaseOf } from './link-base.js';
import { isJsonType } from './media-types.js';
import { type RequestContext, respond } from './request-context.js';
import type { HeaderMap } from './resource.js';
import { methodNotAllowed, type ResourceRouter, type RouteMatch } from './resource-router.js';
import type { Route } from './routes.js';

/** Answers what a route of the table takes, and leaves the rest to whoever comes next. */
export function apiRouter(
  resources: ResourceRouter,
  queryService: QueryService,
  options: LinkBaseOptions & { entityHeaderBytes: number },
): Middleware {
  const uploads = new AudioUploadHandler(queryService, resources, options.entityHeaderBytes);
  return async (context, next) => {
    const ctx = context as RequestContext;
    const { method, path } = ctx;
    const found = resources.find(method, path);
    if (found === undefined) return next();
    const match = path.includes('%') ? { ...found, params: decoded(found.params) } : found;
    ctx.state.template = match.route.path;
    const { requestId, body } = ctx.state;
    const headers = ctx.req.headers as HeaderMap;
    const linkBase = linkBaseOf(ctx.req, options);
    const response = isAudioBody(match.route, headers)
      ? await uploads.handle({ match, headers, body, linkBase, requestId })
      : await resources.handle(
          {
            method,
            path,
            query: ctx.querystring,
            headers,
            readEntity: () => body.json(),
            linkBase,
            requestId,
          },
          match,
        );
    respond(ctx, response);
  };
}

/** Any character of an address may be percent-encoded, RFC 3986 section 2.1. */
function decoded(params: RouteMatch['params']): RouteMatch['params'] {
  const decode = (value: string): string => {
    try {
      return decodeURIComponent(value);
    } catch {
      return value;
    }
  };
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decode(value)]));
}

/** What is wrong with a request that nobody took. Comes last. */
export function noRoute(resources: ResourceRouter): Middleware {
  return (ctx) => {
    // OPTIONS for the server as a whole, RFC 9110 section 9.3.7
    if (ctx.path === '*') throw methodNotAllowed(['GET', 'POST', 'PATCH']);
    resources.match(ctx.method, ctx.path);
  };
}

function isAudioBody(route: Route, headers: HeaderMap): boolean {
  if (route.audio !== 'also') return route.audio === 'only';
  const contentType = headers['content-type'];
  const hasEntityHeader = headers['x-service-entity'] !== undefined;
  if (contentType === undefined) return hasEntityHeader;
  return /^\s*audio\//i.test(contentType) || (hasEntityHeader && !isJsonType(contentType));
}
