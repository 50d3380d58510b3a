import t from 'tap';
import { z } from 'zod';
import { uploadEntitySchema } from '../../src/http/schemas/schemas.js';
import {
  notificationSchemas,
  requestMessageSchema,
  responseMessageSchema,
} from '../../src/ws/socket-schemas.js';
import { speak } from '../query/energy-transcriber.js';
import { request as socketRequest, startSocketService } from '../ws/socket-service.js';
import { ask, startPages } from './page-service.js';
import { RawClient } from './raw-client.js';

t.test('the descriptions of the API', async (t) => {
  const service = await startPages(t);
  const openapi = JSON.parse((await ask(service, 'GET', '/openapi.json')).text);
  const asyncapi = JSON.parse((await ask(service, 'GET', '/asyncapi.json')).text);
  t.match(openapi, { openapi: '3.1.0', info: { version: '1.2.3' } });
  t.match(asyncapi, { asyncapi: '3.0.0', channels: { socket: { address: '/websocketapi' } } });

  t.test('every operation of the API is there, and no name twice', async (t) => {
    for (const { method, path, name } of service.http.resources.routes) {
      t.equal(openapi.paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()].operationId, name);
    }
    const ids = Object.values(openapi.paths).flatMap((methods) =>
      Object.values(methods as object).map(({ operationId }) => operationId),
    );
    t.equal(new Set(ids).size, ids.length);
  });

  t.test('a body may be left out where an empty one will do', async (t) => {
    const { paths } = openapi;
    t.equal(paths['/queries/{queryId}/feedback'].post.requestBody.required, false);
    t.equal(paths['/queries/{queryId}/cancellation'].post.requestBody.required, false);
    const bodyOf = (path: string) => paths[path].post.requestBody.content['application/json'].schema;
    t.strictSame(bodyOf('/queries/{queryId}/feedback').anyOf, [
      { $ref: '#/components/schemas/Feedback' },
      { type: 'null' },
    ]);
    t.strictSame(bodyOf('/conversations'), { $ref: '#/components/schemas/CreateConversation' });
    t.equal(paths['/conversations'].post.requestBody.required, true);
    t.equal(paths['/conversations/{conversationId}/queries'].post.requestBody.required, true);
  });

  t.test('every header of this service is named where a query is created', async (t) => {
    for (const path of ['/queries', '/conversations/{conversationId}/queries']) {
      const named = openapi.paths[path].post.parameters.flatMap(({ $ref }: { $ref?: string }) =>
        $ref ? openapi.components.parameters[$ref.split('/').at(-1)!].name : [],
      );
      t.ok(named.includes('X-Service-Ignore-Vad') && named.includes('X-Service-Partial-Results'), path);
    }
  });

  t.test('the form of a locale is one that locales have, in requests and in answers', async (t) => {
    const { CreateQuery, Query } = openapi.components.schemas;
    for (const { properties } of [CreateQuery, Query])
      t.match('en-US', new RegExp(properties.locale.pattern));
    t.match('en-us', new RegExp(CreateQuery.properties.locale.pattern));
  });

  t.test('bounds are described as they are', async (t) => {
    const { CreateQuery, IssueRefreshToken } = openapi.components.schemas;
    const { organisationToken } = service;
    const post = async (path: string, token: string, entity: object) =>
      (
        await fetch(`http://127.0.0.1:${service.port}${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(entity),
        })
      ).status;
    const token = await service.sessionToken();
    const ask = (length: number) =>
      post('/queries', token, { locale: 'en-US', textQuery: { text: 'a'.repeat(length) } });
    const { maxLength } = CreateQuery.properties.textQuery.anyOf[0].properties.text.anyOf[0];
    t.equal(await ask(maxLength), 201);
    t.equal(await ask(maxLength + 1), 400);
    const issue = (uid: string, validity?: string) =>
      post('/auth/tokens', organisationToken, { uid, validity });
    const { uid, validity } = IssueRefreshToken.properties;
    t.equal(await issue('a'.repeat(uid.maxLength)), 200);
    t.equal(await issue('a'.repeat(uid.maxLength + 1)), 400);
    for (const [text, status] of [
      ['Zoë, till 7', 200],
      ['a\tb', 400],
      ['a\u0085b', 400],
    ] as const) {
      t.equal(await issue(text), status);
      t.equal(new RegExp(uid.pattern, 'u').test(text), status === 200);
    }
    t.equal(await issue('a', 'PT1.5H'), 200);
    t.notMatch(validity.anyOf, [{ format: 'duration' }], 'durations of RFC 3339 have no fractions');
  });

  t.test('every reference leads somewhere', async (t) => {
    for (const document of [openapi, asyncapi]) {
      const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
        ([, path]) => path,
      );
      t.ok(references.length > 10);
      for (const reference of new Set(references)) {
        const target = reference.split('/').reduce((value, step) => value?.[step], document);
        t.ok(target, reference);
      }
    }
  });

  t.test('examples are answers as they are described', async (t) => {
    const schemas = new Map(service.http.resources.routes.map(({ name, response }) => [name, response]));
    type Operation = { operationId: string; responses: Record<string, { content?: object }> };
    const operations = Object.values<Record<string, Operation>>(openapi.paths).flatMap(
      Object.values<Operation>,
    );
    const examples = operations.flatMap(({ operationId, responses }) =>
      Object.entries(responses).flatMap(([status, { content = {} }]) =>
        Object.values(content).flatMap(({ example }) => (example ? [{ operationId, status, example }] : [])),
      ),
    );
    for (const { operationId, status, example } of examples) {
      const isUpload = operationId.startsWith('createQuery') && status === '200';
      const schema = isUpload ? uploadEntitySchema : schemas.get(operationId);
      t.strictSame(schema?.parse(example), example, `${operationId} ${status}`);
    }
    t.ok(examples.length >= 5, `${examples.length}`);
    const { messages } = asyncapi.components;
    for (const [name, at] of [
      ['PartialMessage', 1],
      ['CompleteMessage', 3],
    ] as const) {
      const [{ payload }] = messages[name].examples;
      t.ok(notificationSchemas[at].safeParse(payload).success, name);
    }
    const { Entities, Query } = openapi.components.schemas;
    t.match(JSON.stringify(Query.properties.entities), /components\/schemas\/Entities/);
    t.match(Entities.properties, { keywords: { type: 'array' }, amounts: { description: /money/ } });
  });

  t.test('answers have the headers that are described', async (t) => {
    const token = await service.sessionToken();
    const body = JSON.stringify({ locale: 'en-US', queryType: 'text', textQuery: { text: 'red shoes' } });
    const call = (method: string, path: string, authorization = `Bearer ${token}`, more = {}) =>
      fetch(`http://127.0.0.1:${service.port}${path}`, {
        method,
        headers: { authorization, 'content-type': 'application/json', ...more },
        ...(method === 'POST' && { body }),
      });
    const described = async (method: string, path: string, authorization?: string, more?: object) => {
      const { status, headers } = await call(method, path, authorization, more);
      const { responses } = openapi.paths[path][method.toLowerCase()];
      const names = Object.keys((responses[status] ?? responses.default).headers);
      for (const name of names) t.ok(headers.get(name), `${method} ${path} ${status}: ${name}`);
      for (const name of ['Cache-Control', 'Location', 'RateLimit', 'Retry-After', 'WWW-Authenticate'])
        t.equal(headers.has(name), names.includes(name), `${method} ${path} ${status}: ${name}`);
      return status;
    };
    t.equal(await described('POST', '/queries'), 201);
    t.equal(await described('GET', '/conversations'), 200);
    t.equal(await described('GET', '/conversations', 'Bearer none'), 401);
    t.equal(await described('GET', '/conversations', `Bearer ${token}`, { accept: 'text/html' }), 406);
    t.equal(await described('POST', '/tokens', `Bearer ${await service.refreshToken('eve')}`), 200);
    t.equal(await described('POST', '/tokens', 'Bearer none'), 403);
    t.equal(await described('POST', '/auth/tokens', 'Bearer none'), 401);
    t.equal(await described('GET', '/health'), 200);
  });

  t.test('what refuses a head is described where anybody may ask, too', async (t) => {
    for (const [path, head, status] of [
      ['/health', 'Host: a\r\nHost: b', 400],
      ['/ready', 'Host: a\r\nHost: b', 400],
      ['/health', `Host: a\r\nX-Long: ${'x'.repeat(300_000)}`, 431],
    ] as const) {
      const client = await RawClient.open(service.port);
      await client.send(`GET ${path} HTTP/1.1\r\n${head}\r\n\r\n`);
      const response = await client.response();
      client.close();
      t.equal(response.status, status);
      const { content } = openapi.paths[path].get.responses[status];
      t.strictSame(Object.keys(content), [response.headers['content-type']], `${path} ${status}`);
    }
  });

  t.test('header examples are of the form that is sent', async (t) => {
    const { Location, RateLimit } = openapi.components.headers;
    t.match(Location.example, /^https?:/);
    t.match(RateLimit.example, /;t=[1-9]/, 'at least a second');
  });

  t.test('a request id is described wherever it is taken', async (t) => {
    const { headers } = await fetch(`http://127.0.0.1:${service.port}/auth/tokens`, {
      method: 'POST',
      headers: { 'X-Request-Id': 'mine' },
    });
    t.equal(headers.get('x-request-id'), 'mine');
    const { parameters } = openapi.paths['/auth/tokens'].post;
    t.match(parameters, [{ $ref: '#/components/parameters/RequestId' }]);
  });

  t.test('the table of error codes is whole', async (t) => {
    t.match(openapi['x-error-codes'], { rate_limited: { status: 429 }, overloaded: { status: 503 } });
  });
});

