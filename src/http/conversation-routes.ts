import type { QueryService } from '../query/index.js';
import { conversationHandlers } from './conversation-handlers.js';
import type { Route } from './route.js';
import * as schemas from './schemas/schemas.js';

/** The operations on conversations, all with a session token. */
export function conversationRoutes(queryService: QueryService): Route[] {
  const handlers = conversationHandlers(queryService);
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
      handle: handlers.create,
    },
    {
      access,
      name: 'listConversations',
      summary: 'List conversations, newest first',
      method: 'GET',
      path: '/conversations',
      response: schemas.conversationPageSchema,
      successStatus: 200,
      handle: handlers.list,
    },
    {
      access,
      name: 'getConversation',
      summary: 'Get a conversation with its context',
      method: 'GET',
      path: '/conversations/:conversationId',
      response: schemas.conversationEntitySchema,
      successStatus: 200,
      handle: handlers.get,
    },
    {
      access,
      name: 'listQueries',
      summary: 'List the queries of a conversation, oldest first',
      method: 'GET',
      path: '/conversations/:conversationId/queries',
      response: schemas.queryPageSchema,
      successStatus: 200,
      handle: handlers.listQueries,
    },
  ];
}
