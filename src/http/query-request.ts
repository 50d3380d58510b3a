import { invalidRequest } from '../errors.js';
import type { QueryRequest } from '../query/index.js';
import { acceptedLocale, madeAnew } from './made-anew.js';
import type { HeaderMap } from './resource.js';
import { createConversationQuerySchema, createQuerySchema } from './schemas/schemas.js';
import { parseServiceHeaders } from './service-headers.js';
import { validate } from './validate.js';

/**
 * The query request of a JSON entity and the X-Service headers.
 * @throws EarshotError `invalid_request`, `invalid_header`
 */
export function queryRequestOf(
  entity: unknown,
  params: Readonly<Record<string, string>>,
  headers: HeaderMap,
  textCharacters: number,
): QueryRequest {
  const scoped = params.conversationId === madeAnew ? undefined : params.conversationId;
  const isMadeAnew = params.conversationId === madeAnew || params.queryId === madeAnew;
  const isLenient = scoped !== undefined || isMadeAnew;
  const schema = isLenient ? createConversationQuerySchema : createQuerySchema;
  // in a conversation nothing has to be said, so there may be no body
  const said = isLenient && entity === undefined ? {} : entity;
  const { queryType, conversationId, context, ...rest } = validate(schema, said);
  if (isMadeAnew && rest.locale === undefined && scoped === undefined && conversationId === undefined)
    rest.locale = validate(createConversationQuerySchema, { locale: acceptedLocale(headers) }).locale;
  if (scoped !== undefined && conversationId !== undefined && conversationId !== scoped) {
    throw invalidRequest([{ pointer: '/conversationId', detail: 'must be the conversation of the address' }]);
  }
  const text = rest.textQuery?.text;
  const type = queryType ?? (text === undefined ? 'audio' : 'text');
  if (type === 'text' && (text === undefined || text.trim() === '')) {
    throw invalidRequest([{ pointer: '/textQuery/text', detail: 'a text query needs a text' }]);
  }
  if (text !== undefined && text.length > textCharacters) {
    throw invalidRequest([
      { pointer: '/textQuery/text', detail: `may have at most ${textCharacters} characters` },
    ]);
  }
  const { audioProfileId, clientInfo } = parseServiceHeaders(headers);
  return {
    ...rest,
    // Known clients send an empty context where they have none: the conversation's own goes on then.
    context: Object.values(context ?? {}).some((value) => value !== undefined) ? context : undefined,
    queryType: type,
    conversationId: scoped ?? conversationId,
    audioProfileId,
    clientInfo,
  } as QueryRequest;
}
