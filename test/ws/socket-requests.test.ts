import t from 'tap';
import { speak } from '../query/energy-transcriber.js';
import { request, startSocketService } from './socket-service.js';

const silence = Buffer.alloc(3_200);
const accept = 'application/vnd.servicequery.v1+json';
const profile = '6f2b1b8e-6d0c-4b5e-9b43-0b1f4f3d2c1a';

t.test('requests and responses', async (t) => {
  const service = await startSocketService(t);
  const token = await service.sessionToken();

  t.test('headers are bounded as over HTTP', async (t) => {
    const client = await service.connect();
    client.sendJson({ ...request(undefined), headers: { authorization: `Bearer${' '.repeat(60_000)}` } });
    t.match(await client.nextJson(), {
      requestId: '1',
      responseCode: 431,
      entity: { code: 'header_too_large', detail: 'The "headers" may have at most 40960 characters.' },
    });
    client.destroy();
  });

  t.test('a known client session from end to end', async (t) => {
    const client = await service.connect();
    const refreshToken = await service.refreshToken('bob');
    // As known clients send it: no entity, no content type, a stringified client info.
    client.sendJson({
      type: 'request',
      requestId: '1',
      method: 'POST',
      restUri: '/tokens',
      headers: {
        'X-Service-Client-Info': '{"sdk":{"id":"some-js","version":"1.2.3"}}',
        Authorization: `Bearer ${refreshToken}`,
        Accept: 'application/json',
      },
    });
    const tokens = await client.nextJson();
    t.match(tokens, { type: 'response', requestId: '1', responseCode: 200, responseMessage: 'OK' });
    t.match(tokens.entity.expiresAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

    client.sendJson(
      request(tokens.entity.token, {
        requestId: '2',
        headers: { 'X-Service-Audio-Profile-Id': profile, 'X-Service-Ignore-Vad': false },
        entity: {
          locale: 'en-US',
          queryType: 'audio',
          audioQuery: {
            mimeType: 'audio/pcm;encoding=signed-int;bits=16;channels=1;big-endian=false;rate=16000',
          },
          context: {},
          userId: 'someone',
        },
      }),
    );
    client.sendAudio(speak('show me red shoes'));
    const created = await client.nextJson();
    t.match(created, { requestId: '2', responseCode: 201, responseMessage: 'Created' });
    t.match(created.entity._links, {
      self: { href: `/queries/${created.entity.id}` },
      audio: { href: `/queries/${created.entity.id}/audio` },
    });
    client.sendAudio(Buffer.concat(Array(10).fill(silence)));
    t.match(await client.nextJson(), { type: 'notification', notificationType: 'vad_stop' });
    const done = await client.nextJson();
    t.match(done, { type: 'notification', notificationType: 'query_complete' });
    t.match(done.entity, {
      id: created.entity.id,
      queryType: 'audio',
      textQuery: { text: 'show me red shoes' },
      intent: 'newSearch',
      context: { keywords: ['shoes'], attributes: { color: ['red'] } },
      userId: 'someone',
    });

    client.sendJson(
      request(tokens.entity.token, {
        requestId: '3',
        method: 'PATCH',
        restUri: `${done.entity._links.self.href}/feedback`,
        headers: { 'Content-Type': 'application/json' },
        entity: { durations: { vad: 900, complete: 1100 } },
      }),
    );
    t.match(await client.nextJson(), { requestId: '3', responseCode: 200, entity: {} });
    client.sendJson(
      request(tokens.entity.token, {
        requestId: '4',
        restUri: `/queries/${created.entity.id}/cancellation`,
        entity: { cancelReason: 'OTHER', detail: 'too late' },
      }),
    );
    t.match(await client.nextJson(), { requestId: '4', responseCode: 200, entity: {} });
    client.destroy();
  });

  t.test('every REST resource answers, with the status it has over REST', async (t) => {
    const client = await service.connect();
    const ask = async (method: string, restUri: string, entity?: unknown) => {
      client.sendJson(request(token, { method, restUri, entity }));
      return client.nextJson();
    };
    const conversation = await ask('POST', '/conversations', { locale: 'en-US' });
    t.equal(conversation.responseCode, 201);
    const { id } = conversation.entity;
    const text = await ask('POST', `/conversations/${id}/queries`, {
      queryType: 'text',
      textQuery: { text: 'blue shirts' },
    });
    t.match(text, { responseCode: 201, entity: { intent: 'newSearch', conversationId: id } });
    t.equal(text.entity._links.self.href, `/conversations/${id}/queries/${text.entity.id}`);
    t.match(await ask('GET', text.entity._links.self.href), {
      responseCode: 200,
      entity: { id: text.entity.id },
    });
    t.match(await ask('GET', `/queries/${text.entity.id}`), { responseCode: 200 });
    t.match(await ask('GET', `/conversations/${id}`), {
      entity: { context: { keywords: ['shirts'], attributes: { color: ['blue'] } } },
    });
    t.match(await ask('GET', `/conversations/${id}/queries?limit=5`), {
      entity: { _embedded: { queries: [{}] } },
    });
    t.match(await ask('GET', '/conversations'), { responseCode: 200 });
    t.match(await ask('POST', `/queries/${text.entity.id}/feedback`, { rating: 5 }), {
      responseCode: 200,
      entity: {},
    });
    t.match(
      await ask('GET', `${service.base}/queries/${text.entity.id}`),
      { responseCode: 200 },
      'a whole address',
    );

    t.match(await ask('GET', '/nowhere'), { responseCode: 404, entity: { code: 'not_found' } });
    t.match(await ask('DELETE', '/queries'), { responseCode: 405, responseMessage: 'Method Not Allowed' });
    t.match(await ask('POST', '/queries', { queryType: 'text' }), {
      responseCode: 400,
      entity: { code: 'invalid_request', errors: [{ pointer: '/locale' }] },
    });
    t.match(await ask('POST', '/queries', { locale: 'tlh-QO', queryType: 'audio' }), {
      responseCode: 422,
      entity: { code: 'unsupported_locale' },
    });
    t.match(await ask('POST', `/queries/${text.entity.id}/audio`), { responseCode: 400 });
    const context = { keywords: ['x'.repeat(70_000)] };
    t.match(await ask('POST', '/queries', { locale: 'en-US', queryType: 'audio', context }), {
      responseCode: 413,
      entity: { code: 'payload_too_large' },
    });
    client.destroy();
  });

  t.test('the token travels in the message, and each message is judged by its own', async (t) => {
    const client = await service.connect({ headers: { Authorization: `Bearer ${token}` } });
    client.sendJson(request(undefined));
    t.match(await client.nextJson(), { responseCode: 401, entity: { code: 'unauthorized' } });
    client.sendJson(request('nonsense'));
    t.match(await client.nextJson(), { responseCode: 401, entity: { code: 'invalid_token' } });
    client.sendJson({ ...request('not-a-refresh-token'), restUri: '/tokens' });
    t.match(await client.nextJson(), { responseCode: 403 });
    client.sendJson(request(token));
    t.match(await client.nextJson(), { responseCode: 201 });
    client.destroy();
  });

  t.test('a request id comes back as a string, whatever came', async (t) => {
    const client = await service.connect();
    for (const [sent, expected] of [
      ['7', '7'],
      [7, '7'],
      ['', ''],
      [undefined, ''],
      [null, ''],
      [1.5, '1.5'],
      [2 ** 80, '1.2089258196146292e+24'],
    ]) {
      client.sendJson(
        request(token, { requestId: sent, method: 'GET', restUri: '/conversations', entity: null }),
      );
      const response = await client.nextJson();
      t.strictSame([response.requestId, response.responseCode], [expected, 200], JSON.stringify(sent));
    }
    // More digits than a number of JavaScript holds, as 64-bit clients count.
    client.send(
      1,
      '{"type": "request", "requestId" : 9223372036854775807, "method": "GET", "restUri": "/x"}',
    );
    t.equal((await client.nextJson()).requestId, '9223372036854775807');
    const nested = '"entity": {"requestId": 5}, "requestId": -9223372036854775807';
    client.send(1, `{"type": "request", ${nested}, "method": "GET", "restUri": "/x"}`);
    t.equal((await client.nextJson()).requestId, '-9223372036854775807', 'whatever the entity has');
    client.send(1, `\uFEFF${JSON.stringify(request(token, { requestId: 'mark' }))}`);
    t.match(await client.nextJson(), { requestId: 'mark', responseCode: 201 }, 'after a byte order mark');
    client.destroy();
  });

  t.test('header names count in any case, values of any simple type', async (t) => {
    const client = await service.connect();
    client.sendJson({
      ...request(undefined),
      headers: {
        aUTHORIZATION: `bearer ${token}`,
        ACCEPT: accept,
        'x-service-ignore-vad': true,
        'X-Null': null,
        n: 1,
      },
    });
    t.match(await client.nextJson(), { responseCode: 201 });
    client.destroy();
  });

  t.test('responses leave in the order of their requests', async (t) => {
    const client = await service.connect();
    for (let i = 0; i < 60; i++) {
      const isText = i % 3 === 0;
      client.sendJson(
        request(i % 5 === 0 ? 'wrong' : token, {
          requestId: i,
          ...(isText
            ? { entity: { locale: 'en-US', textQuery: { text: 'red shoes' } } }
            : { method: 'GET', restUri: '/conversations', entity: undefined }),
        }),
      );
    }
    for (let i = 0; i < 60; i++) {
      const { requestId, responseCode } = await client.nextJson();
      const expected = i % 5 === 0 ? 401 : i % 3 === 0 ? 201 : 200;
      if (requestId !== String(i) || responseCode !== expected) t.fail(`${i}: ${requestId} ${responseCode}`);
    }
    t.ok(await client.staysSilent());
    client.destroy();
  });

  t.test('what is no request gets an error, and the socket stays open', async (t) => {
    const client = await service.connect();
    const bad: [unknown, object][] = [
      ['{', { notificationType: 'client_error', entity: { code: 'malformed_json', status: 400 } }],
      ['', { notificationType: 'client_error' }],
      ['[]', { notificationType: 'client_error' }],
      ['null', { notificationType: 'client_error' }],
      ['['.repeat(40) + ']'.repeat(40), { notificationType: 'client_error' }],
      [
        JSON.stringify(request(token)).replace('"audio"', '['.repeat(40) + ']'.repeat(40)),
        { type: 'response', requestId: '1', responseCode: 400, entity: { code: 'malformed_json' } },
      ],
      [
        { ...request(token), entity: { text: 'half a pair: \ud800' } },
        { type: 'response', requestId: '1', responseCode: 400, entity: { errors: [{ pointer: '/text' }] } },
      ],
      [
        { ...request(token), requestId: 'half a pair: \ud800' },
        { notificationType: 'client_error', entity: { errors: [{ pointer: '/requestId' }] } },
      ],
      [{ type: 'response', requestId: '1' }, { notificationType: 'client_error' }],
      [{ ...request(token), requestId: {} }, { notificationType: 'client_error' }],
      [
        { ...request(token), method: 7 },
        { type: 'response', requestId: '1', responseCode: 400 },
      ],
      [
        { ...request(token), restUri: 'queries' },
        { type: 'response', responseCode: 400 },
      ],
      [
        { ...request(token), restUri: 'ftp://x/' },
        { type: 'response', responseCode: 400 },
      ],
      [
        { ...request(token), restUri: 'http://[' },
        { responseCode: 400, entity: { detail: 'The "restUri" must be a path such as "/queries".' } },
      ],
      [
        { ...request(token), headers: [] },
        { type: 'response', responseCode: 400 },
      ],
      [
        { ...request(token), headers: { a: {} } },
        { type: 'response', responseCode: 400 },
      ],
      [
        request(token, { headers: { authorization: 'Bearer of-somebody-else' } }),
        { responseCode: 400, entity: { detail: 'Send one authorization header.' } },
      ],
    ];
    for (const [message, expected] of bad) {
      if (typeof message === 'string') client.send(1, message);
      else client.sendJson(message);
      const answer = await client.nextJson();
      t.match(answer, expected, JSON.stringify(message));
      t.type(answer.message ?? answer.responseMessage, 'string');
    }
    client.sendJson(request(token));
    t.match(await client.nextJson(), { responseCode: 201 });
    client.destroy();
  });
});
