import type { z } from 'zod';
import { errorCodes } from '../../errors.js';
import { withoutAbsent } from '../../without-absent.js';
import { problemMediaType, resourceMediaType } from '../media-types.js';
import type { Route } from '../route.js';
import { entitiesSchema } from '../schemas/entities-schema.js';
import * as schemas from '../schemas/schemas.js';
import { exampleOf } from './answer-examples.js';
import { componentSchemas, schemaReference } from './json-schemas.js';
import { answerHeaders, headersOf, uncountedHeaders } from './openapi-headers.js';
import { parametersOf, requestHeaders } from './openapi-parameters.js';

export interface OpenApiOptions {
  routes: readonly Route[];
  /** Version of the service. */
  version: string;
  /** Where refresh tokens are issued, when that is on the same listener. */
  issuerPath?: string;
}

const audioTypes = ['audio/wav', 'audio/pcm', 'audio/webm', 'audio/ogg', 'audio/flac', 'audio/mpeg'];

const answers: Record<string, string> = {
  400: 'The request is not valid; `errors` has the JSON pointer of each fault',
  401: 'The token is missing or, for a session token, not valid',
  403: 'The refresh token is invalid, expired or revoked',
  404: 'There is no such resource, or it belongs to someone else, or it has expired',
  406: 'The version or type in Accept is not served',
  408: 'The body stalled',
  409: 'The query is not in a state that allows this',
  413: 'The body is too large or the audio too long',
  415: 'The media type is not supported',
  422: 'No model serves the locale; the served ones are named',
  429: 'Too many requests; see Retry-After',
  431: 'X-Service-Entity, X-Service-Client-Info or all headers together are too large',
  503: 'All capacity is in use, or nothing can be stored; see Retry-After',
};

/** OpenAPI 3.1 document, made from the table that the routes themselves are made from. */
export function openApi(options: OpenApiOptions): Record<string, unknown> {
  const { routes, version } = options;
  const used: z.ZodType[] = routes.flatMap(({ request, response }) => [
    response,
    ...(request ? [request] : []),
  ]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Earshot',
      version,
      description:
        'Voice queries, answered on this device. Create a query, stream audio to it, and get text, intent, reply, context and entities. The same resources can be called over a WebSocket; see asyncapi.json.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: './', description: 'Where this document was served' }],
    tags: [
      { name: 'Queries', description: 'Alone, and the same within a conversation' },
      { name: 'Conversations', description: 'Turns that share a context' },
      { name: 'Tokens' },
      { name: 'Operation' },
    ],
    paths: pathsOf(options),
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'A session token from POST /tokens' },
        refresh: { type: 'http', scheme: 'bearer', description: 'A refresh token' },
        organisation: { type: 'http', scheme: 'bearer', description: "An organisation's token" },
      },
      parameters: requestHeaders,
      headers: answerHeaders,
      schemas: componentSchemas([
        ...used,
        schemas.uploadEntitySchema,
        entitiesSchema,
        schemas.issueTokenSchema,
        schemas.refreshTokenSchema,
        schemas.problemSchema,
      ]),
    },
    'x-error-codes': Object.fromEntries(
      Object.entries(errorCodes).map(([code, [status, title]]) => [code, { status, title }]),
    ),
  };
}

function pathsOf({ routes, issuerPath }: OpenApiOptions): Record<string, Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  if (issuerPath !== undefined) paths[issuerPath] = { post: issuerOperation };
  paths['/health'] = { get: healthOperation('getHealth', 'Whether the process answers', { 200: 'Yes' }) };
  paths['/ready'] = {
    get: healthOperation('getReadiness', 'Whether it takes queries', { 200: 'Yes', 503: 'Not now' }),
  };
  return paths;
}

function operation(route: Route): Record<string, unknown> {
  return {
    operationId: route.name,
    summary: route.summary,
    tags: [tagOf(route)],
    security: [{ [route.access]: [] }],
    parameters: parametersOf(route),
    ...requestBody(route),
    responses: {
      ...success(route),
      ...problems(route),
    },
  };
}

