import t from 'tap';
import { speak } from '../query/energy-transcriber.js';
import { opcode } from './frame-client.js';
import { complete, request, startSocketService } from './socket-service.js';

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

  t.test('audio finds its query whatever way the address of the queries is written', async (t) => {
    for (const restUri of ['/queries/', '/%71ueries', '/queries?a=b', `${service.base}/queries`]) {
      const client = await service.connect();
      client.sendJson(request(token, { restUri }));
      client.sendAudio(speak('red shoes'));
      client.endAudio();
      t.match(await client.nextJson(), { responseCode: 201 }, restUri);
      t.match(await complete(client), { entity: { textQuery: { text: 'red shoes' } } });
      client.destroy();
    }
  });

  t.test('audio of a query that named no type is the PCM that clients stream', async (t) => {
    const client = await service.connect();
    client.sendJson(request(token, { entity: { locale: 'en-US', audioQuery: { mimeType: null } } }));
    client.sendAudio(speak('red shoes'));
    client.endAudio();
    t.match(await client.nextJson(), { responseCode: 201 });
    t.match(await complete(client), {
      notificationType: 'query_complete',
      entity: { audioQuery: { mimeType: 'audio/pcm' }, textQuery: { text: 'red shoes' } },
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

  t.test('audio after a text query has no query, whatever was heard before', async (t) => {
    const text = request(token, {
      requestId: 'text',
      entity: { locale: 'en-US', textQuery: { text: 'red shoes' } },
    });
    const client = await service.connect();
    for (const isFresh of [true, false]) {
      if (!isFresh) {
        client.sendJson(request(token));
        client.sendAudio(speak('show me'));
        client.endAudio();
        await client.nextJson();
        t.match(await complete(client), { entity: { textQuery: { text: 'show me' } } });
      }
      client.sendJson(text);
      t.match(await client.nextJson(), { requestId: 'text', responseCode: 201 });
      client.sendAudio(speak('blue shirts'), 333);
      client.endAudio();
      t.match(await client.nextJson(), { notificationType: 'client_error', entity: { code: 'conflict' } });
      t.ok(await client.staysSilent(), 'once');
    }
    client.destroy();
  });

  t.test('audio that is streamed goes on beside a text query', async (t) => {
    const client = await service.connect();
    client.sendJson(request(token));
    await client.nextJson();
    client.sendAudio(speak('red'), 333);
    client.sendJson(request(token, { entity: { locale: 'en-US', textQuery: { text: 'blue' } } }));
    t.match(await client.nextJson(), { responseCode: 201, entity: { textQuery: { text: 'blue' } } });
    client.sendAudio(speak('shoes'), 333);
    client.endAudio();
    t.match(await complete(client), { entity: { textQuery: { text: /red.*shoes/ } } });
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
    const { go } = transcriber.holdFinish();
    client.sendJson(request(token));
    client.sendAudio(speak('blue shirts', { silenceMs: 600 }));
    await client.nextJson();
    t.match(await client.nextJson(), { notificationType: 'vad_stop', entity: { seconds: 0.25 } });
    client.sendAudio(speak('red'));
    client.endAudio();
    t.ok(await client.staysSilent());
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
});
