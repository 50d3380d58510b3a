import { z } from 'zod';
import { partialExample, queryExample } from '../http/openapi/answer-examples.js';
import { componentSchemas, schemaReference } from '../http/openapi/json-schemas.js';
import { entitiesSchema } from '../http/schemas/entities-schema.js';
import { problemSchema, queryEntitySchema } from '../http/schemas/schemas.js';
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

const sent = [requestMessageSchema];
const received = [responseMessageSchema, ...notificationSchemas];

/** The one message that is no JSON. */
const audioFrame = {
  name: 'AudioFrame',
  summary:
    'Audio of the query that was created last, in frames of any size. It may be sent before the query is confirmed. A frame of the one byte 0x04 ends the audio. Where a creation is refused, the audio behind it goes to an earlier query that is streaming; else it is dropped up to 0x04 or the next creation, with one client_error.',
  contentType: 'application/octet-stream',
};

/** AsyncAPI 3.0 document of the WebSocket API. */
export function asyncApi({ version }: { version: string }): Record<string, unknown> {
  const messages = Object.fromEntries([
    ...[...sent, ...received].map((schema) => [nameOf(schema), messageOf(schema)]),
    [audioFrame.name, audioFrame],
  ]);
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
          Object.keys(messages).map((name) => [name, { $ref: `#/components/messages/${name}` }]),
        ),
      },
    },
    operations: {
      // From the application's point of view: what the service receives and what it sends.
      receive: operation('receive', 'What a client sends', [...sent.map(nameOf), audioFrame.name]),
      send: operation('send', 'What a client receives', received.map(nameOf)),
    },
    components: {
      messages,
      schemas: componentSchemas([...sent, ...received, queryEntitySchema, entitiesSchema, problemSchema]),
    },
  };
}

function nameOf(schema: z.ZodType): string {
  return z.globalRegistry.get(schema)!.id!;
}

function messageOf(schema: z.ZodType): object {
  const name = nameOf(schema);
  return {
    name,
    summary: z.globalRegistry.get(schema)?.description,
    contentType: 'application/json',
    payload: schemaReference(schema),
    ...(name in examples && { examples: [{ payload: examples[name] }] }),
  };
}

function operation(action: 'receive' | 'send', summary: string, names: readonly string[]): object {
  return {
    action,
    channel: { $ref: '#/channels/socket' },
    summary,
    messages: names.map((name) => ({ $ref: `#/channels/socket/messages/${name}` })),
  };
}
