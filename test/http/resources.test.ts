import { randomUUID } from 'node:crypto';
import t from 'tap';
import type { z } from 'zod';
import { errorCodes } from '../../src/errors.js';
import { openApi } from '../../src/http/index.js';
import * as schemas from '../../src/http/schemas.js';
import { speak } from '../query/energy-transcriber.js';
import type { Json } from './raw-client.js';
import { type Service, startService } from './service.js';

const mediaType = 'application/vnd.servicequery.v1+json';

interface CallOptions {
  method?: string;
  token?: string | null;
  headers?: Record<string, string>;
  json?: unknown;
  body?: string | Uint8Array;
}

interface Reply {
  status: number;
  headers: Headers;
  text: string;
  json: Json;
}

async function call(service: Service, path: string, options: CallOptions = {}): Promise<Reply> {
  const { token, json, body } = options;
  const headers = new Headers(options.headers);
  if (token) headers.set('Authorization', `Bearer ${token}`);
  if (json !== undefined && !headers.has('Content-Type')) headers.set('Content-Type', 'application/json');
  const method = options.method ?? (json !== undefined || body !== undefined ? 'POST' : 'GET');
  const address = path.startsWith('http') ? path : service.base + path;
  const response = await fetch(address, {
    method,
    headers,
    body: json !== undefined ? JSON.stringify(json) : (body as string | undefined),
  });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '') && text !== '';
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson ? JSON.parse(text) : undefined,
  };
}

function hasShape(t: Pick<typeof import('tap').default, 'ok'>, schema: z.ZodType, value: unknown): void {
  const result = schema.safeParse(value);
  t.ok(result.success, 'has the documented shape', { error: result.error?.issues, value });
}

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');
const audioQuery = {
  locale: 'en-US',
  queryType: 'audio',
  audioQuery: { mimeType: 'audio/pcm;bits=16;rate=16000' },
};
const textQuery = (text: string) => ({ locale: 'en-US', queryType: 'text', textQuery: { text } });

