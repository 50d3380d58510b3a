import type { QueryService } from '../query/index.js';
import { conversationRoutes } from './conversation-routes.js';
import { queryRoutes } from './query-routes.js';
import type { Route } from './route.js';
import { sessionTokenSchema } from './schemas/schemas.js';

/** All resources but the issuer of refresh tokens, which has an address of its own. */
export function createRoutes(queryService: QueryService): Route[] {
  return [
    ...queryRoutes(queryService, '', ''),
    ...queryRoutes(queryService, '/conversations/:conversationId', 'InConversation'),
    ...conversationRoutes(queryService),
    {
      name: 'createSessionToken',
      summary: 'Exchange a refresh token for a session token',
      method: 'POST',
      path: '/tokens',
      access: 'refresh',
      response: sessionTokenSchema,
      successStatus: 200,
    },
  ];
}
