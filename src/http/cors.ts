import type { Middleware } from 'koa';

const exposedHeaders = 'Location, X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, WWW-Authenticate';
const allowedHeaders =
  'Authorization, Content-Type, Accept, X-Request-Id, X-Service-Entity, X-Service-Audio-Profile-Id, ' +
  'X-Service-Audio-Profile, X-Service-Ignore-Vad, X-Service-Client-Info, X-Service-Partial-Results';
const preflightSeconds = '600';

/**
 * Lets pages of other origins call the API (Fetch standard, CORS protocol). Nothing depends on cookies, so credentials
 * are never allowed.
 *
 * @param origins such as `https://shop.example`, or `*` for all
 */
export function cors(origins: readonly string[]): Middleware {
  const allowed = new Set(origins);
  return (ctx, next) => {
    ctx.vary('Origin');
    const origin = ctx.get('Origin');
    if (origin === '' || !(allowed.has('*') || allowed.has(origin))) return next();
    ctx.set('Access-Control-Allow-Origin', allowed.has('*') ? '*' : origin);
    ctx.set('Access-Control-Expose-Headers', exposedHeaders);
    if (ctx.method === 'OPTIONS' && ctx.get('Access-Control-Request-Method') !== '') {
      ctx.set('Access-Control-Allow-Methods', 'GET, HEAD, POST, PATCH');
      ctx.set('Access-Control-Allow-Headers', allowedHeaders);
      ctx.set('Access-Control-Max-Age', preflightSeconds);
      // For whatever address: a browser that hears 404 here never lets the page read the problem of its own request.
      ctx.status = 204;
      return;
    }
    return next();
  };
}
