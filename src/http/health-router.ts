import Router from '@koa/router';
import { methodNotAllowed } from './resource-router.js';

/** What is started, stopped or tried again takes about as long. */
const retryAfterSeconds = '5';

/**
 * `GET /health`: the process answers. `GET /ready`: it takes queries (503 while it starts or stops, or cannot
 * store). For orchestrators.
 */
export function healthRouter(isReady: () => boolean): Router {
  const router = new Router({ sensitive: true });
  const report = (path: string, isGood: () => boolean): void => {
    router.get(path, (ctx) => {
      const good = isGood();
      ctx.state.template = path;
      ctx.status = good ? 200 : 503;
      if (!good) ctx.set('Retry-After', retryAfterSeconds);
      ctx.set({ 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
      ctx.body = JSON.stringify({ status: good ? 'ok' : 'unavailable' });
    });
    router.all(path, () => {
      throw methodNotAllowed(['GET']);
    });
  };
  report('/health', () => true);
  report('/ready', isReady);
  return router;
}
