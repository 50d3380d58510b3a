import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { wavFile } from '../http/streamed-wav.js';
import { speak } from '../query/energy-transcriber.js';
import { complete, mimeType, request, startSocketService } from './socket-service.js';

t.test('queries on one socket', async (t) => {
  const service = await startSocketService(t);
  const token = await service.sessionToken();
  const { transcriber } = service;

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
      t.match(
        await client.nextJson(),
        { notificationType: 'client_error', entity: { code: 'conflict', id: first.entity.id } },
        'before the answer that makes the next query the current one',
      );
      t.match(await client.nextJson(), { requestId: 'b', responseCode: 201 });
      t.match(await client.nextJson(), { notificationType: 'vad_stop' });
      t.match(await client.nextJson(), {
        notificationType: 'query_complete',
        entity: { textQuery: { text: 'red shoes' } },
      });

      const { reached, go } = transcriber.holdFinish();
      client.sendJson(request(token, { requestId: 'c' }));
      client.sendAudio(speak('blue'));
      client.endAudio();
      t.match(await client.nextJson(), { requestId: 'c' });
      await reached;
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

  t.test('a WAV file that is whole is not given up for the next query', async (t) => {
    const client = await service.connect();
    const { reached, go } = transcriber.holdFinish();
    const entity = { locale: 'en-US', queryType: 'audio', audioQuery: { mimeType: 'audio/wav' } };
    client.sendJson(request(token, { requestId: 'file', entity }));
    client.sendAudio(wavFile(speak('red shoes')));
    const file = await client.nextJson();
    t.match(file, { requestId: 'file', responseCode: 201 });
    await reached;
    client.sendJson(request(token, { requestId: 'next' }));
    t.match(await client.nextJson(), { requestId: 'next', responseCode: 201 });
    go();
    t.match(await client.nextJson(), {
      notificationType: 'query_complete',
      entity: { id: file.entity.id, textQuery: { text: 'red shoes' } },
    });
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

  t.test('a query that is cancelled over HTTP is told of on its socket', async (t) => {
    const client = await service.connect();
    client.sendJson(request(token));
    client.sendAudio(speak('show me'));
    const { entity } = await client.nextJson();
    await fetch(`${service.base}${entity._links.self.href}/cancellation`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
    });
    t.match(await client.nextJson(), {
      notificationType: 'client_error',
      entity: { code: 'conflict', state: 'cancelled', id: entity.id },
    });
    client.destroy();
  });

  t.test('a cancellation that is refused takes no notification away', async (t) => {
    const client = await service.connect();
    client.sendJson(request(token));
    client.sendAudio(speak('show me'));
    const { entity } = await client.nextJson();
    const restUri = `${entity._links.self.href}/cancellation`;
    client.sendJson(request('a token of nobody', { restUri, entity: {} }));
    t.match(await client.nextJson(), { responseCode: 401 });
    await fetch(`${service.base}${restUri}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
    });
    t.match(await client.nextJson(), { notificationType: 'client_error', entity: { state: 'cancelled' } });
    client.destroy();
  });

  t.test(
    'a query that is cancelled on its own socket says no more, and its socket takes the next',
    async (t) => {
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
    },
  );

  t.test('without room a query is refused before it is made, or else its audio', async (t) => {
    const client = await service.connect();
    transcriber.capacity = transcriber.openStreams;
    client.sendJson(request(token));
    client.sendAudio(speak('red'));
    t.match(await client.nextJson(), {
      responseCode: 503,
      entity: { code: 'overloaded', detail: String, retryAfterSeconds: 1 },
    });
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
      const { reached, go } = transcriber.holdFinish();
      other.sendJson(request(token));
      other.sendAudio(speak('red shoes'));
      other.endAudio();
      const ended = (await other.nextJson()).entity;
      await reached;
      other.destroy();
      while (service.sockets.size > 0) await delay(5);
      go();
      const third = await service.connect();
      const settled = async ({ _links }: { _links: { self: { href: string } } }) => {
        for (;;) {
          third.sendJson(request(token, { method: 'GET', restUri: _links.self.href, entity: null }));
          const { entity } = await third.nextJson();
          if (['completed', 'failed'].includes(entity.state)) return entity;
        }
      };
      t.match(await settled(lost), { state: 'failed', failure: { code: 'client_closed' } });
      t.match(await settled(ended), { state: 'completed', textQuery: { text: 'red shoes' } });
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
    while (transcriber.openStreams === 0) await delay(5);
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

  t.test('a token that is revoked while its query is created gets no audio in', async (t) => {
    const client = await service.connect();
    const refreshToken = await service.refreshToken('mallory');
    const { token: session } = await service.tokens.exchange(refreshToken);
    const { queryService, transcriber } = service;
    const create = queryService.create.bind(queryService);
    queryService.create = async (...args) => {
      queryService.create = create;
      await service.tokens.revokeToken(refreshToken);
      return create(...args);
    };
    const { length } = transcriber.opened;
    client.sendJson(request(session));
    client.sendAudio(speak('show me'));
    t.match(await client.nextJson(), { responseCode: 201 });
    t.match(await client.nextJson(), {
      notificationType: 'client_error',
      entity: { status: 401, code: 'invalid_token' },
    });
    client.sendAudio(speak('red shoes', { silenceMs: 600 }));
    t.ok(await client.staysSilent());
    t.equal(transcriber.opened.length, length);
    client.destroy();
  });
});
