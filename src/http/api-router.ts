import Router from '@koa/router';
import type { Middleware } from 'koa';
import { EarshotError } from '../errors.js';
import type { QueryService } from '../query/index.js';
import { AudioUploadHandler } from './audio-upload-handler.js';
import { type LinkBaseOptions, linkBaseOf } from './link-base.js';
import { isJsonType } from './media-types.js';
import { errorHeaders } from './problem.js';
import { type RequestContext, respond } from './request-context.js';
import type { HeaderMap } from './resource.js';
import type { ResourceRouter } from './resource-router.js';
import type { Route } from './routes.js';

/** One Koa route for each entry of the table. */
export function apiRouter(
  resources: ResourceRouter,
  queryService: QueryService,
  linkOptions: LinkBaseOptions,
): Router {
  const router = new Router({ sensitive: true });
  const uploads = new AudioUploadHandler(queryService, resources);
  for (const route of resources.routes) {
    router.register(route.path, [route.method], async (context) => {
      const ctx = context as unknown as RequestContext;
      ctx.state.template = route.path;
      const { requestId, body } = ctx.state;
      const match = { route, params: resources.checkIds(context.params) };
      const headers = ctx.req.headers as HeaderMap;
      const linkBase = linkBaseOf(ctx.req, linkOptions);
      const response = isAudioBody(route, headers)
        ? await uploads.handle({ match, headers, body, linkBase, requestId })
        : await resources.handle(
            {
              method: ctx.method,
              path: ctx.path,
              query: new URLSearchParams(ctx.querystring),
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

/** OPTIONS for every address of the API, and what is wrong with the rest. Comes last. */
export function noRoute(resources: ResourceRouter): Middleware {
  return (ctx) => {
    try {
      resources.match(ctx.method, ctx.path);
    } catch (error) {
      const isKnown = error instanceof EarshotError && error.code === 'method_not_allowed';
      if (!isKnown || ctx.method !== 'OPTIONS') throw error;
      ctx.set(errorHeaders(error));
      ctx.status = 204;
    }
  };
}

function isAudioBody(route: Route, headers: HeaderMap): boolean {
  if (route.audio !== 'also') return route.audio === 'only';
  const contentType = headers['content-type'];
  const hasEntityHeader = headers['x-service-entity'] !== undefined;
  if (contentType === undefined) return hasEntityHeader;
  return /^\s*audio\//i.test(contentType) || (hasEntityHeader && !isJsonType(contentType));
}
