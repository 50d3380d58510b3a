import { z } from 'zod';
import { problemSchema, queryEntitySchema } from '../http/schemas/schemas.js';

/** The messages on the socket; tests check frames against them, and the description of the API is made from them. */

export const requestMessageSchema = z
  .object({
    type: z.literal('request'),
    requestId: z
      .union([z.string(), z.number()])
      .optional()
      .meta({ description: 'The response returns it as a string; it may repeat' }),
    method: z.string().meta({ description: 'As over HTTP' }),
    restUri: z
      .string()
      .meta({ description: 'Path of the resource; the href of a link can be used as it is' }),
    headers: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).meta({
      description:
        'As over HTTP, names in any case. Authorization: Bearer <session token>. X-Service-Ignore-Vad: true leaves the end of speech to the client. X-Service-Partial-Results: true asks for vad_start and query_partial.',
    }),
    entity: z.unknown().optional().meta({ description: 'The JSON body, if there is one' }),
  })
  .meta({ id: 'RequestMessage' });

export const responseMessageSchema = z
  .strictObject({
    type: z.literal('response'),
    requestId: z.string(),
    responseCode: z.int(),
    responseMessage: z.string(),
    entity: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'ResponseMessage', description: 'Responses leave in the order of their requests.' });

const about = { id: z.string(), _links: z.object({ self: z.object({ href: z.string() }) }) };
const seconds = z.number().meta({ description: 'In seconds from the start of the audio' });

const failureSchema = problemSchema.extend({
  id: about.id.optional().meta({ description: 'The query that failed; absent if there was none' }),
  _links: about._links.optional(),
});

function notification<T extends z.ZodType>(type: string, entity: T, id: string, description: string) {
  return z
    .strictObject({
      type: z.literal('notification'),
      notificationType: z.literal(type),
      entity,
      message: z.string(),
    })
    .meta({ id, description });
}

export const notificationSchemas = [
  notification(
    'vad_start',
    z.object({ ...about, seconds }),
    'SpeechStartMessage',
    'Speech began. Only for queries created with X-Service-Partial-Results: true.',
  ),
  notification(
    'query_partial',
    z.object({ ...about, text: z.string(), words: z.array(z.unknown()) }),
    'PartialMessage',
    'The words so far; the last ones may still change. Only for queries created with X-Service-Partial-Results: true.',
  ),
  notification(
    'vad_stop',
    z.object({ ...about, seconds }),
    'SpeechEndMessage',
    'Speech ended: stop recording. query_complete or an error always follows.',
  ),
  notification('query_complete', queryEntitySchema, 'CompleteMessage', 'The processed query.'),
  notification(
    'internal_server_error',
    failureSchema,
    'ServerErrorMessage',
    'The query failed through no fault of the client.',
  ),
  notification(
    'client_error',
    failureSchema,
    'ClientErrorMessage',
    'A message that is no request, audio without a query, or audio that cannot be used.',
  ),
] as const;
