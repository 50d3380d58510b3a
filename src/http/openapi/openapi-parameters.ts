import { madeAnew } from '../made-anew.js';
import type { Route } from '../route.js';
import { maxClientInfoCharacters } from '../service-headers.js';
import { uuidPattern } from '../uuid.js';

/** What stands in the heads of requests, for `components.parameters`. */
export const requestHeaders = {
  AudioProfileId: header(
    'X-Service-Audio-Profile-Id',
    'A UUID that stands for a device and its user; X-Service-Audio-Profile is the same header',
    {
      type: 'string',
      format: 'uuid',
    },
  ),
  ClientInfo: header('X-Service-Client-Info', 'JSON about the client; kept with the query, never trusted', {
    type: 'string',
    maxLength: maxClientInfoCharacters,
    contentMediaType: 'application/json',
  }),
  RequestId: header('X-Request-Id', 'Comes back in the answer and in the log; made when left out'),
  IgnoreVad: header(
    'X-Service-Ignore-Vad',
    '`false`: answer at the end of speech without waiting for the end of the upload',
    { type: 'boolean', default: true },
  ),
  PartialResults: header(
    'X-Service-Partial-Results',
    'For audio over the WebSocket: `true` asks for `vad_start` and `query_partial` while speech goes on',
    { type: 'boolean', default: false },
  ),
  Entity: header(
    'X-Service-Entity',
    'Base64 of the JSON entity that creates the query; with an audio body only',
    { type: 'string', contentEncoding: 'base64', contentMediaType: 'application/json' },
  ),
} satisfies Record<string, object>;

const pageParameters = [
  { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } },
  {
    name: 'after',
    in: 'query',
    schema: { type: 'string', minLength: 1, maxLength: 512 },
    description: 'Cursor from the `next` link of the page before',
  },
];

/** What an operation takes besides its body: ids in the path, the page of a list, headers. */
export function parametersOf({ path, method, audio }: Route): object[] {
  const isUpload = audio !== undefined;
  const createsQuery = audio === 'also';
  const isList = method === 'GET' && /conversations$|:conversationId\/queries$/.test(path);
  const headers: (keyof typeof requestHeaders)[] = [
    ...(createsQuery ? (['AudioProfileId', 'ClientInfo', 'Entity'] as const) : []),
    ...(isUpload ? (['IgnoreVad'] as const) : []),
    ...(createsQuery ? (['PartialResults'] as const) : []),
    'RequestId',
  ];
  return [
    ...[...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      ...idSchema({ mayBeMadeAnew: isUpload }),
    })),
    ...(isList ? pageParameters : []),
    ...headers.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
}

function idSchema({ mayBeMadeAnew }: { mayBeMadeAnew: boolean }): object {
  const id = { type: 'string', format: 'uuid', pattern: uuidPattern.source };
  if (!mayBeMadeAnew) return { schema: id };
  const description = '`*` for one that is made for this request; its locale may be in Accept-Language';
  return { description, schema: { anyOf: [id, { const: madeAnew }] } };
}

function header(name: string, description: string, schema: object = { type: 'string' }): object {
  return { name, in: 'header', description, schema };
}