t.test('every endpoint', async (t) => {
  const service = await startService();
  t.teardown(() => service.close());
  const token = await service.sessionToken();
  const { base } = service;

  await t.test('create, upload, get (endpoints 1, 2, 4)', async (t) => {
    const profile = randomUUID();
    const created = await call(service, '/queries', {
      token,
      json: { ...audioQuery, userId: 'u-1', interactionType: 'kiosk', dataType: 'demo', unknown: { a: 1 } },
      headers: {
        Accept: mediaType,
        'X-Service-Audio-Profile-Id': profile,
        'X-Service-Client-Info': '{"os":"kiosk"}',
      },
    });
    t.equal(created.status, 201);
    t.equal(created.headers.get('content-type'), mediaType);
    hasShape(t, schemas.queryEntitySchema, created.json);
    const { id, _links } = created.json;
    t.match(created.json, {
      locale: 'en-US',
      queryType: 'audio',
      audioQuery: { mimeType: 'audio/pcm;bits=16;rate=16000' },
      state: 'created',
      userId: 'u-1',
      interactionType: 'kiosk',
      dataType: 'demo',
      _embedded: {},
    });
    t.notOk('unknown' in created.json || 'textQuery' in created.json || 'intent' in created.json);
    t.equal(_links.self.href, `${base}/queries/${id}`);
    t.equal(_links.audio.href, `${base}/queries/${id}/audio`);
    t.equal(created.headers.get('location'), _links.self.href);

    t.match(
      await service.store.getQuery(id),
      { audioProfileId: profile, clientInfo: { os: 'kiosk' } },
      'stored',
    );
    t.notOk('clientInfo' in created.json);

    const before = await call(service, _links.self.href, { token });
    t.equal(before.status, 200);
    t.equal(before.json.state, 'created');

    const uploaded = await call(service, _links.audio.href, {
      token,
      headers: { 'Content-Type': 'audio/pcm;bits=16;rate=16000', Accept: mediaType },
      body: speak('show me red shoes'),
    });
    t.equal(uploaded.status, 200);
    hasShape(t, schemas.uploadEntitySchema, uploaded.json);
    t.not(uploaded.json.id, id, 'the answer to an upload has an id of its own');
    t.equal(uploaded.json._links.query.href, _links.self.href);
    t.match(uploaded.json, {
      state: 'completed',
      textQuery: { text: 'show me red shoes' },
      intent: 'newSearch',
      reply: { text: /red shoes/ },
      context: { keywords: ['shoes'], attributes: { color: ['red'] } },
      entities: { keywords: ['shoes'], queryString: 'red shoes' },
      confidence: { 'textQuery.text': 0.9 },
      conversationId: created.json.conversationId,
      userId: 'u-1',
    });
    t.equal(uploaded.json.textQuery.words.length, 4);

    const audio = await call(service, uploaded.json._links.self.href, { token });
    t.equal(audio.status, 200);
    hasShape(t, schemas.audioEntitySchema, audio.json);
    t.match(audio.json, { id: uploaded.json.id, queryId: id, bytes: 19_200, seconds: 0.6 });
    t.equal((await call(service, `/queries/${id}/audio/${randomUUID()}`, { token })).status, 404);

    const after = await call(service, _links.self.href, {
      token,
      headers: { 'Content-Type': 'application/json' },
    });
    t.equal(after.status, 200);
    hasShape(t, schemas.queryEntitySchema, after.json);
    t.match(after.json, {
      id,
      state: 'completed',
      textQuery: { text: 'show me red shoes' },
      intent: 'newSearch',
    });
    t.equal(after.json._links.audio.href, _links.audio.href);
    const lifetimeMs = Date.parse(after.json.expiresAt) - Date.parse(after.json.updatedAt);
    t.equal(lifetimeMs, 24 * 3_600_000, 'a result is kept for a day after completion');

    const again = await call(service, _links.audio.href, { token, body: speak('red') });
    t.equal(again.status, 409);
    t.match(again.json, { code: 'conflict', state: 'completed' });
  });

  await t.test('implicit creation (endpoint 3)', async (t) => {
    const body = speak('blue shirts');
    for (const [name, entity] of Object.entries({
      'with padding': base64({ locale: 'en-US' }),
      'without padding': base64({ locale: 'en-US' }).replace(/=+$/, ''),
      base64url: Buffer.from('{"locale":"en-US","userId":"??>>~~ü"}').toString('base64url'),
      complete: base64(audioQuery),
    })) {
      const reply = await call(service, '/queries', {
        token,
        headers: { 'Content-Type': 'audio/pcm;bits=16;rate=16000', 'X-Service-Entity': entity },
        body,
      });
      t.equal(reply.status, 200, name);
      hasShape(t, schemas.uploadEntitySchema, reply.json);
      t.match(reply.json, {
        queryType: 'audio',
        audioQuery: { mimeType: 'audio/pcm;bits=16;rate=16000' },
        textQuery: { text: 'blue shirts' },
      });
      const query = await call(service, reply.json._links.query.href, { token });
      t.equal(query.json.textQuery.text, 'blue shirts');
    }
  });

  await t.test('in a conversation (endpoints 5, 6, 7)', async (t) => {
    const first = await call(service, '/queries', { token, json: textQuery('shoes') });
    const { conversationId } = first.json;
    const path = `/conversations/${conversationId}`;
    t.equal(first.json._links.conversation.href, base + path);

    const created = await call(service, `${path}/queries`, {
      token,
      json: { queryType: 'audio', audioQuery: { mimeType: 'audio/wav' } },
      headers: { 'X-Service-Audio-Profile': randomUUID() },
    });
    t.equal(created.status, 201);
    hasShape(t, schemas.queryEntitySchema, created.json);
    t.equal(created.json.locale, 'en-US', 'the locale is that of the conversation');
    t.equal(created.json._links.self.href, `${base}${path}/queries/${created.json.id}`);
    t.equal(created.json._links.audio.href, `${created.json._links.self.href}/audio`);
    t.equal(created.json._links.conversation.href, base + path);

    const wav = Buffer.concat([wavHeader(0xffffffff), speak('red')]);
    const uploaded = await call(service, created.json._links.audio.href, {
      token,
      headers: { 'Content-Type': 'audio/wav' },
      body: wav,
    });
    t.equal(uploaded.status, 200);
    hasShape(t, schemas.uploadEntitySchema, uploaded.json);
    t.match(uploaded.json, {
      intent: 'refine',
      context: { keywords: ['shoes'], attributes: { color: ['red'] } },
    });
    const repeat = await call(service, `${path}/queries`, { token, json: textQuery('repeat that') });
    t.equal(repeat.json.intent, 'repeat');
    t.equal(repeat.json.reply.text, uploaded.json.reply.text, 'memory is handed on');
    t.equal(uploaded.json._links.self.href, `${created.json._links.audio.href}/${uploaded.json.id}`);
    t.equal((await call(service, uploaded.json._links.self.href, { token })).status, 200);
    t.equal((await call(service, created.json._links.self.href, { token })).json.state, 'completed');

    const implicit = await call(service, `${path}/queries`, {
      token,
      headers: { 'Content-Type': 'audio/pcm', 'X-Service-Entity': base64({}) },
      body: speak('blue'),
    });
    t.equal(implicit.status, 200);
    t.match(implicit.json.context, { keywords: ['shoes'], attributes: { color: ['blue'] } });

    const own = await call(service, `${path}/queries`, {
      token,
      json: {
        ...textQuery('blue'),
        context: { keywords: ['shirts'], attributes: { size: 'M', fit: ['slim'] }, price: {} },
      },
    });
    t.match(own.json.context, {
      keywords: ['shirts'],
      attributes: { size: ['M'], fit: ['slim'], color: ['blue'] },
      price: {},
    });
    const byBody = await call(service, '/queries', { token, json: { ...textQuery('red'), conversationId } });
    t.match(byBody.json.context, { keywords: ['shirts'], attributes: { size: ['M'], color: ['red'] } });

    const conversation = await call(service, path, { token });
    t.equal(conversation.status, 200);
    hasShape(t, schemas.conversationEntitySchema, conversation.json);
    t.match(conversation.json, { id: conversationId, turns: 6, context: byBody.json.context });

    const listed = await call(service, conversation.json._links.queries.href, { token });
    hasShape(t, schemas.queryPageSchema, listed.json);
    t.equal(listed.json._embedded.queries.length, 6);
    t.equal(listed.json._embedded.queries[0].id, first.json.id, 'oldest first');

    const plain = await call(service, `${path}/queries`, { token, body: '' });
    t.match(plain, { status: 201, json: { queryType: 'audio', locale: 'en-US' } }, 'nothing has to be said');
    const nothing = await call(service, `${path}/queries`, { token, json: null });
    t.match(nothing, { status: 400, json: { code: 'invalid_request' } }, 'but null is not nothing');

    const other = await call(service, '/conversations', { token, json: { locale: 'en-GB' } });
    t.equal(
      (await call(service, `/conversations/${other.json.id}/queries/${created.json.id}`, { token })).status,
      404,
      'a query is not found in another conversation',
    );
  });

  await t.test('conversations are created and listed page by page', async (t) => {
    const token = await service.sessionToken('pager');
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) {
      const reply = await call(service, '/conversations', {
        token,
        json: { locale: 'en-US', context: { keywords: [`k${index}`] } },
      });
      t.equal(reply.status, 201);
      hasShape(t, schemas.conversationEntitySchema, reply.json);
      t.equal(reply.headers.get('location'), reply.json._links.self.href);
      ids.unshift(reply.json.id);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const seen: string[] = [];
    let next: string | undefined = '/conversations?limit=2';
    let pages = 0;
    while (next !== undefined) {
      const page: Reply = await call(service, next, { token });
      t.equal(page.status, 200);
      hasShape(t, schemas.conversationPageSchema, page.json);
      seen.push(...page.json._embedded.conversations.map((each: { id: string }) => each.id));
      next = page.json._links.next?.href;
      pages++;
    }
    t.equal(pages, 3);
    t.strictSame(seen, ids, 'newest first, none twice, none left out');
    for (const limit of ['0', '101', 'x', '1.5', '', '0x10', '1e1', '+5']) {
      const reply = await call(service, `/conversations?limit=${encodeURIComponent(limit)}`, { token });
      t.match(reply.json, { status: 400, code: 'invalid_request', errors: [{ pointer: '/limit' }] }, limit);
    }
  });

  await t.test('text queries are processed at once', async (t) => {
    for (const json of [
      textQuery('red shoes'),
      { locale: 'en-US', textQuery: { text: 'red shoes' }, queryType: null },
    ]) {
      const reply = await call(service, '/queries', { token, json });
      t.equal(reply.status, 201);
      hasShape(t, schemas.queryEntitySchema, reply.json);
      t.match(reply.json, {
        state: 'completed',
        queryType: 'text',
        textQuery: { text: 'red shoes' },
        intent: 'newSearch',
        confidence: { 'textQuery.text': 1 },
      });
      t.notOk('audio' in reply.json._links);
      t.equal((await call(service, reply.json._links.self.href, { token })).json.intent, 'newSearch');
      const upload = await call(service, `/queries/${reply.json.id}/audio`, { token, body: speak('red') });
      t.equal(upload.status, 409, 'a text query takes no audio');
    }
  });

  await t.test('feedback', async (t) => {
    const query = await call(service, '/queries', { token, json: textQuery('red') });
    const { href } = query.json._links.self;
    const durations = { vad: 800, userStop: 1_000, complete: 1_200.5 };
    for (const [method, json] of [
      ['POST', { rating: 5, description: 'good', durations }],
      ['PATCH', { rating: 'thumbs-up', duration: durations }],
      ['POST', { rating: null, extra: true }],
      ['POST', { durations: { vad: null, complete: 900 } }],
    ] as const) {
      const reply = await call(service, `${href}/feedback`, { method, token, json });
      t.equal(reply.status, 200);
      t.strictSame(reply.json, {});
    }
    const kept = await service.store.getQuery(query.json.id);
    t.equal(kept?.feedback?.length, 4);
    t.strictSame(kept?.feedback?.[3].durations, { complete: 900 }, 'null is the same as absent');
    t.match(kept?.feedback?.[0], { rating: 5, description: 'good', durations });
    t.match(kept?.feedback?.[1], { rating: 'thumbs-up', durations });
    const heard = await call(service, '/queries', { token, json: audioQuery });
    const { audioId } = (await service.store.getQuery(heard.json.id))!;
    t.not(audioId, heard.json.id);
    for (const what of ['feedback', 'cancellation']) {
      const reply = await call(service, `/queries/${audioId}/${what}`, { token, json: { rating: 4 } });
      t.equal(reply.status, 200, `${what} under the id of an upload's answer, as known clients send it`);
    }
    const found = await call(service, `/queries/${audioId}`, { token });
    t.match(found.json, { id: heard.json.id, state: 'cancelled' });
    t.match((await service.store.getQuery(heard.json.id))?.feedback, [{ rating: 4 }]);
    const late = await call(service, `/queries/${audioId}/audio`, {
      token,
      body: Buffer.alloc(2),
      headers: { 'Content-Type': 'audio/pcm' },
    });
    t.equal(late.status, 404, 'audio goes to the query itself');
    const wrong = await call(service, `${href}/feedback`, {
      token,
      json: { rating: {}, durations: { vad: 'long' } },
    });
    t.equal(wrong.status, 400);
    t.same(wrong.json.errors.map((each: { pointer: string }) => each.pointer).sort(), [
      '/durations/vad',
      '/rating',
    ]);
    t.equal((await call(service, `/queries/${randomUUID()}/feedback`, { token, json: {} })).status, 404);
  });

  await t.test('cancellation', async (t) => {
    const created = await call(service, '/queries', { token, json: audioQuery });
    const { self, audio } = created.json._links;
    const cancelled = await call(service, `${self.href}/cancellation`, {
      token,
      json: { cancelReason: 'user', detail: 'pressed stop' },
    });
    t.equal(cancelled.status, 200);
    t.strictSame(cancelled.json, {});
    const after = await call(service, self.href, { token });
    t.match(after.json, {
      state: 'cancelled',
      cancellation: { cancelReason: 'user', detail: 'pressed stop' },
    });
    hasShape(t, schemas.queryEntitySchema, after.json);
    t.match((await call(service, audio.href, { token, body: speak('red') })).json, {
      status: 409,
      state: 'cancelled',
    });

    const done = await call(service, '/queries', { token, json: textQuery('red') });
    const late = await call(service, `${done.json._links.self.href}/cancellation`, { token, method: 'POST' });
    t.equal(late.status, 200, 'also without a body, also when completed');
    t.equal((await call(service, done.json._links.self.href, { token })).json.state, 'completed');
  });

  await t.test('members that are null are absent', async (t) => {
    const reply = await call(service, '/queries', {
      token,
      json: {
        ...textQuery('in red'),
        audioQuery: null,
        conversationId: null,
        context: {
          keywords: ['shoes'],
          sortBy: null,
          attributes: { size: null, fit: 'slim' },
          price: { type: 'lessThan', value: 50, from: null, to: null },
        },
      },
    });
    t.equal(reply.status, 201);
    t.match(reply.json.context, { attributes: { fit: ['slim'] }, price: { type: 'lessThan', value: 50 } });
    t.notOk('size' in reply.json.context.attributes);
    const empty = { type: null, value: null, from: null, to: null };
    const none = await call(service, '/queries', {
      token,
      json: { ...textQuery('red shoes'), context: { keywords: ['shirts'], price: empty } },
    });
    t.strictSame(none.json.context.price, {});
  });

  await t.test('a locale in any case is the same one', async (t) => {
    const reply = await call(service, '/queries', { token, json: { ...textQuery('red'), locale: 'EN-us' } });
    t.match(reply, { status: 201, json: { locale: 'en-US' } });
  });

  await t.test('a type without a body means nothing', async (t) => {
    const query = await call(service, '/queries', { token, json: textQuery('red') });
    for (const type of ['application/x-www-form-urlencoded', 'text/plain;charset=UTF-8']) {
      for (const what of ['feedback', 'cancellation']) {
        const reply = await call(service, `${query.json._links.self.href}/${what}`, {
          token,
          body: '',
          headers: { 'Content-Type': type },
        });
        t.equal(reply.status, 200, `${what} ${type}`);
      }
    }
  });

  await t.test('an empty type says nothing', async (t) => {
    const headers = { 'Content-Type': '' };
    const created = await call(service, '/queries', { token, body: JSON.stringify(audioQuery), headers });
    t.equal(created.status, 201);
    const uploaded = await call(service, created.json._links.audio.href, {
      token,
      headers,
      body: speak('red'),
    });
    t.match(uploaded, { status: 200, json: { textQuery: { text: 'red' } } });
  });

  await t.test('session tokens (endpoint 8)', async (t) => {
    const refresh = await service.refreshToken('bob');
    const stray: CallOptions[] = [
      { body: '' },
      { body: 'null' },
      { body: '{"stray":' },
      { body: 'x'.repeat(300_000) },
      { headers: { Accept: 'application/json' }, body: '{}' },
      { headers: { Accept: mediaType }, body: '' },
    ];
    for (const options of stray) {
      const reply = await call(service, '/tokens', {
        ...options,
        method: 'POST',
        token: refresh,
        headers: { 'Content-Type': 'application/json', ...options.headers },
      });
      t.equal(reply.status, 200);
      hasShape(t, schemas.sessionTokenSchema, reply.json);
      t.equal(reply.headers.get('cache-control'), 'no-store');
      t.match(reply.headers.get('content-type'), /^application\/json/);
      t.equal((await call(service, '/conversations', { token: reply.json.token })).status, 200);
    }
    t.match((await call(service, '/tokens', { method: 'POST' })).json, { status: 401, code: 'unauthorized' });
    for (const wrong of [
      'nonsense',
      'with@sign',
      await service.sessionToken('bob'),
      service.organisationToken,
    ]) {
      const reply = await call(service, '/tokens', { method: 'POST', token: wrong });
      t.match(reply.json, { status: 403, code: 'forbidden' });
      t.equal(reply.headers.get('cache-control'), 'no-store');
    }
  });

  await t.test('refresh tokens from the issuer (endpoint 9)', async (t) => {
    const issue = (options: CallOptions) => call(service, '/auth/tokens', { method: 'POST', ...options });
    const token = service.organisationToken;
    const issued = await issue({ token, json: { uid: 'carol', validity: 'P30D' } });
    t.equal(issued.status, 200);
    hasShape(t, schemas.refreshTokenSchema, issued.json);
    t.equal(issued.headers.get('cache-control'), 'no-store');
    const days = (Date.parse(issued.json.expiresAt) - Date.now()) / 86_400_000;
    t.ok(days > 29.9 && days <= 30.1);
    t.equal((await call(service, '/tokens', { method: 'POST', token: issued.json.value })).status, 200);
    t.equal((await issue({ token, json: { uid: 'carol', validity: null } })).status, 200);

    const errors: [string, number, CallOptions][] = [
      ['no token', 401, { json: { uid: 'x' } }],
      ['a refresh token', 401, { token: issued.json.value, json: { uid: 'x' } }],
      ['nonsense', 401, { token: 'nonsense', json: { uid: 'x' } }],
      ['nonsense, and no JSON', 401, { token: 'nonsense', body: '{' }],
      ['no uid', 400, { token, json: {} }],
      ['uid of another type', 400, { token, json: { uid: 7 } }],
      ['no body', 400, { token }],
      ['no JSON', 400, { token, body: '{', headers: { 'Content-Type': 'application/json' } }],
      ['another type', 415, { token, body: 'uid=x', headers: { 'Content-Type': 'text/plain' } }],
      ['another answer', 406, { token, json: { uid: 'x' }, headers: { Accept: 'text/html' } }],
      ['bad validity', 400, { token, json: { uid: 'x', validity: '30 days' } }],
      ['validity over the bound', 400, { token, json: { uid: 'x', validity: 'P366D' } }],
      ['too large', 413, { token, json: { uid: 'x'.repeat(200_000) } }],
      ['another method', 405, { token, method: 'GET' }],
    ];
    for (const [name, status, options] of errors) {
      const reply = await issue(options);
      t.equal(reply.status, status, name);
      t.equal(reply.text, '', `${name}: empty body`);
      t.notOk(reply.headers.has('content-type'), `${name}: no type`);
      t.ok(reply.headers.get('x-request-id'), `${name}: request id`);
      t.equal(reply.headers.get('cache-control'), 'no-store');
      if (status === 401) t.match(reply.headers.get('www-authenticate'), /^Bearer/);
      if (status === 405) t.equal(reply.headers.get('allow'), 'POST, OPTIONS');
    }
  });
});

