import type { Context, Middleware } from 'koa';
import { parseBearer } from '../auth/bearer.js';
import { EarshotError } from '../errors.js';
import type { Tokens } from './access.js';
import { negotiate } from './media-types.js';
import { errorHeaders } from './problem.js';
import type { RequestContext } from './request-context.js';
import { checkRequestHead } from './request-head.js';
import { methodNotAllowed } from './resource-router.js';
import { issueTokenSchema } from './schemas/schemas.js';
import { validate } from './validate.js';

/**
 * `POST /tokens` of the token issuer: refresh tokens for the server of an organisation. Every failure has an empty body;
 * the status alone gives the reason, and the log says more.
 *
 * @param paths where it is
 */
export function issueRefreshToken(tokens: Tokens, paths: readonly string[]): Middleware {
  const issue = async (ctx: RequestContext): Promise<void> => {
    ctx.state.template = paths.at(-1);
    ctx.set('Cache-Control', 'no-store');
    if (ctx.method === 'OPTIONS') {
      ctx.set('Allow', 'POST, OPTIONS');
      ctx.status = 204;
      return;
    }
    try {
      checkRequestHead(ctx.req);
      if (ctx.method !== 'POST') throw methodNotAllowed(['POST']);
      const organisation = tokens.organisationOf(parseBearer(ctx.get('Authorization')));
      negotiate(ctx.get('Accept'));
      const request = validate(issueTokenSchema, await ctx.state.body.json());
      const { value, expiresAt } = await tokens.issueFor(organisation, request);
      ctx.body = JSON.stringify({ value, expiresAt });
      ctx.set('Content-Type', 'application/json');
    } catch (thrown) {
      answerWithStatusAlone(ctx, EarshotError.from(thrown));
    }
  };
  return (ctx, next) => (isOneOf(paths, ctx.path) ? issue(ctx as RequestContext) : next());
}

/** Whether the path is one of these, with a slash at its end or without. */
export function isOneOf(paths: readonly string[], path: string): boolean {
  return paths.includes(path.replace(/(?<=.)\/$/, ''));
}

function answerWithStatusAlone(ctx: Context, error: EarshotError): void {
  ctx.state.error = error;
  ctx.state.untold = error.message;
  ctx.status = error.status;
  ctx.set(errorHeaders(error));
  ctx.body = '';
  ctx.remove('Content-Type');
}
