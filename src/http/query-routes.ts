import type { QueryService } from '../query/index.js';
import { queryHandlers } from './query-handlers.js';
import type { Route } from './route.js';
import * as schemas from './schemas/schemas.js';

type QueryHandlers = ReturnType<typeof queryHandlers>;

const access = 'session';

/**
 * The operations on queries, all with a session token.
 *
 * @param prefix Before `/queries` in each path.
 * @param suffix Behind each name, which is unique.
 */
export function queryRoutes(queryService: QueryService, prefix: string, suffix: string): Route[] {
  const handlers = queryHandlers(queryService);
  const query = `${prefix}/queries/:queryId`;
  return [
    {
      access,
      name: `createQuery${suffix}`,
      summary:
        'Create a query. A text query is processed at once; an audio body creates and uploads in one step',
      method: 'POST',
      path: `${prefix}/queries`,
      audio: 'also',
      request: prefix === '' ? schemas.createQuerySchema : schemas.createConversationQuerySchema,
      response: schemas.queryEntitySchema,
      successStatus: 201,
      handle: handlers.create,
    },
    {
      access,
      name: `getQuery${suffix}`,
      summary: 'Get a query',
      method: 'GET',
      path: query,
      response: schemas.queryEntitySchema,
      successStatus: 200,
      handle: handlers.get,
    },
    ...audioRoutes(handlers, query, suffix),
    ...afterwardRoutes(handlers, query, 'Query', suffix),
    // Known clients append to the self link of whatever answer they have, so the audio resource has these too.
    ...afterwardRoutes(handlers, audioOf(query), 'Audio', suffix),
  ];
}

/** The audio of a query: sent, and found again by the self link of the answer. */
function audioRoutes(handlers: QueryHandlers, query: string, suffix: string): Route[] {
  return [
    {
      access,
      name: `uploadAudio${suffix}`,
      summary: 'Stream audio to a query; the answer is the processed query',
      method: 'POST',
      path: `${query}/audio`,
      audio: 'only',
      response: schemas.uploadEntitySchema,
      successStatus: 200,
    },
    {
      access,
      name: `getAudio${suffix}`,
      summary: 'Get the audio resource of a query',
      method: 'GET',
      path: audioOf(query),
      response: schemas.audioEntitySchema,
      successStatus: 200,
      handle: handlers.getAudio,
    },
  ];
}

const audioOf = (query: string) => `${query}/audio/:audioId`;

/** What a client tells of the query that it has an answer to: feedback, and that it is no longer wanted. */
function afterwardRoutes(
  { addFeedback, cancel }: QueryHandlers,
  path: string,
  of: 'Query' | 'Audio',
  suffix: string,
): Route[] {
  const feedback = {
    access,
    summary: 'Give feedback on a query',
    path: `${path}/feedback`,
    request: schemas.feedbackSchema,
    response: schemas.emptySchema,
    successStatus: 200,
    handle: addFeedback,
  } as const;
  return [
    { ...feedback, name: `add${of}Feedback${suffix}`, method: 'POST' },
    { ...feedback, name: `patch${of}Feedback${suffix}`, method: 'PATCH' },
    {
      access,
      name: `cancel${of}${suffix}`,
      summary: 'Cancel a query; has no effect on a finished one',
      method: 'POST',
      path: `${path}/cancellation`,
      request: schemas.cancellationSchema,
      response: schemas.emptySchema,
      successStatus: 200,
      handle: cancel,
    },
  ];
}