t.test('every error of a request', async (t) => {
  const service = await startService({ query: { limits: { uploadBytes: 100_000, audioSeconds: 2 } } });
  t.teardown(() => service.close());
  const token = await service.sessionToken();
  const query = (await call(service, '/queries', { token, json: audioQuery })).json;
  const path = `/queries/${query.id}`;
  const pcm = { 'Content-Type': 'audio/pcm' };
  const entity = (value: unknown) => ({ ...pcm, 'X-Service-Entity': base64(value) });
  const post = (json: unknown, more: CallOptions = {}): CallOptions => ({ token, json, ...more });
  const jsonType = { 'Content-Type': 'application/json' };

  const rows: [
    name: string,
    path: string,
    options: CallOptions,
    status: number,
    code: string,
    pointers?: string[],
  ][] = [
    // who asks
    ['no credentials', path, {}, 401, 'unauthorized'],
    ['another scheme', path, { headers: { Authorization: 'Basic YTpi' } }, 401, 'unauthorized'],
    ['scheme alone', path, { headers: { Authorization: 'Bearer' } }, 401, 'unauthorized'],
    ['unknown token', path, { token: 'nonsense' }, 401, 'invalid_token'],
    ['malformed token', path, { headers: { Authorization: 'Bearer a b' } }, 401, 'invalid_token'],
    ['refresh token', path, { token: await service.refreshToken('alice') }, 401, 'invalid_token'],
    ['organisation token', path, { token: service.organisationToken }, 401, 'invalid_token'],
    [
      'no credentials on an upload',
      `${path}/audio`,
      { body: speak('red'), headers: pcm },
      401,
      'unauthorized',
    ],
    [
      'no credentials, implicit',
      '/queries',
      { body: speak('red'), headers: entity({}) },
      401,
      'unauthorized',
    ],
    ['no credentials, id that is no UUID', '/queries/42', {}, 401, 'unauthorized'],
    [
      'unknown token, id that is no UUID',
      '/queries/42/audio',
      { token: 'x', body: '' },
      401,
      'invalid_token',
    ],
    // where to
    ['unknown address', '/nothing', { token }, 404, 'not_found'],
    ['malformed escape', '/queries/%E0%A4%A', { token }, 404, 'not_found'],
    ['id that is no UUID', '/queries/42', { token }, 404, 'not_found'],
    ['id in upper case', `/queries/${query.id.toUpperCase()}`, { token }, 404, 'not_found'],
    ['UUID of another version', '/queries/00000000-0000-1000-8000-000000000000', { token }, 404, 'not_found'],
    ['unknown query', `/queries/${randomUUID()}`, { token }, 404, 'not_found'],
    [
      'upload to an unknown query',
      `/queries/${randomUUID()}/audio`,
      { token, headers: pcm, body: 'x' },
      404,
      'not_found',
    ],
    ['unknown conversation', `/conversations/${randomUUID()}`, { token }, 404, 'not_found'],
    [
      'queries of an unknown conversation',
      `/conversations/${randomUUID()}/queries`,
      { token },
      404,
      'not_found',
    ],
    [
      'query into an unknown conversation',
      `/conversations/${randomUUID()}/queries`,
      post(audioQuery),
      404,
      'not_found',
    ],
    [
      'query naming an unknown one',
      '/queries',
      post({ ...audioQuery, conversationId: randomUUID() }),
      404,
      'not_found',
    ],
    ['method', path, { token, method: 'DELETE' }, 405, 'method_not_allowed'],
    ['method on a collection', '/queries', { token }, 405, 'method_not_allowed'],
    ['method on audio', `${path}/audio`, { token, method: 'PUT' }, 405, 'method_not_allowed'],
    ['method on health', '/health', { method: 'DELETE' }, 405, 'method_not_allowed'],
    // in what form
    [
      'future version',
      path,
      { token, headers: { Accept: 'application/vnd.servicequery.v2+json' } },
      406,
      'not_acceptable',
    ],
    ['another type', path, { token, headers: { Accept: 'text/html' } }, 406, 'not_acceptable'],
    ['all types refused', path, { token, headers: { Accept: '*/*;q=0' } }, 406, 'not_acceptable'],
    [
      'bad profile',
      '/queries',
      post(audioQuery, { headers: { 'X-Service-Audio-Profile-Id': 'me' } }),
      400,
      'invalid_header',
    ],
    [
      'bad profile, other name',
      '/queries',
      post(audioQuery, { headers: { 'X-Service-Audio-Profile': 'me' } }),
      400,
      'invalid_header',
    ],
    [
      'two profiles',
      '/queries',
      post(audioQuery, {
        headers: { 'X-Service-Audio-Profile': randomUUID(), 'X-Service-Audio-Profile-Id': randomUUID() },
      }),
      400,
      'invalid_header',
    ],
    [
      'bad profile on a GET',
      path,
      { token, headers: { 'X-Service-Audio-Profile': 'me' } },
      400,
      'invalid_header',
    ],
    [
      'bad ignore-vad',
      `${path}/audio`,
      { token, headers: { ...pcm, 'X-Service-Ignore-Vad': 'maybe' }, body: 'x' },
      400,
      'invalid_header',
    ],
    [
      'bad client info',
      '/queries',
      post(audioQuery, { headers: { 'X-Service-Client-Info': '{' } }),
      400,
      'invalid_header',
    ],
    [
      'large client info on a GET',
      path,
      { token, headers: { 'X-Service-Client-Info': `"${'x'.repeat(8_192)}"` } },
      431,
      'header_too_large',
    ],
    // bodies
    ['empty body', '/queries', { token, body: '', headers: jsonType }, 400, 'invalid_request', ['']],
    ['no JSON', '/queries', { token, body: '{"locale":', headers: jsonType }, 400, 'malformed_json'],
    [
      'no UTF-8',
      '/queries',
      { token, body: new Uint8Array([0x22, 0xff, 0x22]), headers: jsonType },
      400,
      'malformed_json',
    ],
    [
      'nested too deep',
      '/queries',
      { token, body: `${'['.repeat(5000)}${']'.repeat(5000)}`, headers: jsonType },
      400,
      'malformed_json',
    ],
    ['an array', '/queries', post([]), 400, 'invalid_request', ['']],
    [
      'text for JSON',
      '/queries',
      { token, body: 'hello', headers: { 'Content-Type': 'text/plain' } },
      415,
      'unsupported_media_type',
    ],
    [
      'other charset',
      '/queries',
      { token, body: '{}', headers: { 'Content-Type': 'application/json;charset=latin1' } },
      415,
      'unsupported_media_type',
    ],
    [
      'compressed',
      '/queries',
      post(audioQuery, { headers: { 'Content-Encoding': 'gzip' } }),
      415,
      'unsupported_media_type',
    ],
    ['too large', '/queries', post({ locale: 'x'.repeat(200_000) }), 413, 'payload_too_large'],
    ['no locale', '/queries', post({ queryType: 'audio' }), 400, 'invalid_request', ['/locale']],
    ['null locale', '/queries', post({ locale: null }), 400, 'invalid_request', ['/locale']],
    ['malformed locale', '/queries', post({ locale: 'english' }), 400, 'invalid_request', ['/locale']],
    ['locale with underscore', '/queries', post({ locale: 'en_US' }), 400, 'invalid_request', ['/locale']],
    [
      'locale that no model serves',
      '/queries',
      post({ ...audioQuery, locale: 'fi-FI' }),
      422,
      'unsupported_locale',
    ],
    [
      'locale that only text serves',
      '/queries',
      post({ ...audioQuery, locale: 'en-AU' }),
      422,
      'unsupported_locale',
    ],
    [
      'conversation in no served locale',
      '/conversations',
      post({ locale: 'fi-FI' }),
      422,
      'unsupported_locale',
    ],
    ['conversation without locale', '/conversations', post({}), 400, 'invalid_request', ['/locale']],
    [
      'wrong types',
      '/queries',
      post({
        locale: 7,
        queryType: 'video',
        audioQuery: [],
        conversationId: 'c',
        interactionType: {},
        context: { keywords: 'red', attributes: { 'a/b~c': 1 }, price: { type: 'cheap' } },
      }),
      400,
      'invalid_request',
      [
        '/audioQuery',
        '/context/attributes/a~1b~0c',
        '/context/keywords',
        '/context/price/type',
        '/conversationId',
        '/interactionType',
        '/locale',
        '/queryType',
      ],
    ],
    [
      'bad price',
      '/queries',
      post({ ...audioQuery, context: { price: { type: 'range', from: 1 } } }),
      400,
      'invalid_request',
      ['/context/price'],
    ],
    [
      'text query without text',
      '/queries',
      post({ locale: 'en-US', queryType: 'text' }),
      400,
      'invalid_request',
      ['/textQuery/text'],
    ],
    [
      'text query with blanks',
      '/queries',
      post(textQuery('  ')),
      400,
      'invalid_request',
      ['/textQuery/text'],
    ],
    [
      'text too long',
      '/queries',
      post(textQuery('a'.repeat(2_001))),
      400,
      'invalid_request',
      ['/textQuery/text'],
    ],
    [
      'audio type that does not exist',
      '/queries',
      post({ ...audioQuery, audioQuery: { mimeType: 'audio/midi' } }),
      415,
      'unsupported_media_type',
      ['/audioQuery/mimeType'],
    ],
    [
      'media type that is none',
      '/queries',
      post({ ...audioQuery, audioQuery: { mimeType: 'nonsense' } }),
      415,
      'unsupported_media_type',
      ['/audioQuery/mimeType'],
    ],
    // implicit creation
    ['no entity', '/queries', { token, headers: pcm, body: speak('red') }, 400, 'invalid_header'],
    [
      'entity not base64',
      '/queries',
      { token, headers: { ...pcm, 'X-Service-Entity': '{"locale"}' }, body: 'x' },
      400,
      'invalid_header',
    ],
    [
      'entity not JSON',
      '/queries',
      { token, headers: { ...pcm, 'X-Service-Entity': 'AAAA' }, body: 'x' },
      400,
      'invalid_header',
    ],
    [
      'entity too large',
      '/queries',
      { token, headers: entity({ locale: 'x'.repeat(65_536) }), body: 'x' },
      431,
      'header_too_large',
    ],
    [
      'entity without locale',
      '/queries',
      { token, headers: entity({}), body: 'x' },
      400,
      'invalid_request',
      ['/locale'],
    ],
    [
      'entity of a text query',
      '/queries',
      { token, headers: entity(textQuery('red')), body: 'x' },
      400,
      'invalid_header',
    ],
    [
      'contradicting type',
      '/queries',
      { token, headers: { ...entity(audioQuery), 'Content-Type': 'audio/wav' }, body: 'x' },
      415,
      'unsupported_media_type',
    ],
    [
      'unknown audio',
      '/queries',
      { token, headers: { ...entity({ locale: 'en-US' }), 'Content-Type': 'audio/midi' }, body: 'x' },
      415,
      'unsupported_media_type',
    ],
    ['no audio', '/queries', { token, headers: entity({ locale: 'en-US' }), body: '' }, 400, 'empty_audio'],
    [
      'too many bytes',
      '/queries',
      { token, headers: entity({ locale: 'en-US' }), body: Buffer.alloc(100_002) },
      413,
      'payload_too_large',
    ],
    [
      'too many seconds',
      '/queries',
      { token, headers: entity({ locale: 'en-US' }), body: Buffer.alloc(64_002) },
      413,
      'payload_too_large',
    ],
    [
      'not a WAV file',
      '/queries',
      {
        token,
        headers: { ...entity({ locale: 'en-US' }), 'Content-Type': 'audio/wav' },
        body: Buffer.alloc(200),
      },
      400,
      'invalid_audio',
    ],
    [
      'compressed audio',
      '/queries',
      { token, headers: { ...entity({ locale: 'en-US' }), 'Content-Encoding': 'gzip' }, body: 'x' },
      415,
      'unsupported_media_type',
    ],
  ];
  const { paths } = openApi({ routes: service.http.resources.routes, version: '1.0.0' }) as Json;
  const described = (method: string, address: string): Json => {
    try {
      const { route } = service.http.resources.match(method, address);
      return paths[route.path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()].responses;
    } catch {
      return undefined;
    }
  };
  for (const [name, address, options, status, code, pointers] of rows) {
    const requestId = `row-${rows.findIndex((row) => row[0] === name)}`;
    const reply = await call(service, address, {
      ...options,
      headers: { 'X-Request-Id': requestId, ...options.headers },
    });
    t.equal(reply.status, status, `${name}: ${status}`);
    const hasBody = options.json !== undefined || options.body !== undefined;
    const responses = described(options.method ?? (hasBody ? 'POST' : 'GET'), address);
    if (responses !== undefined) t.ok(status in responses, `${name}: ${status} is in the API description`);
    t.equal(reply.headers.get('content-type'), 'application/problem+json', name);
    hasShape(t, schemas.problemSchema, reply.json);
    t.match(
      reply.json,
      { code, status, requestId, title: errorCodes[code as keyof typeof errorCodes][1] },
      name,
    );
    t.equal(reply.headers.get('x-request-id'), requestId, name);
    if (pointers !== undefined) {
      t.strictSame(reply.json.errors.map((each: { pointer: string }) => each.pointer).sort(), pointers, name);
    }
    if (status === 401) {
      const challenge = reply.headers.get('www-authenticate');
      if (code === 'unauthorized') t.equal(challenge, 'Bearer', name);
      else t.match(challenge, /^Bearer error="invalid_token"/, name);
    }
    if (status === 405) t.match(reply.headers.get('allow'), /OPTIONS$/, name);
    if (code === 'unsupported_locale') t.match(reply.json.detail, /en-US/, name);
  }
  t.equal(service.queryService.runningUploads, 0, 'nothing is left behind');
  t.equal(service.transcriber.openStreams, 0, 'no stream is left open');

  await t.test('what is acceptable', async (t) => {
    for (const accept of [
      mediaType,
      'application/json',
      '*/*',
      'application/*',
      'application/vnd.servicequery+json',
      'text/html, application/json;q=0.5',
      'APPLICATION/JSON; charset=utf-8',
    ]) {
      const reply = await call(service, path, { token, headers: { Accept: accept } });
      t.equal(reply.status, 200, accept);
      t.equal(reply.headers.get('content-type'), mediaType, accept);
    }
  });

  await t.test('a failure leaves the query failed with its reason', async (t) => {
    const failures: [string, string, Uint8Array, string][] = [
      ['empty', 'audio/pcm', new Uint8Array(0), 'empty_audio'],
      ['contradicting type', 'audio/flac', new Uint8Array(9), 'unsupported_media_type'],
      ['too many bytes', 'audio/pcm', new Uint8Array(100_001), 'payload_too_large'],
      ['too long', 'audio/pcm', new Uint8Array(64_002), 'payload_too_large'],
    ];
    for (const [name, contentType, body, code] of failures) {
      const created = (await call(service, '/queries', { token, json: audioQuery })).json;
      const reply = await call(service, created._links.audio.href, {
        token,
        headers: { 'Content-Type': contentType },
        body,
      });
      t.equal(reply.json.code, code, name);
      const after = await call(service, created._links.self.href, { token });
      hasShape(t, schemas.queryEntitySchema, after.json);
      t.match(after.json, { state: 'failed', failure: { code, detail: String } }, name);
      const again = await call(service, created._links.audio.href, { token, body: speak('red') });
      t.match(again.json, { status: 409, state: 'failed' }, name);
    }
    const implicit = await call(service, '/queries', {
      token,
      headers: entity({ locale: 'en-US' }),
      body: '',
    });
    const after = await call(service, `/queries/${implicit.json.queryId}`, { token });
    t.match(
      after.json,
      { state: 'failed', failure: { code: 'empty_audio' } },
      'an implicit query is found by the id in the problem',
    );
  });

  await t.test('the type given at creation wins over a bare audio/pcm', async (t) => {
    const pairs: [created: string | undefined, sent: string | undefined, status: number][] = [
      ['audio/pcm;bits=16;rate=16000', 'audio/pcm', 200],
      ['audio/pcm;bits=16;rate=16000', undefined, 200],
      ['audio/pcm;bits=16;rate=16000', 'application/octet-stream', 200],
      ['audio/pcm;bits=16;rate=16000', 'audio/pcm; rate=16000; bits=16', 200],
      ['audio/pcm;bits=16;rate=16000', 'audio/pcm;rate=8000', 415],
      ['audio/pcm', 'audio/pcm;rate=16000', 200],
      [undefined, 'audio/pcm;rate=16000', 200],
      [undefined, undefined, 415],
    ];
    for (const [mimeType, sent, status] of pairs) {
      const json = { locale: 'en-US', audioQuery: mimeType === undefined ? undefined : { mimeType } };
      const created = (await call(service, '/queries', { token, json })).json;
      const reply = await call(service, created._links.audio.href, {
        token,
        headers: sent === undefined ? {} : { 'Content-Type': sent },
        body: new Uint8Array(speak('red')),
      });
      t.equal(reply.status, status, `${mimeType} then ${sent}`);
      if (status === 200) t.equal(reply.json.textQuery.text, 'red');
    }
  });

  await t.test('audio without speech is a polite nothing', async (t) => {
    const reply = await call(service, '/queries', {
      token,
      headers: entity({ locale: 'en-US' }),
      body: Buffer.alloc(32_000),
    });
    t.equal(reply.status, 200);
    hasShape(t, schemas.uploadEntitySchema, reply.json);
    t.match(reply.json, { textQuery: { text: '' }, intent: 'none', reply: { text: /\w/ } });
  });

  await t.test('others get 404, never 403', async (t) => {
    const stranger = await service.sessionToken('mallory');
    const conversation = `/conversations/${query.conversationId}`;
    const addresses: [string, CallOptions][] = [
      [path, {}],
      [`${path}/audio`, { body: speak('red'), headers: pcm }],
      [`${path}/feedback`, { json: {} }],
      [`${path}/cancellation`, { json: {} }],
      [conversation, {}],
      [`${conversation}/queries`, {}],
      [`${conversation}/queries`, { json: audioQuery }],
      [`${conversation}${path}`, {}],
      ['/queries', { json: { ...audioQuery, conversationId: query.conversationId } }],
    ];
    for (const [address, options] of addresses) {
      t.equal((await call(service, address, { token: stranger, ...options })).status, 404, address);
    }
    t.strictSame(
      (await call(service, '/conversations', { token: stranger })).json._embedded.conversations,
      [],
    );
    t.equal((await call(service, path, { token })).json.state, 'created', 'untouched');
    const sameUser = await service.sessionToken('alice');
    t.equal(
      (await call(service, path, { token: sameUser })).status,
      200,
      'another session of the same end-user',
    );
  });

  await t.test('request ids', async (t) => {
    const given = await call(service, '/health', {
      headers: { 'X-Request-Id': 'a b<script>"\\c'.padEnd(300, 'd') },
    });
    t.match(given.headers.get('x-request-id'), /^abscriptcd{50,}$/);
    t.equal(given.headers.get('x-request-id')?.length, 128);
    const made = await call(service, '/health');
    t.match(made.headers.get('x-request-id'), /^[0-9a-f-]{36}$/);
  });

  await t.test('HEAD and OPTIONS', async (t) => {
    const head = await call(service, path, { token, method: 'HEAD' });
    t.equal(head.status, 200);
    t.ok(Number(head.headers.get('content-length')) > 100);
    const options = await call(service, path, { method: 'OPTIONS' });
    t.equal(options.status, 204);
    t.equal(options.headers.get('allow'), 'GET, HEAD, OPTIONS');
    t.equal((await call(service, '/queries', { method: 'OPTIONS' })).headers.get('allow'), 'POST, OPTIONS');
    t.equal((await call(service, '/auth/tokens', { method: 'OPTIONS' })).status, 204);
    t.equal((await call(service, '/nothing', { method: 'OPTIONS' })).status, 404);
    const health = await call(service, '/health', { method: 'OPTIONS' });
    t.equal(health.status, 204);
    t.equal(health.headers.get('allow'), 'GET, HEAD, OPTIONS');
  });

  await t.test('the log has a line for each request, and no secret', async (t) => {
    await call(service, `${path}?token=${token}`, { token, headers: { 'X-Request-Id': 'for-the-log' } });
    const line = service.logLines.find((each) => each.requestId === 'for-the-log');
    t.match(line, { method: 'GET', path: '/queries/:queryId', status: 200, ms: Number });
    const everything = JSON.stringify(service.logLines);
    t.notMatch(everything, /ess_|esr_|eso_/);
    t.notMatch(everything, query.id);
    t.notMatch(everything, /"text"/);
  });
});

