import type { QueryService } from '../query/index.js';
import type { PageRequest } from '../query/query-store.js';
import { conversationEntity, conversationPageEntity, pageEntity, queryEntity } from './representations.js';
import { type Route, scopeOf } from './route.js';
import * as schemas from './schemas.js';
import { validate } from './validate.js';

/** The operations on conversations, all with a session token. */
export function conversationRoutes(queryService: QueryService): Route[] {
  const access = 'session';
  return [
    {
      access,
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
        const entity = conversationEntity(record, linkBase);
        return { status: 201, entity, location: entity._links.self.href };
      },
    },
    {
      access,
      name: 'listConversations',
      summary: 'List conversations, newest first',
      method: 'GET',
      path: '/conversations',
      response: schemas.conversationPageSchema,
      successStatus: 200,
      handle: async ({ principal, query, linkBase }) => {
        const asked = pageOf(query);
        const page = await queryService.listConversations(principal, asked);
        return { status: 200, entity: conversationPageEntity(page, linkBase, asked) };
      },
    },
    {
      access,
      name: 'getConversation',
      summary: 'Get a conversation with its context',
      method: 'GET',
      path: '/conversations/:conversationId',
      response: schemas.conversationEntitySchema,
      successStatus: 200,
      handle: async ({ principal, params, linkBase }) => {
        const record = await queryService.getConversation(principal, params.conversationId);
        return { status: 200, entity: conversationEntity(record, linkBase) };
      },
    },
    {
      access,
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
        const scope = scopeOf(exchange);
        const entities = items.map((record) => queryEntity(record, scope));
        const address = `${linkBase}/conversations/${params.conversationId}/queries`;
        return { status: 200, entity: pageEntity('queries', entities, address, { ...page, next }) };
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
function pageOf(query: string): PageRequest {
  return query === ''
    ? firstPage
    : validate(schemas.pageSchema, Object.fromEntries(new URLSearchParams(query)));
}
