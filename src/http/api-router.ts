import Router from '@koa/router';
import type { Middleware } from 'koa';
import type { AudioUploadHandler } from './audio-upload-handler.js';
import { type LinkBaseOptions, linkBaseOf } from './link-base.js';
import { isJsonType } from './media-types.js';
import { type RequestContext, respond } from './request-context.js';
import type { HeaderMap } from './resource.js';
import { methodNotAllowed, type ResourceRouter } from './resource-router.js';
import type { Route } from './route.js';

/** One Koa route for each entry of the table. */
export function apiRouter(
  resources: ResourceRouter,
  uploads: AudioUploadHandler,
  options: LinkBaseOptions,
): Router {
  const router = new Router({ sensitive: true });
  for (const route of resources.routes) {
    router.register(route.path, [route.method], async (context) => {
      const ctx = context as unknown as RequestContext;
      ctx.state.template = route.path;
      const { requestId, body } = ctx.state;
      const match = { route, params: context.params };
      const headers = ctx.req.headers as HeaderMap;
      const linkBase = () => linkBaseOf(ctx.req, options);
      const response = isAudioBody(route, headers)
        ? await uploads.handle({ match, headers, body, linkBase, requestId })
        : await resources.handle(
            {
              method: ctx.method,
              path: ctx.path,
              query: ctx.querystring,
              headers,
              readEntity: () => body.json(),
              linkBase,
              requestId,
            },
            match,
          );
      respond(ctx, response);
    });
  }
  return router;
}

/** What is wrong with a request that nobody took. Comes last. */
export function noRoute(resources: ResourceRouter): Middleware {
  return (ctx) => {
    // OPTIONS for the server as a whole, RFC 9110 section 9.3.7
    if (ctx.path === '*') throw methodNotAllowed(['GET', 'POST', 'PATCH']);
    ctx.state.template = resources.templateOf(ctx.path);
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