t.test('rate limits', async (t) => {
  const service = await startService({ rateLimits: { apiCalls: 3, sessionTokens: 2 } });
  t.teardown(() => service.close());
  const refresh = await service.refreshToken('dave');
  const exchange = () => call(service, '/tokens', { method: 'POST', token: refresh });
  const { token } = (await exchange()).json;
  t.equal((await exchange()).status, 200);
  const refused = await exchange();
  t.match(refused.json, { status: 429, code: 'rate_limited' });
  t.ok(Number(refused.headers.get('retry-after')) > 0);

  for (const remaining of [2, 1, 0]) {
    const reply = await call(service, '/conversations', { token });
    t.equal(reply.status, 200);
    t.match(reply.headers.get('ratelimit'), new RegExp(`r=${remaining};t=\\d+$`));
    t.match(reply.headers.get('ratelimit-policy'), /q=3;w=900$/);
  }
  for (const [address, options] of [
    ['/conversations', {}],
    ['/queries', { json: textQuery('red') }],
    [
      '/queries',
      {
        body: speak('red'),
        headers: { 'Content-Type': 'audio/pcm', 'X-Service-Entity': base64(audioQuery) },
      },
    ],
  ] as [string, CallOptions][]) {
    const reply = await call(service, address, { token, ...options });
    t.match(reply.json, { status: 429, code: 'rate_limited' });
    t.ok(Number(reply.headers.get('retry-after')) > 0);
    t.match(reply.headers.get('ratelimit'), /r=0/);
    t.match(reply.headers.get('ratelimit-policy'), /q=3;w=900$/);
  }
  t.equal((await call(service, '/conversations', { token: await service.sessionToken('erin') })).status, 200);
});