function requestBody({ request, audio }: Route): { requestBody?: object } {
  // what may be empty may be left out, or be null
  const mayBeEmpty = audio === undefined && request?.safeParse({}).success;
  const schema = request && schemaReference(request);
  const json = schema && {
    'application/json': { schema: mayBeEmpty ? { anyOf: [schema, { type: 'null' }] } : schema },
  };
  const sound = audio && Object.fromEntries(audioTypes.map((type) => [type, {}]));
  if (!json && !sound) return {};
  return {
    requestBody: {
      required: !mayBeEmpty,
      ...(sound && {
        description:
          'Send audio with Transfer-Encoding: chunked while it is recorded. `audio/pcm` takes the parameters bits, rate, encoding (signed-int or float), channels and big-endian.',
      }),
      content: { ...json, ...sound },
    },
  };
}

function success(route: Route): Record<string, unknown> {
  const answer = (status: number, schema: z.ZodType, description: string) => ({
    description,
    ...headersOf(status),
    content: {
      [route.access === 'refresh' ? 'application/json' : resourceMediaType]: {
        schema: schemaReference(schema),
        ...withoutAbsent({ example: exampleOf(schema, status) }),
      },
    },
  });
  const responses: Record<string, unknown> = {
    [route.successStatus]: answer(
      route.successStatus,
      route.response,
      route.successStatus === 201 ? 'Created' : 'Success',
    ),
  };
  if (route.audio === 'also')
    responses[200] = answer(200, schemas.uploadEntitySchema, 'The processed query, after an audio body');
  return responses;
}

/** What each operation may refuse with for reasons of its own; `default` stands for what can befall any request. */
function problems(route: Route): object {
  const { access, audio, request, path } = route;
  const createsQuery = audio === 'also';
  const codes = [400, 401, 406, 429, 431];
  if (access === 'refresh') codes.push(403);
  if (path.includes(':') || createsQuery) codes.push(404);
  if (audio || request) codes.push(408, 413, 415);
  if (audio) codes.push(409);
  if (createsQuery || route.name === 'createConversation') codes.push(422);
  if (route.method !== 'GET') codes.push(503);
  return problemAnswers(codes, headersOf);
}

/** Problems by status, and whatever else may befall a request. */
function problemAnswers(codes: readonly number[], headersFor: (status: number) => object): object {
  const problem = (status: number, description: string) => ({
    description,
    ...headersFor(status),
    content: { [problemMediaType]: { schema: schemaReference(schemas.problemSchema) } },
  });
  return {
    ...Object.fromEntries(codes.map((status) => [status, problem(status, answers[status])])),
    default: problem(0, 'Any other problem; see x-error-codes'),
  };
}

function tagOf({ path }: Route): string {
  if (path === '/tokens') return 'Tokens';
  return /^\/conversations(\/:conversationId)?$/.test(path) ? 'Conversations' : 'Queries';
}

const issuerOperation = {
  operationId: 'issueRefreshToken',
  summary: 'Issue a refresh token for an end-user; called by your server',
  tags: ['Tokens'],
  security: [{ organisation: [] }],
  parameters: [{ $ref: '#/components/parameters/RequestId' }],
  requestBody: {
    required: true,
    content: { 'application/json': { schema: schemaReference(schemas.issueTokenSchema) } },
  },
  responses: {
    200: {
      description: 'Success',
      ...uncountedHeaders,
      content: { 'application/json': { schema: schemaReference(schemas.refreshTokenSchema) } },
    },
    ...Object.fromEntries(
      [400, 401, 406, 408, 413, 415, 'default'].map((status) => [
        status,
        {
          description: 'Empty body; the status gives the reason',
          ...(status === 401 ? headersOf(401) : uncountedHeaders),
        },
      ]),
    ),
  },
};

function healthOperation(operationId: string, summary: string, answers: Record<number, string>): object {
  const schema = {
    type: 'object',
    properties: {
      status: { enum: ['ok', 'unavailable'] },
      reason: { type: 'string', description: 'Why it is unavailable' },
    },
    required: ['status'],
  };
  const responses = Object.entries(answers).map(([status, description]) => [
    status,
    { description, ...uncountedHeaders, content: { 'application/json': { schema } } },
  ]);
  return {
    operationId,
    summary,
    tags: ['Operation'],
    security: [],
    responses: {
      ...Object.fromEntries(responses),
      ...problemAnswers([400, 431], () => uncountedHeaders),
    },
  };
}
