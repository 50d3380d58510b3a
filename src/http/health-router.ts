import Router from '@koa/router';
import { methodNotAllowed } from './resource-router.js';

/** What is started, stopped or tried again takes about as long. */
const retryAfterSeconds = '5';

/**
 * `GET /health`: the process answers. `GET /ready`: it takes queries, or why not (503 while it stops, a recognition
 * thread is replaced, or nothing can be stored). For orchestrators, and for whoever looks after them.
 */
export function healthRouter(whyNotReady: () => string | undefined): Router {
  const router = new Router({ sensitive: true });
  const report = (path: string, whyNot: () => string | undefined): void => {
    router.get(path, (ctx) => {
      const reason = whyNot();
      const isGood = reason === undefined;
      ctx.state.template = path;
      ctx.status = isGood ? 200 : 503;
      if (!isGood) ctx.set('Retry-After', retryAfterSeconds);
      ctx.set({ 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
      ctx.body = JSON.stringify({ status: isGood ? 'ok' : 'unavailable', reason });
    });
    router.all(path, () => {
      throw methodNotAllowed(['GET']);
    });
  };
  report('/health', () => undefined);
  report('/ready', whyNotReady);
  return router;
}
