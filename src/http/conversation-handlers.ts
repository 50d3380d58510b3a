import { invalidRequest } from '../errors.js';
import type { PageRequest, QueryService } from '../query/index.js';
import { conversationEntity, conversationPageEntity, pageEntity, queryEntity } from './representations.js';
import { type Answer, type Exchange, scopeOf } from './route.js';
import { createConversationSchema, pageSchema } from './schemas/schemas.js';
import { validate } from './validate.js';

/** What is done for each operation on conversations. */
export function conversationHandlers(queryService: QueryService) {
  return {
    async create({ principal, readEntity, linkBase }: Exchange): Promise<Answer> {
      const request = validate(createConversationSchema, withLocale(await readEntity()));
      const record = await queryService.createConversation(principal, request as { locale: string });
      const entity = conversationEntity(record, linkBase);
      return { status: 201, entity, location: entity._links.self.href };
    },

    async list({ principal, query, linkBase }: Exchange): Promise<Answer> {
      const asked = pageOf(query);
      const page = await queryService.listConversations(principal, asked);
      return { status: 200, entity: conversationPageEntity(page, linkBase, asked) };
    },

    async get({ principal, params, linkBase }: Exchange): Promise<Answer> {
      const record = await queryService.getConversation(principal, params.conversationId);
      return { status: 200, entity: conversationEntity(record, linkBase) };
    },

    async listQueries(exchange: Exchange): Promise<Answer> {
      const { principal, params, query, linkBase } = exchange;
      const asked = pageOf(query);
      const { items, next } = await queryService.listQueries(principal, params.conversationId, asked);
      const scope = scopeOf(exchange);
      const entities = items.map((record) => queryEntity(record, scope));
      const address = `${linkBase}/conversations/${params.conversationId}/queries`;
      return { status: 200, entity: pageEntity('queries', entities, address, { ...asked, next }) };
    },
  };
}

/** The first public clients of the family say `lang` where it is `locale` now. */
function withLocale(entity: unknown): unknown {
  const { lang, locale } = (entity ?? {}) as { lang?: unknown; locale?: unknown };
  return typeof lang === 'string' && locale === undefined ? { ...(entity as object), locale: lang } : entity;
}

const firstPage = validate(pageSchema, {});

/** @throws EarshotError `invalid_request` */
function pageOf(query: string): PageRequest {
  if (query === '') return firstPage;
  const params = new URLSearchParams(query);
  const repeated = Object.keys(pageSchema.shape).filter((name) => params.getAll(name).length > 1);
  if (repeated.length > 0)
    throw invalidRequest(repeated.map((name) => ({ pointer: `/${name}`, detail: 'may be there only once' })));
  return validate(pageSchema, Object.fromEntries(params));
}
