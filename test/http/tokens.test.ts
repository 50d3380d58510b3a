import t, { type Test } from 'tap';
import * as schemas from '../../src/http/schemas/schemas.js';
import { speak } from '../query/energy-transcriber.js';
import { audioQuery, type CallOptions, call, entity, hasShape, mediaType, textQuery } from './calls.js';
import { RawClient } from './raw-client.js';
import { startService } from './service.js';

t.test('tokens', async (t) => {
  const service = await startService();
  t.teardown(() => service.close());

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

    const requestId = 'issuer-refused';
    const headers = { 'X-Request-Id': requestId };
    await issue({ token, json: { uid: 'x', validity: '30 days' }, headers });
    t.match(
      await service.logLine(requestId),
      { status: 400, code: 'invalid_request', detail: /\/validity/ },
      'the log has the reason',
    );
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
        headers: entity(audioQuery),
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

t.test('a revoked token ends the uploads that run under it, and no others', async (t) => {
  const service = await startService();
  const clients: RawClient[] = [];
  t.teardown(async () => {
    for (const client of clients) client.close();
    await service.close();
  });
  const begin = async (token: string): Promise<RawClient> => {
    const client = await RawClient.open(service.port);
    clients.push(client);
    const { 'Content-Type': type, 'X-Service-Entity': encoded } = entity({ locale: 'en-US' });
    await client.send(
      `POST /queries HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: ${type}\r\nX-Service-Entity: ${encoded}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    await client.sendChunk(speak('red'));
    return client;
  };
  const upload = async (token: string): Promise<RawClient> => {
    const before = service.transcriber.samples;
    const client = await begin(token);
    while (service.transcriber.samples === before) await new Promise((resolve) => setTimeout(resolve, 5));
    return client;
  };
  const isEnded = async (t: Test, client: RawClient) => {
    const refused = await client.response();
    t.match(refused.headers, { 'www-authenticate': /^Bearer error="invalid_token"/ });
    t.match(refused.json(), { status: 401, code: 'invalid_token' });
    const { token } = await service.tokens.exchange(await service.refreshToken('alice'));
    const kept = await call(service, `/queries/${refused.json().queryId}`, { token });
    t.match(kept.json, { state: 'failed', failure: { code: 'invalid_token' } });
  };
  const goesOn = async (t: Test, client: RawClient) => {
    await client.endChunks();
    t.match((await client.response()).json(), { state: 'completed', textQuery: { text: 'red' } });
  };

  await t.test('a refresh token, those of its session tokens', async (t) => {
    const refresh = await service.refreshToken('alice');
    const alice = await upload((await service.tokens.exchange(refresh)).token);
    const bob = await upload(await service.sessionToken('bob'));
    await service.tokens.revokeToken(refresh);
    await isEnded(t, alice);
    await goesOn(t, bob);
  });

  await t.test('a session token, its own alone', async (t) => {
    const refresh = await service.refreshToken('alice');
    const [lost, kept] = [await service.tokens.exchange(refresh), await service.tokens.exchange(refresh)];
    const [ended, other] = [await upload(lost.token), await upload(kept.token)];
    await service.tokens.revokeToken(lost.token);
    await isEnded(t, ended);
    await goesOn(t, other);
  });

  await t.test('one that is still being opened, too', async (t) => {
    const { beforeOpen } = service.transcriber;
    let open!: () => void;
    const opening = new Promise<void>((resolve) => {
      service.transcriber.beforeOpen = () => {
        resolve();
        return new Promise((opened) => {
          open = opened;
        });
      };
    });
    const { token } = await service.tokens.exchange(await service.refreshToken('alice'));
    const client = await begin(token);
    await opening;
    service.transcriber.beforeOpen = beforeOpen;
    await service.tokens.revokeToken(token);
    open();
    await client.endChunks();
    await isEnded(t, client);
  });
});
