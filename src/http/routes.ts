import type { z } from 'zod';
import type { Principal } from '../auth/principal.js';
import { EarshotError } from '../errors.js';
import type { QueryService } from '../query/index.js';
import { queryRequestOf } from './query-request.js';
import * as represent from './representations.js';
import type { HeaderMap } from './resource.js';
import * as schemas from './schemas.js';
import { validate } from './validate.js';

export type RouteMethod = 'GET' | 'POST' | 'PATCH';

/** What a handler works with: the caller is let in, the ids in the path are well formed. */
export interface Exchange {
  principal: Principal;
  params: Readonly<Record<string, string>>;
  query: string;
  headers: HeaderMap;
  readEntity(): Promise<unknown>;
  linkBase: string;
}

export interface Answer {
  status: number;
  entity: unknown;
  location?: string;
}

/** One operation of the API. Koa routes, socket messages and the API description are all made from this table. */
export interface Route {
  /** Unique; the operationId of the API description. */
  name: string;
  summary: string;
  method: RouteMethod;
  /** With `:name` parameters; those ending in `Id` are UUIDs. */
  path: string;
  /** Which token it takes. */
  access: 'session' | 'refresh';
  /** `only`: the body is audio; `also`: a body that is not JSON is audio. The transport carries it. */
  audio?: 'only' | 'also';
  request?: z.ZodType;
  response: z.ZodType;
  successStatus: number;
  /** Absent where the body is audio, and for `refresh`. */
  handle?(exchange: Exchange): Promise<Answer>;
}

/** All resources but the issuer of refresh tokens, which has an address of its own. */
export function createRoutes(queryService: QueryService): Route[] {
  const createQuery = async (exchange: Exchange): Promise<Answer> => {
    const { conversationId } = exchange.params;
    const request = queryRequestOf(
      await exchange.readEntity(),
      exchange.params,
      exchange.headers,
      queryService.limits.textCharacters,
    );
    const record = await queryService.create(exchange.principal, request);
    const entity = represent.queryEntity(record, scopeOf(exchange, conversationId));
    return { status: 201, entity, location: entity._links.self.href };
  };

  const getQuery = async (exchange: Exchange): Promise<Answer> => {
    const { queryId, conversationId } = exchange.params;
    const record = await queryService.get(exchange.principal, queryId, conversationId);
    return { status: 200, entity: represent.queryEntity(record, scopeOf(exchange, conversationId)) };
  };

  const getAudio = async (exchange: Exchange): Promise<Answer> => {
    const { queryId, audioId, conversationId } = exchange.params;
    const record = await queryService.get(exchange.principal, queryId, conversationId);
    if (record.audioId !== audioId) throw new EarshotError('not_found', 'The query has no such audio.');
    return { status: 200, entity: represent.audioEntity(record, scopeOf(exchange, conversationId)) };
  };

  const addFeedback = async (exchange: Exchange): Promise<Answer> => {
    const { queryId, conversationId } = exchange.params;
    const { duration, durations, ...rest } = validate(
      schemas.feedbackSchema,
      (await exchange.readEntity()) ?? {},
    );
    const merged = { ...duration, ...durations };
    await queryService.addFeedback(
      exchange.principal,
      queryId,
      { ...rest, ...(Object.keys(merged).length > 0 && { durations: merged }) },
      conversationId,
    );
    return { status: 200, entity: {} };
  };

  const cancelQuery = async (exchange: Exchange): Promise<Answer> => {
    const { queryId, conversationId } = exchange.params;
    const cancellation = validate(schemas.cancellationSchema, (await exchange.readEntity()) ?? {});
    await queryService.cancel(exchange.principal, queryId, cancellation, conversationId);
    return { status: 200, entity: {} };
  };

  const queryRoutes = (prefix: string, suffix: string): Route[] => {
    const session = { access: 'session' } as const;
    const feedback = { request: schemas.feedbackSchema, response: schemas.emptySchema, handle: addFeedback };
    const cancellation = {
      request: schemas.cancellationSchema,
      response: schemas.emptySchema,
      handle: cancelQuery,
    };
    const routes: Route[] = [
      {
        ...session,
        name: `createQuery${suffix}`,
        summary:
          'Create a query. A text query is processed at once; an audio body creates and uploads in one step',
        method: 'POST',
        path: `${prefix}/queries`,
        audio: 'also',
        request: prefix === '' ? schemas.createQuerySchema : schemas.createConversationQuerySchema,
        response: schemas.queryEntitySchema,
        successStatus: 201,
        handle: createQuery,
      },
      {
        ...session,
        name: `getQuery${suffix}`,
        summary: 'Get a query',
        method: 'GET',
        path: `${prefix}/queries/:queryId`,
        response: schemas.queryEntitySchema,
        successStatus: 200,
        handle: getQuery,
      },
      {
        ...session,
        name: `uploadAudio${suffix}`,
        summary: 'Stream audio to a query; the answer is the processed query',
        method: 'POST',
        path: `${prefix}/queries/:queryId/audio`,
        audio: 'only',
        response: schemas.uploadEntitySchema,
        successStatus: 200,
      },
      {
        ...session,
        name: `getAudio${suffix}`,
        summary: 'Get the audio resource of a query',
        method: 'GET',
        path: `${prefix}/queries/:queryId/audio/:audioId`,
        response: schemas.audioEntitySchema,
        successStatus: 200,
        handle: getAudio,
      },
    ];
    // Known clients append to the self link of whatever answer they have, so the audio resource has these too.
    for (const [parent, of] of [
      [`${prefix}/queries/:queryId`, 'Query'],
      [`${prefix}/queries/:queryId/audio/:audioId`, 'Audio'],
    ]) {
      routes.push(
        {
          ...session,
          ...feedback,
          name: `add${of}Feedback${suffix}`,
          summary: 'Give feedback on a query',
          method: 'POST',
          path: `${parent}/feedback`,
          successStatus: 200,
        },
        {
          ...session,
          ...feedback,
          name: `patch${of}Feedback${suffix}`,
          summary: 'Give feedback on a query',
          method: 'PATCH',
          path: `${parent}/feedback`,
          successStatus: 200,
        },
        {
          ...session,
          ...cancellation,
          name: `cancel${of}${suffix}`,
          summary: 'Cancel a query; has no effect on a finished one',
          method: 'POST',
          path: `${parent}/cancellation`,
          successStatus: 200,
        },
      );
    }
    return routes;
  };

  return [
    ...queryRoutes('', ''),
    ...queryRoutes('/conversations/:conversationId', 'InConversation'),
    ...conversationRoutes(queryService),
    {
      name: 'createSessionToken',
      summary: 'Exchange a refresh token for a session token',
      method: 'POST',
      path: '/tokens',
      access: 'refresh',
      response: schemas.sessionTokenSchema,
      successStatus: 200,
    },
  ];
}

