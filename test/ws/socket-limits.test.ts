import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import t from 'tap';
import { speak } from '../query/energy-transcriber.js';
import { encodeFrame, opcode } from './frame-client.js';
import { complete, request, startSocketService } from './socket-service.js';

t.test('limits', async (t) => {
  t.test('an idle connection is closed with 1001, one that waits for an answer is not', async (t) => {
    const service = await startSocketService(t, { sockets: { limits: { idleMs: 150 } } });
    const token = await service.sessionToken();
    const idle = await service.connect();
    const busy = await service.connect();
    const { go } = service.transcriber.holdFinish();
    busy.sendJson(request(token));
    busy.sendAudio(speak('red'));
    busy.endAudio();
    t.match(await busy.nextJson(), { responseCode: 201 });
    const pinging = await service.connect();
    pinging.sendJson(request(token, { entity: { locale: 'en-US', textQuery: { text: 'red' } } }));
    t.match(await pinging.nextJson(), { responseCode: 201 });
    const pings = setInterval(() => pinging.send(opcode.ping, ''), 50);
    t.equal(await idle.closeCode(), 1001);
    await wait(250);
    clearInterval(pings);
    t.notOk(
      pinging.frames.some((frame) => frame.opcode === opcode.close),
      'a client that pings wants to stay',
    );
    t.equal(await pinging.closeCode(), 1001);
    go();
    t.match(await busy.nextJson(), { notificationType: 'query_complete' });
    t.equal(await busy.closeCode(), 1001);
  });

  t.test('who has shown no token is not kept by pings, messages or requests that are refused', async (t) => {
    const service = await startSocketService(t, { sockets: { limits: { idleMs: 300 } } });
    const strangers = {
      ping: await service.connect(),
      message: await service.connect(),
      request: await service.connect(),
    };
    const sending = setInterval(() => {
      strangers.ping.send(opcode.ping, '');
      strangers.message.sendAudio(Buffer.alloc(2));
      strangers.request.sendJson(request('not-a-token'));
    }, 50);
    t.teardown(() => clearInterval(sending));
    for (const [kind, stranger] of Object.entries(strangers)) t.equal(await stranger.closeCode(), 1001, kind);
  });

  t.test('who answers pings is kept, who does not is dropped', async (t) => {
    const service = await startSocketService(t, { sockets: { limits: { pingMs: 250 } } });
    const [alive, dead] = [await service.connect(), await service.connect()];
    let answered = 0;
    for (let i = 0; i < 250 && !dead.isClosed; i++) {
      for (const frame of alive.frames.slice(answered)) {
        if (frame.opcode === opcode.ping) alive.send(opcode.pong, frame.payload);
        answered++;
      }
      await wait(20);
    }
    t.ok(dead.isClosed);
    t.notOk(alive.isClosed);
    t.equal(service.sockets.size, 1);
  });

  t.test('who streams audio without a look at what comes is not dropped for its pongs', async (t) => {
    const service = await startSocketService(t, { sockets: { limits: { pingMs: 250 } } });
    const token = await service.sessionToken();
    const client = await service.connect();
    client.sendJson(request(token, { headers: { 'X-Service-Ignore-Vad': 'true' } }));
    const audio = speak('red shoes');
    for (let sent = 0; sent < 10 && !client.isClosed; sent++) {
      client.sendAudio(audio.subarray((sent * audio.length) / 10, ((sent + 1) * audio.length) / 10));
      await wait(100);
    }
    client.endAudio();
    t.match(await client.nextJson(), { responseCode: 201 });
    t.match(await complete(client), { entity: { textQuery: { text: 'red shoes' } } });
  });

  t.test('of who has shown no token only as much as a request is kept', async (t) => {
    const service = await startSocketService(t);
    const half = (bytes: number) => encodeFrame(opcode.binary, Buffer.alloc(bytes)).subarray(0, -1);
    const stranger = await service.connect();
    stranger.socket.write(half(500_000));
    t.equal(await stranger.closeCode(), 1009);
    const refused = await service.connect();
    refused.sendJson(request('not-a-token'));
    t.match(await refused.nextJson(), { responseCode: 401 });
    refused.socket.write(half(500_000));
    t.equal(await refused.closeCode(), 1009);
    const token = await service.sessionToken();
    // All of it before there is an answer, and once more when the client is known.
    const known = await service.connect();
    for (const _ of [1, 2]) {
      known.socket.cork();
      known.sendJson(request(token));
      known.sendAudio(Buffer.alloc(500_000), 500_000);
      known.endAudio();
      known.socket.uncork();
      t.match(await known.nextJson(), { responseCode: 201 });
      t.match(await complete(known), { notificationType: 'query_complete' });
    }
    const first = await service.connect();
    first.sendJson(
      request(token, {
        entity: { locale: 'en-US', textQuery: { text: 'red' }, context: { theirs: 'x'.repeat(60_000) } },
      }),
    );
    t.match(await first.nextJson(), { responseCode: 201 }, 'the largest request may be the first');
  });

  t.test('a client that does not read is dropped, and its answers are not kept', async (t) => {
    const service = await startSocketService(t, {
      sockets: { limits: { unreadBytes: 65_536 } },
    });
    const token = await service.sessionToken();
    const deaf = await service.connect();
    deaf.socket.pause();
    const helper = await service.connect();
    const ask = async (fields: Record<string, unknown>) => {
      helper.sendJson(request(token, fields));
      return (await helper.nextJson()).entity;
    };
    const text = 'red '.repeat(450);
    const { conversationId } = await ask({ entity: { locale: 'en-US', textQuery: { text } } });
    for (let i = 0; i < 30; i++)
      await ask({ entity: { locale: 'en-US', textQuery: { text }, conversationId } });
    helper.destroy();
    const restUri = `/conversations/${conversationId}/queries?limit=100`;
    for (let sent = 0; sent < 2_000 && !deaf.isClosed && service.sockets.size > 0; sent++) {
      deaf.sendJson(request(token, { method: 'GET', restUri, entity: null }));
      await wait(2);
    }
    t.equal(service.sockets.size, 0);
    t.ok(service.socketLog.some(({ msg }) => /does not read/.test(String(msg))));
  });

  t.test(
    'a client that reads slowly gets an answer that is larger than what it may leave unread',
    async (t) => {
      const service = await startSocketService(t, {
        sockets: { limits: { unreadBytes: 65_536 } },
      });
      const token = await service.sessionToken();
      const client = await service.connect();
      const context = { keywords: Array.from({ length: 50 }, () => 'x'.repeat(1_000)) };
      const entity = { locale: 'en-US', context };
      for (let at = 0; at < 100; at++) {
        client.sendJson(request(token, { restUri: '/conversations', entity }));
        t.match(await client.nextJson(), { responseCode: 201 });
      }
      const page = request(token, { method: 'GET', restUri: '/conversations?limit=100', entity: null });
      client.socket.pause();
      client.sendJson(page);
      client.sendJson(request(token, { method: 'GET', restUri: '/conversations?limit=1', entity: null }));
      await wait(200);
      client.socket.resume();
      for (const length of [100, 1]) {
        const { entity } = await client.nextJson();
        t.equal(entity._embedded.conversations.length, length);
      }
    },
  );

  t.test('audio faster than it is recognised is held back on the wire, none of it lost', async (t) => {
    const service = await startSocketService(t, {
      query: { limits: { audioSeconds: 300 } },
      sockets: { limits: { queuedAudioBytes: 32_768 } },
    });
    const token = await service.sessionToken();
    const connected = once(service.http.server, 'connection');
    const client = await service.connect();
    const [incoming] = (await connected) as [Socket];
    // The creation waits, so that all audio has to.
    const { create } = service.queryService;
    let go = () => {};
    service.queryService.create = async (...args) => {
      await new Promise<void>((resolve) => {
        go = resolve;
      });
      return create.apply(service.queryService, args);
    };
    client.sendJson(request(token, { headers: { 'X-Service-Ignore-Vad': 'true' } }));
    const audio = Buffer.concat([speak('red shoes'), Buffer.alloc(4_000_000), speak('blue shirts')]);
    client.socket.write(
      Buffer.concat(
        Array.from({ length: Math.ceil(audio.length / 8_192) }, (_, i) =>
          encodeFrame(opcode.binary, audio.subarray(i * 8_192, (i + 1) * 8_192)),
        ),
      ),
    );
    client.endAudio();
    await wait(300);
    t.ok(incoming.bytesRead < audio.length / 4, `most of it was not read: ${incoming.bytesRead}`);
    go();
    t.match(await client.nextJson(), { responseCode: 201 });
    const done = JSON.parse((await client.next()).payload.toString());
    t.match(done, {
      notificationType: 'query_complete',
      entity: { textQuery: { text: 'red shoes blue shirts' } },
    });
  });

  t.test('at shutdown every client has its answer, then 1001', async (t) => {
    const service = await startSocketService(t);
    const token = await service.sessionToken();
    const [idle, busy] = [await service.connect(), await service.connect()];
    const { reached, go } = service.transcriber.holdFinish();
    busy.sendJson(request(token));
    busy.sendAudio(speak('red shoes'));
    busy.endAudio();
    t.match(await busy.nextJson(), { responseCode: 201 });
    await reached;
    const closing = service.sockets.close({ graceMs: 2_000 });
    t.equal(await idle.closeCode(), 1001);
    const late = await service.connect();
    t.equal(late.status, 503);
    go();
    t.match(await busy.nextJson(), { notificationType: 'query_complete' });
    t.equal(await busy.closeCode(), 1001);
    await closing;
    t.equal(service.sockets.size, 0);
  });

  t.test('at shutdown a client that does not answer the close is not waited for', async (t) => {
    const service = await startSocketService(t);
    const client = await service.connect();
    client.socket.pause();
    const startedMs = performance.now();
    await service.sockets.close({ graceMs: 8_000 });
    t.ok(performance.now() - startedMs < 6_000);
  });

  t.test('a client that goes on streaming is told when the grace time is over, then 1001', async (t) => {
    const service = await startSocketService(t);
    const client = await service.connect();
    client.sendJson(request(await service.sessionToken(), { headers: { 'X-Service-Ignore-Vad': true } }));
    client.sendAudio(speak('red shoes'));
    t.match(await client.nextJson(), { responseCode: 201 });
    await wait(20);
    const closing = service.sockets.close({ graceMs: 50 });
    t.match(await client.nextJson(), {
      notificationType: 'internal_server_error',
      entity: { code: 'shutting_down', retryAfterSeconds: 5 },
    });
    t.equal(await client.closeCode(), 1001);
    await closing;
  });
});

t.test('20 sockets stream at once: each has its own answer', async (t) => {
  const service = await startSocketService(t);
  const words = ['show', 'me', 'red', 'blue', 'shoes', 'shirts', 'cheaper', 'under', 'fifty'];
  await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const client = await service.connect();
      const token = await service.sessionToken(`user${index}`);
      const text = [0, 1, 3].map((step) => words[(index + step) % 9]).join(' ');
      client.sendJson(request(token));
      const audio = speak(text, { silenceMs: 600 });
      for (let at = 0; at < audio.length; at += 1_600) {
        client.sendAudio(audio.subarray(at, at + 1_600));
        await wait(5);
      }
      const seen = [];
      while (seen.length < 3) seen.push(await client.nextJson());
      t.match(
        seen,
        [
          { responseCode: 201 },
          { notificationType: 'vad_stop' },
          { notificationType: 'query_complete', entity: { textQuery: { text } } },
        ],
        text,
      );
      client.destroy();
    }),
  );
  t.equal(service.transcriber.openStreams, 0);
});
