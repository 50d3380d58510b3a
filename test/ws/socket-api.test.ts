import t from 'tap';
import { speak } from '../query/energy-transcriber.js';
import { type FrameClient, opcode } from './frame-client.js';
import { mimeType, request, startSocketService } from './socket-service.js';

const silence = Buffer.alloc(3_200);
const accept = 'application/vnd.servicequery.v1+json';
const profile = '6f2b1b8e-6d0c-4b5e-9b43-0b1f4f3d2c1a';

async function complete(client: FrameClient) {
  const message = await client.nextJson();
  if (message.notificationType === 'vad_stop') return complete(client);
  return message;
}

t.test('requests and responses', async (t) => {
  const service = await startSocketService(t);
  const token = await service.sessionToken();

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
      entity: { code: 'invalid_request', errors: [{ pointer: '/locale' }, ...[]] },
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
      [
        `${'['.repeat(40)}${']'.repeat(40)}`,
        { notificationType: 'client_error', entity: { code: 'malformed_json' } },
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
        { ...request(token), headers: [] },
        { type: 'response', responseCode: 400 },
      ],
      [
        { ...request(token), headers: { a: {} } },
        { type: 'response', responseCode: 400 },
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

t.test('audio', async (t) => {
  const service = await startSocketService(t);
  const token = await service.sessionToken();
  const { transcriber } = service;

  t.test('frames before the 201 are kept for the query that is being created', async (t) => {
    const client = await service.connect();
    client.sendJson(request(token));
    client.sendAudio(speak('red shoes'), 333);
    client.endAudio();
    t.match(await client.nextJson(), { responseCode: 201 });
    t.match(await complete(client), {
      notificationType: 'query_complete',
      entity: { textQuery: { text: 'red shoes' } },
    });
    client.destroy();
  });

  t.test('0x04 ends the audio, and what comes after it is ignored', async (t) => {
    const client = await service.connect();
    client.sendJson(request(token));
    await client.nextJson();
    client.sendAudio(speak('show me'));
    client.endAudio();
    client.endAudio();
    client.sendAudio(speak('blue shirts'));
    t.match(await complete(client), { entity: { textQuery: { text: 'show me' } } });
    client.sendAudio(speak('blue shirts'));
    client.endAudio();
    t.ok(await client.staysSilent());
    client.sendJson(request(token, { requestId: 'next' }));
    t.match(await client.nextJson(), { requestId: 'next', responseCode: 201 }, 'the socket stays open');
    client.destroy();
  });

  t.test('a client that goes once it has sent all finds the result', async (t) => {
    const client = await service.connect();
    client.sendJson(request(token));
    const { entity } = await client.nextJson();
    let isOpening = false;
    let go = () => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    const open = transcriber.open.bind(transcriber);
    transcriber.open = async (...args) => {
      isOpening = true;
      await held;
      return open(...args);
    };
    client.sendAudio(speak('red shoes'), 333);
    client.endAudio();
    client.send(opcode.ping, '');
    t.match(await client.next(), { opcode: opcode.pong }, 'all of it has arrived');
    while (!isOpening) await new Promise((resolve) => setTimeout(resolve, 5));
    client.destroy();
    while (service.sockets.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    go();
    transcriber.open = open;
    const later = await service.connect();
    const get = request(token, { method: 'GET', restUri: entity._links.self.href, entity: null });
    let found = entity;
    while (!['completed', 'failed'].includes(found.state)) {
      later.sendJson(get);
      found = (await later.nextJson()).entity;
    }
    t.match(found, { state: 'completed', textQuery: { text: 'red shoes' } });
    later.destroy();
  });

  t.test('after vad_stop the answer always follows, and late audio is ignored', async (t) => {
    const client = await service.connect();
    let go = () => {};
    transcriber.beforeFinish = () =>
      new Promise((resolve) => {
        go = resolve;
      });
    client.sendJson(request(token));
    client.sendAudio(speak('blue shirts', { silenceMs: 600 }));
    await client.nextJson();
    t.match(await client.nextJson(), { notificationType: 'vad_stop', entity: { seconds: 0.25 } });
    client.sendAudio(speak('red'));
    client.endAudio();
    t.ok(await client.staysSilent());
    transcriber.beforeFinish = async () => {};
    go();
    t.match(await client.nextJson(), {
      notificationType: 'query_complete',
      entity: { textQuery: { text: 'blue shirts' } },
    });
    t.ok(await client.staysSilent());
    client.destroy();
  });

  t.test('a failure after vad_stop is told as internal_server_error', async (t) => {
    const client = await service.connect();
    transcriber.beforeFinish = async () => {
      throw new Error('the secret inside');
    };
    client.sendJson(request(token));
    client.sendAudio(speak('red', { silenceMs: 600 }));
    await client.nextJson();
    t.match(await client.nextJson(), { notificationType: 'vad_stop' });
    const failure = await client.nextJson();
    t.match(failure, {
      notificationType: 'internal_server_error',
      entity: { status: 500, code: 'internal_error' },
    });
    t.notMatch(JSON.stringify(failure), /secret/);
    transcriber.beforeFinish = async () => {};
    client.destroy();
  });

  t.test('X-Service-Ignore-Vad: true leaves the end to the client', async (t) => {
    const client = await service.connect();
    client.sendJson(request(token, { headers: { 'X-Service-Ignore-Vad': 'True' } }));
    client.sendAudio(speak('show', { silenceMs: 900 }));
    client.sendAudio(speak('shoes'));
    client.endAudio();
    await client.nextJson();
    t.match(await client.nextJson(), {
      notificationType: 'query_complete',
      entity: { textQuery: { text: 'show shoes' } },
    });
    client.destroy();
  });

  t.test('speech start and partial results only for those who ask', async (t) => {
    const client = await service.connect();
    const types = async (headers: object) => {
      client.sendJson(request(token, { headers }));
      client.sendAudio(speak('red shoes', { silenceMs: 600 }));
      const seen: string[] = [];
      const texts: string[] = [];
      for (;;) {
        const message = await client.nextJson();
        seen.push(message.notificationType ?? message.responseCode);
        if (message.notificationType === 'query_partial') texts.push(message.entity.text);
        if (message.notificationType === 'query_complete') return { seen, texts };
      }
    };
    t.strictSame((await types({})).seen, [201, 'vad_stop', 'query_complete']);
    t.strictSame(transcriber.opened.at(-1)?.partials, false);
    t.strictSame(await types({ 'X-Service-Partial-Results': 'true' }), {
      seen: [201, 'vad_start', 'query_partial', 'query_partial', 'vad_stop', 'query_complete'],
      texts: ['red', 'red shoes'],
    });
    client.destroy();
  });

  t.test('without a query there is one client_error, not one for each frame', async (t) => {
    const client = await service.connect();
    client.sendAudio(Buffer.alloc(10_000));
    t.match(await client.nextJson(), { notificationType: 'client_error', entity: { code: 'conflict' } });
    t.ok(await client.staysSilent());
    // a refused creation took the frames that came with it
    client.sendJson(request('wrong'));
    client.sendAudio(Buffer.alloc(3_000));
    t.match(await client.nextJson(), { responseCode: 401 });
    client.destroy();
  });

  t.test(
    'audio that is none of the promised kind fails as a client_error and leaves the socket usable',
    async (t) => {
      const client = await service.connect();
      const entity = { locale: 'en-US', queryType: 'audio', audioQuery: { mimeType: 'audio/wav' } };
      client.sendJson(request(token, { entity }));
      client.sendAudio(
        Buffer.from('this is no RIFF file at all, and long enough to be sure of it'.repeat(4)),
      );
      client.endAudio();
      const created = await client.nextJson();
      t.match(await client.nextJson(), {
        notificationType: 'client_error',
        entity: { status: 400, code: 'invalid_audio', id: created.entity.id },
      });
      client.sendJson(
        request(token, { method: 'GET', restUri: created.entity._links.self.href, entity: null }),
      );
      t.match(await client.nextJson(), { entity: { state: 'failed', failure: { code: 'invalid_audio' } } });
      client.sendJson(request(token, { entity: { ...entity, audioQuery: { mimeType: 'audio/midi' } } }));
      t.match(await client.nextJson(), { responseCode: 415 });
      client.sendJson(request(token));
      client.endAudio();
      t.match(await client.nextJson(), { responseCode: 201 });
      t.match(await client.nextJson(), { notificationType: 'client_error', entity: { code: 'empty_audio' } });
      client.destroy();
    },
  );

  t.test(
    'audio goes to the query created last; an unfinished one before is given up, a finished one still told',
    async (t) => {
      const client = await service.connect();
      client.sendJson(request(token, { requestId: 'a' }));
      client.sendAudio(speak('show me'));
      client.sendJson(request(token, { requestId: 'b' }));
      client.sendAudio(speak('red shoes', { silenceMs: 600 }));
      const first = await client.nextJson();
      t.match(first, { requestId: 'a', responseCode: 201 });
      t.match(await client.nextJson(), { requestId: 'b', responseCode: 201 });
      t.match(await client.nextJson(), { notificationType: 'vad_stop' });
      t.match(await client.nextJson(), {
        notificationType: 'query_complete',
        entity: { textQuery: { text: 'red shoes' } },
      });

      let go = () => {};
      transcriber.beforeFinish = () =>
        new Promise((resolve) => {
          go = resolve;
        });
      client.sendJson(request(token, { requestId: 'c' }));
      client.sendAudio(speak('blue'));
      client.endAudio();
      t.match(await client.nextJson(), { requestId: 'c' });
      await new Promise((resolve) => setTimeout(resolve, 30));
      transcriber.beforeFinish = async () => {};
      client.sendJson(request(token, { requestId: 'd' }));
      const d = await client.nextJson();
      t.match(d, { requestId: 'd', responseCode: 201 });
      go();
      t.match(await client.nextJson(), {
        notificationType: 'query_complete',
        entity: { textQuery: { text: 'blue' } },
      });
      client.sendAudio(speak('shirts'));
      client.endAudio();
      t.match(await complete(client), { entity: { id: d.entity.id, textQuery: { text: 'shirts' } } });
      client.destroy();
    },
  );

  t.test('queries sent one after another without waiting are all answered', async (t) => {
    const client = await service.connect();
    const texts = ['red shoes', 'blue shirts', 'show me'];
    for (const text of texts) {
      client.sendJson(request(token, { requestId: text }));
      client.sendAudio(speak(text));
      client.endAudio();
    }
    const created = new Map<string, string>();
    const heard = new Map<string, string>();
    while (heard.size < texts.length) {
      const message = await client.nextJson();
      if (message.type === 'response') created.set(message.requestId, message.entity.id);
      else if (message.notificationType === 'query_complete') {
        heard.set(message.entity.textQuery.text, message.entity.id);
      } else t.fail(JSON.stringify(message));
    }
    t.strictSame(heard, created);
    client.destroy();
  });

  t.test('a creation that is refused does not take the audio', async (t) => {
    const client = await service.connect();
    client.sendJson(request(token, { requestId: 'a' }));
    client.sendAudio(speak('show me'));
    client.sendJson(request('wrong', { requestId: 'b' }));
    client.sendJson(request(token, { requestId: 'c', entity: { locale: 'tlh-QO' } }));
    t.match(await client.nextJson(), { requestId: 'a', responseCode: 201 });
    t.match(await client.nextJson(), { requestId: 'b', responseCode: 401 });
    t.match(await client.nextJson(), { requestId: 'c', responseCode: 422 });
    client.sendAudio(speak('shoes'));
    client.endAudio();
    t.match(await complete(client), { entity: { textQuery: { text: 'show me shoes' } } });
    client.destroy();
  });

  t.test('a text query in between does not take the audio', async (t) => {
    const client = await service.connect();
    client.sendJson(request(token, { requestId: 'audio' }));
    client.sendAudio(speak('show me'));
    client.sendJson(
      request(token, { requestId: 'text', entity: { locale: 'en-US', textQuery: { text: 'blue' } } }),
    );
    client.sendAudio(speak('shoes'));
    client.endAudio();
    t.match(await client.nextJson(), { requestId: 'audio' });
    t.match(await client.nextJson(), { requestId: 'text', entity: { intent: 'newSearch' } });
    t.match(await complete(client), { entity: { textQuery: { text: 'show me shoes' } } });
    client.destroy();
  });

  t.test('a conversation goes on from turn to turn', async (t) => {
    const client = await service.connect();
    client.sendJson(request(token));
    client.sendAudio(speak('red shoes', { silenceMs: 600 }));
    await client.nextJson();
    const first = (await complete(client)).entity;
    const restUri = `/conversations/${first.conversationId}/queries`;
    // As known clients send it: an empty context is none.
    client.sendJson(request(token, { restUri, entity: { audioQuery: { mimeType }, context: {} } }));
    client.sendAudio(speak('blue', { silenceMs: 600 }));
    const created = (await client.nextJson()).entity;
    const { entity: told } = await client.nextJson();
    t.strictSame(
      [told.id, told._links.self],
      [created.id, created._links.self],
      'vad_stop has the same link',
    );
    const second = (await complete(client)).entity;
    t.match(second, {
      conversationId: first.conversationId,
      context: { keywords: ['shoes'], attributes: { color: ['blue'] } },
    });
    t.equal(second._links.self.href, `${restUri}/${second.id}`);
    client.destroy();
  });

  t.test('a cancelled query says no more, and its socket takes the next', async (t) => {
    const client = await service.connect();
    client.sendJson(request(token));
    client.sendAudio(speak('show me'));
    const { entity } = await client.nextJson();
    client.sendJson(
      request(token, {
        restUri: `${entity._links.self.href}/cancellation`,
        entity: { cancelReason: 'USER' },
      }),
    );
    t.match(await client.nextJson(), { responseCode: 200 });
    client.sendAudio(speak('red'));
    t.ok(await client.staysSilent());
    client.sendJson(request(token, { method: 'GET', restUri: entity._links.self.href, entity: null }));
    t.match(await client.nextJson(), {
      entity: { state: 'cancelled', cancellation: { cancelReason: 'USER' } },
    });
    client.sendJson(request(token));
    client.sendAudio(speak('shoes', { silenceMs: 600 }));
    t.match(await client.nextJson(), { responseCode: 201 });
    t.match(await complete(client), { entity: { textQuery: { text: 'shoes' } } });
    client.destroy();
  });

  t.test('without room a query is refused before it is made, or else its audio', async (t) => {
    const client = await service.connect();
    transcriber.capacity = transcriber.openStreams;
    client.sendJson(request(token));
    client.sendAudio(speak('red'));
    t.match(await client.nextJson(), { responseCode: 503, entity: { code: 'overloaded', detail: String } });
    // Nobody's audio: the query was not created.
    t.match(await client.nextJson(), { notificationType: 'client_error', entity: { code: 'conflict' } });
    transcriber.capacity = Number.POSITIVE_INFINITY;
    client.sendJson(request(token));
    const { responseCode, entity } = await client.nextJson();
    t.equal(responseCode, 201);
    transcriber.capacity = transcriber.openStreams;
    client.sendAudio(speak('red'));
    t.match(await client.nextJson(), {
      notificationType: 'internal_server_error',
      entity: { code: 'overloaded', id: entity.id },
    });
    transcriber.capacity = Number.POSITIVE_INFINITY;
    client.destroy();
  });

  t.test(
    'a client that goes leaves the query failed; one whose audio had ended gets its result by GET',
    async (t) => {
      const client = await service.connect();
      client.sendJson(request(token));
      client.sendAudio(speak('show me'));
      const lost = (await client.nextJson()).entity;
      client.destroy();
      const other = await service.connect();
      let go = () => {};
      transcriber.beforeFinish = () =>
        new Promise((resolve) => {
          go = resolve;
        });
      other.sendJson(request(token));
      other.sendAudio(speak('red shoes'));
      other.endAudio();
      const ended = (await other.nextJson()).entity;
      await new Promise((resolve) => setTimeout(resolve, 30));
      other.destroy();
      await new Promise((resolve) => setTimeout(resolve, 30));
      transcriber.beforeFinish = async () => {};
      go();
      await new Promise((resolve) => setTimeout(resolve, 50));
      const third = await service.connect();
      const get = async (href: string) => {
        third.sendJson(request(token, { method: 'GET', restUri: href, entity: null }));
        return (await third.nextJson()).entity;
      };
      t.match(await get(lost._links.self.href), { state: 'failed', failure: { code: 'client_closed' } });
      t.match(await get(ended._links.self.href), { state: 'completed', textQuery: { text: 'red shoes' } });
      t.equal(transcriber.openStreams, 0, 'nothing is left open');
      third.destroy();
    },
  );

  t.test('a revoked token ends what runs under it at once', async (t) => {
    const client = await service.connect();
    const refreshToken = await service.refreshToken('mallory');
    const { token: session } = await service.tokens.exchange(refreshToken);
    client.sendJson(request(session));
    client.sendAudio(speak('show me'));
    t.match(await client.nextJson(), { responseCode: 201 });
    await new Promise((resolve) => setTimeout(resolve, 30));
    await service.tokens.revokeToken(refreshToken);
    t.match(await client.nextJson(), {
      notificationType: 'client_error',
      entity: { status: 401, code: 'invalid_token' },
    });
    client.sendAudio(speak('red shoes', { silenceMs: 600 }));
    t.ok(await client.staysSilent());
    client.sendJson(request(session));
    t.match(await client.nextJson(), { responseCode: 401, entity: { code: 'invalid_token' } });
    client.destroy();
  });
});
