import { z } from 'zod';
import { partialExample, queryExample } from '../http/answer-examples.js';
import { entitiesSchema } from '../http/entities-schema.js';
import { componentSchemas, schemaReference } from '../http/json-schemas.js';
import { problemSchema, queryEntitySchema } from '../http/schemas.js';
import { notificationSchemas, requestMessageSchema, responseMessageSchema } from './socket-schemas.js';
import { socketPath } from './socket-server.js';

/** Messages as they came, by the names of their schemas. */
const examples: Record<string, object> = {
  PartialMessage: partialExample,
  CompleteMessage: {
    type: 'notification',
    notificationType: 'query_complete',
    entity: queryExample,
    message: 'The query is complete.',
  },
};

/** AsyncAPI 3.0 document of the WebSocket API. */
export function asyncApi({ version }: { version: string }): Record<string, unknown> {
  const sent = [requestMessageSchema];
  const received = [responseMessageSchema, ...notificationSchemas];
  const name = (schema: z.ZodType) => z.globalRegistry.get(schema)!.id!;
  const messages = Object.fromEntries([
    ...[...sent, ...received].map((schema) => [
      name(schema),
      {
        name: name(schema),
        summary: z.globalRegistry.get(schema)?.description,
        contentType: 'application/json',
        payload: schemaReference(schema),
        ...(name(schema) in examples && { examples: [{ payload: examples[name(schema)] }] }),
      },
    ]),
    [
      'AudioFrame',
      {
        name: 'AudioFrame',
        summary:
          'Audio of the query that was created last, in frames of any size. It may be sent before the query is confirmed. A frame of the one byte 0x04 ends the audio. Where a creation is refused, the audio behind it goes to an earlier query that is streaming; else it is dropped up to 0x04 or the next creation, with one client_error.',
        contentType: 'application/octet-stream',
      },
    ],
  ]);
  const inChannel = (names: string[]) =>
    names.map((each) => ({ $ref: `#/channels/socket/messages/${each}` }));
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Earshot WebSocket API',
      version,
      description:
        'Every resource of the REST API, and audio in binary frames. The token travels in the headers of each request message, not in the upgrade. Idle connections are closed with 1001; a message over the limit closes with 1009.',
      license: { name: 'Apache-2.0' },
    },
    defaultContentType: 'application/json',
    channels: {
      socket: {
        address: socketPath,
        title: 'Requests, responses, notifications and audio',
        messages: Object.fromEntries(
          Object.keys(messages).map((each) => [each, { $ref: `#/components/messages/${each}` }]),
        ),
      },
    },
    operations: {
      // From the application's point of view: what the service receives and what it sends.
      receive: {
        action: 'receive',
        channel: { $ref: '#/channels/socket' },
        summary: 'What a client sends',
        messages: inChannel([...sent.map(name), 'AudioFrame']),
      },
      send: {
        action: 'send',
        channel: { $ref: '#/channels/socket' },
        summary: 'What a client receives',
        messages: inChannel(received.map(name)),
      },
    },
    components: {
      messages,
      schemas: componentSchemas([...sent, ...received, queryEntitySchema, entitiesSchema, problemSchema]),
    },
  };
}
