import { randomUUID } from 'node:crypto';
import t from 'tap';
import { speak } from '../query/energy-transcriber.js';
import { audioQuery, type CallOptions, call, entity, mediaType, pcm } from './calls.js';
import { areRefused } from './refusals.js';
import { startService } from './service.js';

t.test('requests refused by their head', async (t) => {
  const service = await startService({ query: { limits: { uploadBytes: 100_000, audioSeconds: 2 } } });
  t.teardown(() => service.close());
  const token = await service.sessionToken();
  const query = (await call(service, '/queries', { token, json: audioQuery })).json;
  const path = `/queries/${query.id}`;
  const post = (json: unknown, more: CallOptions = {}): CallOptions => ({ token, json, ...more });

  await areRefused(t, service, [
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
    [
      'an escaped slash behind the id',
      `${path}%2Faudio`,
      { token, headers: pcm, body: 'x' },
      404,
      'not_found',
    ],
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
    [
      'future version as a parameter',
      path,
      { token, headers: { Accept: 'application/json;version=2' } },
      406,
      'not_acceptable',
    ],
    ['another type', path, { token, headers: { Accept: 'text/html' } }, 406, 'not_acceptable'],
    [
      'the type of the answer refused',
      path,
      { token, headers: { Accept: `${mediaType};q=0, */*` } },
      406,
      'not_acceptable',
    ],
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
  ]);

  await t.test('what is acceptable', async (t) => {
    for (const accept of [
      mediaType,
      'application/json',
      '*/*',
      'application/*',
      'application/vnd.servicequery+json',
      'text/html, application/json;q=0.5',
      'application/json;q=0, */*',
      '*/*;q=0, application/json',
      'APPLICATION/JSON; charset=utf-8',
    ]) {
      const reply = await call(service, path, { token, headers: { Accept: accept } });
      t.equal(reply.status, 200, accept);
      t.equal(reply.headers.get('content-type'), mediaType, accept);
    }
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
    const line = await service.logLine('for-the-log');
    t.match(line, { method: 'GET', path: '/queries/:queryId', status: 200, ms: Number });
    const everything = JSON.stringify(service.logLines);
    t.notMatch(everything, /ess_|esr_|eso_/);
    t.notMatch(everything, query.id);
    t.notMatch(everything, /"text"/);
  });
});