t.test('messages on the socket are as they are described', async (t) => {
  const service = await startSocketService(t);
  const token = await service.sessionToken();
  const client = await service.connect();
  const seen = new Set<string>();
  const send = (message: Record<string, unknown>) => {
    requestMessageSchema.parse(message);
    client.sendJson(message);
  };
  const receive = async () => {
    const message = await client.nextJson();
    const result = z.union([responseMessageSchema, ...notificationSchemas]).safeParse(message);
    t.ok(
      result.success,
      `${message.notificationType ?? message.type}: ${result.error?.message ?? 'as described'}`,
    );
    seen.add(message.notificationType ?? message.type);
    return message;
  };
  client.sendAudio(Buffer.alloc(10));
  await receive();
  send(socketRequest(token, { headers: { 'X-Service-Partial-Results': true }, requestId: 7 }));
  client.sendAudio(speak('red shoes', { silenceMs: 600 }));
  while ((await receive()).notificationType !== 'query_complete');
  service.transcriber.beforeFinish = async () => {
    throw new Error('broken');
  };
  send(socketRequest(token));
  client.sendAudio(speak('red'));
  client.endAudio();
  while ((await receive()).notificationType !== 'internal_server_error');
  t.strictSame([...seen].sort(), [
    'client_error',
    'internal_server_error',
    'query_complete',
    'query_partial',
    'response',
    'vad_start',
    'vad_stop',
  ]);
});