function conversationRoutes(queryService: QueryService): Route[] {
  const session = { access: 'session' } as const;
  return [
    {
      ...session,
      name: 'createConversation',
      summary: 'Create a conversation',
      method: 'POST',
      path: '/conversations',
      request: schemas.createConversationSchema,
      response: schemas.conversationEntitySchema,
      successStatus: 201,
      handle: async ({ principal, readEntity, linkBase }) => {
        const request = validate(schemas.createConversationSchema, withLocale(await readEntity()));
        const record = await queryService.createConversation(principal, request as { locale: string });
        const entity = represent.conversationEntity(record, linkBase);
        return { status: 201, entity, location: entity._links.self.href };
      },
    },
    {
      ...session,
      name: 'listConversations',
      summary: 'List conversations, newest first',
      method: 'GET',
      path: '/conversations',
      response: schemas.conversationPageSchema,
      successStatus: 200,
      handle: async ({ principal, query, linkBase }) => {
        const asked = pageOf(query);
        const page = await queryService.listConversations(principal, asked);
        return { status: 200, entity: represent.conversationPageEntity(page, linkBase, asked) };
      },
    },
    {
      ...session,
      name: 'getConversation',
      summary: 'Get a conversation with its context',
      method: 'GET',
      path: '/conversations/:conversationId',
      response: schemas.conversationEntitySchema,
      successStatus: 200,
      handle: async ({ principal, params, linkBase }) => {
        const record = await queryService.getConversation(principal, params.conversationId);
        return { status: 200, entity: represent.conversationEntity(record, linkBase) };
      },
    },
    {
      ...session,
      name: 'listQueries',
      summary: 'List the queries of a conversation, oldest first',
      method: 'GET',
      path: '/conversations/:conversationId/queries',
      response: schemas.queryPageSchema,
      successStatus: 200,
      handle: async (exchange) => {
        const { principal, params, query, linkBase } = exchange;
        const page = pageOf(query);
        const { items, next } = await queryService.listQueries(principal, params.conversationId, page);
        const scope = scopeOf(exchange, params.conversationId);
        const entities = items.map((record) => represent.queryEntity(record, scope));
        const address = `${linkBase}/conversations/${params.conversationId}/queries`;
        return { status: 200, entity: represent.pageEntity('queries', entities, address, { ...page, next }) };
      },
    },
  ];
}

/** The first public clients of the family say `lang` where it is `locale` now. */
function withLocale(entity: unknown): unknown {
  const { lang, locale } = (entity ?? {}) as { lang?: unknown; locale?: unknown };
  return typeof lang === 'string' && locale === undefined ? { ...(entity as object), locale: lang } : entity;
}

const firstPage = validate(schemas.pageSchema, {});

/** @throws EarshotError `invalid_request` */
function pageOf(query: string): { limit: number; after?: string } {
  return query === ''
    ? firstPage
    : validate(schemas.pageSchema, Object.fromEntries(new URLSearchParams(query)));
}

function scopeOf(
  exchange: Pick<Exchange, 'linkBase'>,
  conversationId: string | undefined,
): represent.LinkScope {
  return { base: exchange.linkBase, isConversationScoped: conversationId !== undefined };
}