t.test('the same resources without HTTP', async (t) => {
  const service = await startService();
  t.teardown(() => service.close());
  const { resources } = service.http;
  const handle = (method: string, path: string, entity?: unknown, authorization?: string) =>
    resources.handle({
      method,
      path,
      headers: { authorization },
      readEntity: async () => entity,
      linkBase: '',
      requestId: 'socket-1',
    });
  const { token } = (
    await handle('POST', '/tokens', undefined, `Bearer ${await service.refreshToken('alice')}`)
  ).entity as { token: string };
  const bearer = `Bearer ${token}`;
  const created = await handle('POST', '/queries', audioQuery, bearer);
  const entity = created.entity as Json;
  t.equal(created.status, 201);
  t.equal(created.principal?.uid, 'alice');
  t.equal(entity._links.self.href, `/queries/${entity.id}`, 'links are paths');
  hasShape(t, schemas.queryEntitySchema, entity);
  t.match(await handle('GET', entity._links.self.href, undefined, bearer), {
    status: 200,
    entity: { id: entity.id },
  });
  t.match(await handle('POST', `${entity._links.self.href}/feedback`, { rating: 1 }, bearer), {
    status: 200,
    entity: {},
  });
  t.match(await handle('POST', `${entity._links.self.href}/cancellation`, null, bearer), {
    status: 200,
    entity: {},
  });
  t.match(await handle('POST', '/conversations', { locale: 'en-US' }, bearer), { status: 201 });
  t.match(await handle('POST', '/queries', textQuery('red'), bearer), {
    status: 201,
    entity: { intent: 'newSearch' },
  });
  t.match(await handle('POST', '/queries', textQuery('red')), {
    status: 401,
    entity: { code: 'unauthorized', requestId: 'socket-1' },
  });
  t.match(await handle('POST', `${entity._links.self.href}/audio`, {}, bearer), { status: 400 });
  t.match(await handle('PUT', '/queries', {}, bearer), { status: 405 });
  t.match(await handle('GET', '/nowhere', {}, bearer), { status: 404 });
});

function wavHeader(dataBytes: number): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(dataBytes === 0xffffffff ? dataBytes : dataBytes + 36, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(16_000, 24);
  header.writeUInt32LE(32_000, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(dataBytes, 40);
  return header;
}
