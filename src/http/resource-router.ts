import type { Principal } from '../auth/principal.js';
import { rateLimitHeaders } from '../auth/rate-limit-headers.js';
import { EarshotError } from '../errors.js';
import { admit, refreshTokenOf, type Tokens } from './access.js';
import { madeAnew } from './made-anew.js';
import { negotiate, resourceMediaType } from './media-types.js';
import { errorHeaders, toProblem } from './problem.js';
import type { ResourceRequest, ResourceResponse } from './resource.js';
import type { Route } from './route.js';
import { parseServiceHeaders } from './service-headers.js';
import { isUuid } from './uuid.js';

export interface RouteMatch {
  route: Route;
  params: Record<string, string>;
}

/** Answers requests for resources without knowing what carries them. */
export class ResourceRouter {
  readonly routes: readonly Route[];
  readonly #tokens: Tokens;
  readonly #patterns: { route: Route; pattern: RegExp }[];

  constructor(routes: readonly Route[], tokens: Tokens) {
    this.routes = routes;
    this.#tokens = tokens;
    this.#patterns = routes.map((route) => ({
      route,
      pattern: new RegExp(`^${route.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`),
    }));
  }

  /**
   * @throws EarshotError `not_found`; `method_not_allowed` with `extra.allow`.
   */
  match(method: string, path: string): RouteMatch {
    const matches = this.#patterns.flatMap(({ route, pattern }) => {
      const found = pattern.exec(path);
      return found === null ? [] : [{ route, params: { ...found.groups } }];
    });
    if (matches.length === 0) throw new EarshotError('not_found', 'There is nothing at this address.');
    const wanted = method === 'HEAD' ? 'GET' : method;
    const match = matches.find(({ route }) => route.method === wanted);
    if (match !== undefined) return match;
    const addressed = matches.filter((each) => !hasMalformedId(each));
    if (addressed.length === 0) throw malformedId();
    throw methodNotAllowed(addressed.map(({ route }) => route.method));
  }

  /** The path template of an address, whatever the method. */
  templateOf(path: string): string | undefined {
    return this.#patterns.find(({ pattern }) => pattern.test(path))?.route.path;
  }

  /**
   * Never rejects: errors become problems.
   * @param match when the transport has found the route already
   */
  async handle(request: ResourceRequest, match?: RouteMatch): Promise<ResourceResponse> {
    const headers: Record<string, string> = {};
    try {
      const found = match ?? this.match(request.method, request.path);
      return await this.#execute(found, request, headers);
    } catch (thrown) {
      const error = EarshotError.from(thrown);
      // what a method is refused with is what OPTIONS asks for
      if (request.method === 'OPTIONS' && error.code === 'method_not_allowed')
        return { status: 204, headers: errorHeaders(error), entity: error.extra };
      const problem = toProblem(error, request.requestId);
      const template = match?.route.path ?? this.templateOf(request.path);
      return { ...problem, template, headers: { ...headers, ...problem.headers } };
    }
  }

  /**
   * Lets a caller of the query API in, and only then looks at the ids in the address; for transports that carry audio
   * themselves.
   * @param headers gets the `RateLimit` headers of the answer
   * @throws EarshotError `unauthorized`, `invalid_token`, `rate_limited`; `not_found` for an id that is no UUID
   */
  admit(
    match: RouteMatch,
    requestHeaders: ResourceRequest['headers'],
    headers: Record<string, string>,
  ): Principal {
    const principal = admit(this.#tokens, requestHeaders, headers);
    if (hasMalformedId(match)) throw malformedId();
    return principal;
  }

  async #execute(
    match: RouteMatch,
    request: ResourceRequest,
    headers: Record<string, string>,
  ): Promise<ResourceResponse> {
    const { route, params } = match;
    if (route.access === 'refresh') {
      negotiate(request.headers.accept);
      const { token, expiresAt, rateLimit } = await this.#tokens.exchange(refreshTokenOf(request.headers));
      return {
        status: 200,
        entity: { token, expiresAt },
        template: route.path,
        headers: { ...rateLimitHeaders(rateLimit), ...noStore, 'Content-Type': 'application/json' },
      };
    }
    if (route.handle === undefined) {
      throw new EarshotError('invalid_request', 'Audio is not sent as a JSON entity.');
    }
    const principal = this.admit(match, request.headers, headers);
    negotiate(request.headers.accept);
    parseServiceHeaders(request.headers);
    const { status, entity, location } = await route.handle({
      principal,
      params,
      query: request.query ?? '',
      headers: request.headers,
      readEntity: request.readEntity,
      linkBase: request.linkBase(),
    });
    // not a new object made of these, which costs five times as much
    Object.assign(headers, noStore, { 'Content-Type': resourceMediaType });
    if (location !== undefined) headers.Location = location;
    return { status, entity, principal, template: route.path, headers };
  }
}

function hasMalformedId({ route, params }: RouteMatch): boolean {
  return Object.entries(params).some(
    ([name, value]) =>
      name.endsWith('Id') && !isUuid(value) && !(value === madeAnew && route.audio !== undefined),
  );
}

function malformedId(): EarshotError {
  return new EarshotError('not_found', 'The address has an id that is not a UUID in lower case.');
}

const noStore = { 'Cache-Control': 'no-store' };

/** That an address takes only these methods, with HEAD for GET, and OPTIONS. */
export function methodNotAllowed(methods: readonly string[]): EarshotError {
  const allow = [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))];
  allow.push('OPTIONS');
  return new EarshotError('method_not_allowed', `This address takes ${allow.join(', ')}.`, {
    extra: { allow },
  });
}
