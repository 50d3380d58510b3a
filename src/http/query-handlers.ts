import { EarshotError } from '../errors.js';
import type { QueryService } from '../query/index.js';
import { queryRequestOf } from './query-request.js';
import { audioEntity, queryEntity } from './representations.js';
import { type Answer, type Exchange, scopeOf } from './route.js';
import { cancellationSchema, feedbackSchema } from './schemas/schemas.js';
import { validate } from './validate.js';

/** What is done for each operation on queries, in a conversation (where the path names one) or without. */
export function queryHandlers(queryService: QueryService) {
  const find = ({ principal, params }: Exchange) =>
    queryService.get(principal, params.queryId, params.conversationId);

  return {
    async create(exchange: Exchange): Promise<Answer> {
      const { principal, params, headers } = exchange;
      const entity = await exchange.readEntity();
      const request = queryRequestOf(entity, params, headers, queryService.limits.textCharacters);
      const created = queryEntity(await queryService.create(principal, request), scopeOf(exchange));
      return { status: 201, entity: created, location: created._links.self.href };
    },

    async get(exchange: Exchange): Promise<Answer> {
      return { status: 200, entity: queryEntity(await find(exchange), scopeOf(exchange)) };
    },

    async getAudio(exchange: Exchange): Promise<Answer> {
      const record = await find(exchange);
      if (record.audioId !== exchange.params.audioId)
        throw new EarshotError('not_found', 'The query has no such audio.');
      return { status: 200, entity: audioEntity(record, scopeOf(exchange)) };
    },

    async addFeedback({ principal, params, readEntity }: Exchange): Promise<Answer> {
      const { duration, durations, ...rest } = validate(feedbackSchema, (await readEntity()) ?? {});
      const merged = { ...duration, ...durations };
      const feedback = { ...rest, ...(Object.keys(merged).length > 0 && { durations: merged }) };
      await queryService.addFeedback(principal, params.queryId, feedback, params.conversationId);
      return { status: 200, entity: {} };
    },

    async cancel({ principal, params, readEntity }: Exchange): Promise<Answer> {
      const cancellation = validate(cancellationSchema, (await readEntity()) ?? {});
      await queryService.cancel(principal, params.queryId, cancellation, params.conversationId);
      return { status: 200, entity: {} };
    },
  };
}
