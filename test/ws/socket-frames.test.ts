import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import fc from 'fast-check';
import t from 'tap';
import { isOriginAllowed } from '../../src/ws/index.js';
import { speak } from '../query/energy-transcriber.js';
import { encodeFrame, type FrameClient, opcode } from './frame-client.js';
import { request, startSocketService } from './socket-service.js';

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

t.test('frames (RFC 6455)', async (t) => {
  const service = await startSocketService(t, { sockets: { limits: { messageBytes: 16_384 } } });
  const token = await service.sessionToken();
  const create = JSON.stringify(request(token));

  t.test('messages in fragments, with control frames in between', async (t) => {
    const client = await service.connect();
    client.send(opcode.text, create.slice(0, 10), { fin: false });
    client.send(opcode.ping, 'are you there');
    client.send(opcode.continuation, create.slice(10, 50), { fin: false });
    client.send(opcode.continuation, '', { fin: false });
    client.send(opcode.pong, 'unasked');
    client.send(opcode.continuation, create.slice(50));
    t.match(await client.next(), { opcode: opcode.pong, payload: Buffer.from('are you there') });
    t.match(await client.nextJson(), { responseCode: 201 });

    const audio = speak('red shoes', { silenceMs: 600 });
    for (let at = 0; at < audio.length; at += 6_000) {
      const part = audio.subarray(at, at + 6_000);
      client.send(opcode.binary, part.subarray(0, 1), { fin: false });
      client.send(opcode.ping, 'p');
      client.send(opcode.continuation, part.subarray(1, 999), { fin: false });
      client.send(opcode.continuation, part.subarray(999));
    }
    const messages = [];
    while (messages.length < 2) {
      const frame = await client.next();
      if (frame.opcode === opcode.text) messages.push(JSON.parse(frame.payload.toString()));
    }
    t.match(messages, [
      { notificationType: 'vad_stop' },
      { notificationType: 'query_complete', entity: { textQuery: { text: 'red shoes' } } },
    ]);
    client.destroy();
  });

  t.test('the byte that ends the audio counts in a frame of its own, fragmented or not', async (t) => {
    const client = await service.connect();
    client.send(opcode.text, create);
    client.sendAudio(speak('show'));
    client.send(opcode.binary, Buffer.from([4, 4]));
    client.sendAudio(speak('me'));
    client.send(opcode.binary, '', { fin: false });
    client.send(opcode.continuation, Buffer.from([4]));
    t.match(await client.nextJson(), { responseCode: 201 });
    t.match(await client.nextJson(), {
      notificationType: 'query_complete',
      entity: { textQuery: { text: 'show me' } },
    });
    client.destroy();
  });

  t.test('bytes that arrive one by one', async (t) => {
    const client = await service.connect();
    client.socket.setNoDelay(true);
    for (const byte of encodeFrame(opcode.text, create)) {
      client.socket.write(Buffer.from([byte]));
      if (byte % 8 === 0) await wait(0);
    }
    t.match(await client.nextJson(), { responseCode: 201 });
    client.destroy();
  });

  const violations: [string, number, (client: FrameClient) => void][] = [
    ['an unmasked frame', 1002, (client) => client.send(opcode.text, create, { masked: false })],
    ['a reserved bit', 1002, (client) => client.send(opcode.text, create, { rsv: 4 })],
    [
      'a compressed frame that was not agreed on',
      1002,
      (client) => client.send(opcode.binary, 'x', { rsv: 4 }),
    ],
    ['an unknown opcode', 1002, (client) => client.send(3, 'x')],
    ['an unknown control opcode', 1002, (client) => client.send(11, 'x')],
    ['a continuation of nothing', 1002, (client) => client.send(opcode.continuation, 'x')],
    [
      'a new message inside of another',
      1002,
      (client) => {
        client.send(opcode.text, 'x', { fin: false });
        client.send(opcode.text, 'y');
      },
    ],
    ['a fragmented ping', 1002, (client) => client.send(opcode.ping, 'x', { fin: false })],
    ['a ping of 126 bytes', 1002, (client) => client.send(opcode.ping, Buffer.alloc(126))],
    ['text that is not UTF-8', 1007, (client) => client.send(opcode.text, Buffer.from([0xc3, 0x28]))],
    [
      'text that is cut inside of a character',
      1007,
      (client) => client.send(opcode.text, Buffer.from([0xe2, 0x82])),
    ],
    ['a frame over the limit', 1009, (client) => client.send(opcode.binary, Buffer.alloc(16_385))],
    [
      'fragments over the limit together',
      1009,
      (client) => {
        client.send(opcode.binary, Buffer.alloc(10_000), { fin: false });
        client.send(opcode.continuation, Buffer.alloc(10_000));
      },
    ],
    [
      'a length of 2^63',
      1009,
      (client) =>
        client.socket.write(Buffer.from([0x82, 0xff, 0x7f, 255, 255, 255, 255, 255, 255, 255, 1, 2, 3, 4])),
    ],
    ['a close frame of one byte', 1002, (client) => client.send(opcode.close, 'x')],
    [
      'a close code that may not be sent',
      1002,
      (client) => client.send(opcode.close, Buffer.from([0x03, 0xed])),
    ],
    [
      'a close reason that is not UTF-8',
      1007,
      (client) => client.send(opcode.close, Buffer.from([3, 232, 0xc3, 0x28])),
    ],
  ];
  for (const [what, code, violate] of violations) {
    t.test(`${what}: ${code}`, async (t) => {
      const client = await service.connect();
      violate(client);
      t.equal(await client.closeCode(), code);
      client.destroy();
    });
  }

  t.test('a message of just the limit is taken; a close is echoed', async (t) => {
    const client = await service.connect();
    client.send(opcode.text, create.padEnd(16_384));
    t.match(await client.nextJson(), { responseCode: 201 });
    client.send(opcode.close, Buffer.from([0x03, 0xe8]));
    t.equal(await client.closeCode(), 1000);
  });

  t.test('whatever comes, the answer is a defined one and others are unharmed', async (t) => {
    const healthy = await service.connect();
    const anyFrame = fc.record({
      code: fc.integer({ min: 0, max: 15 }),
      payload: fc.oneof(
        fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
        fc.json().map((json) => Buffer.from(json)),
        fc
          .record({
            type: fc.constant('request'),
            requestId: fc.anything(),
            method: fc.anything(),
            restUri: fc.string(),
            headers: fc.anything(),
          })
          .map((message) => Buffer.from(JSON.stringify(message))),
      ),
      fin: fc.boolean(),
      masked: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
      rsv: fc.integer({ min: 0, max: 20 }).map((n) => (n > 7 ? 0 : n)),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyFrame, { minLength: 1, maxLength: 8 }), async (frames) => {
        const client = await service.connect();
        for (const { code, payload, ...options } of frames) client.send(code, payload, options);
        // A masked pong is always legal; a close ends whatever is still open.
        client.send(opcode.close, Buffer.from([0x03, 0xe8]));
        const code = await client.closeCode();
        client.destroy();
        return (
          [1000, 1001, 1002, 1005, 1007, 1009].includes(code as number) ||
          code === 'dropped' ||
          code >= 3000 ||
          code === 1003
        );
      }),
      { numRuns: 60 },
    );
    healthy.send(opcode.text, create);
    t.match(await healthy.nextJson(), { responseCode: 201 });
    healthy.destroy();
  });
});

t.test('the upgrade', async (t) => {
  const service = await startSocketService(t, {
    http: { basePath: '/voice' },
    sockets: { basePath: '/voice', origins: ['https://shop.example'], limits: { connections: 3 } },
  });
  const host = `127.0.0.1:${service.port}`;
  const refused = async (options: Parameters<typeof service.connect>[0], status: number, code: string) => {
    const client = await service.connect(options);
    t.equal(client.status, status, JSON.stringify(options));
    t.match(client.handshake, /content-type: application\/problem\+json/i);
    t.match(client.handshake, /sec-websocket-version: 13\r/i);
    await wait(10);
    t.equal(JSON.parse(client.body).code, code);
    t.match(client.handshake, /\r\ndate: [^\r]+ GMT\r/i);
    t.notMatch(client.handshake, /access-control/i);
    client.destroy();
  };
  await refused({ path: '/elsewhere' }, 404, 'not_found');
  await refused({ path: '/websocketapi/x' }, 404, 'not_found');
  await refused({ headers: { Origin: 'https://evil.example' } }, 403, 'forbidden');
  await refused({ headers: { Origin: 'null' } }, 403, 'forbidden');
  await refused({ headers: { 'Sec-WebSocket-Version': '14' } }, 400, 'invalid_header');
  await refused({ headers: { 'Sec-WebSocket-Key': 'short' } }, 400, 'invalid_header');
  await refused({ headers: { 'Sec-WebSocket-Protocol': 'a, a' } }, 400, 'invalid_header');
  await refused({ headers: { host: 'second.example' } }, 400, 'invalid_header');
  await refused({ headers: { Origin: `http://${host}.evil.example` } }, 403, 'forbidden');
  const taken = [
    await service.connect({ path: '/voice/websocketapi', headers: { Origin: `http://${host}` } }),
    await service.connect({ path: '/websocketapi/?x=1', headers: { Origin: 'https://shop.example' } }),
    await service.connect({ path: `http://${host}/voice/websocketapi` }),
  ];
  t.strictSame(
    taken.map(({ status }) => status),
    [101, 101, 101],
  );
  await refused({}, 503, 'overloaded');
  t.strictSame(
    service.socketLog.filter(({ msg }) => /^socket refused/.test(String(msg))).map(({ status }) => status),
    [404, 404, 403, 403, 400, 400, 400, 400, 403, 503],
  );
  t.match(service.socketLog, [
    {},
    {},
    { level: 40, origin: 'https://evil.example', code: 'forbidden', requestId: String, msg: /cors\.origins/ },
  ]);
  const token = await service.sessionToken();
  taken[0].sendJson(request(token, { restUri: '/voice/queries' }));
  const { entity } = await taken[0].nextJson();
  taken[0].sendJson(request(token, { method: 'GET', restUri: entity._links.self.href, entity: null }));
  t.match(await taken[0].nextJson(), { responseCode: 200, entity: { id: entity.id } });
  taken[0].destroy();
  await wait(20);
  const next = await service.connect({ headers: { 'X-Request-Id': 'till 7' } });
  t.equal(next.status, 101, 'a place that was given up is free again');
  t.match(next.handshake, /\r\nx-request-id: till7\r\n/i);
  t.match(taken[0].handshake, /\r\nx-request-id: [0-9a-f-]{36}\r\n/i);
});

t.test('a socket is opened after the answer to what came before on its connection', async (t) => {
  const service = await startSocketService(t);
  const authorization = `Host: a\r\nAuthorization: Bearer ${await service.sessionToken()}\r\n`;
  for (const [path, then] of [
    ['/websocketapi', /^HTTP\/1\.1 200 .*HTTP\/1\.1 101 .*"not_found"/s],
    ['/elsewhere', /^HTTP\/1\.1 200 .*HTTP\/1\.1 404 /s],
  ] as const) {
    const socket = connect(service.port, '127.0.0.1');
    t.teardown(() => socket.destroy());
    let received = '';
    socket.on('data', (data) => {
      received += data.toString('latin1');
    });
    const message = encodeFrame(opcode.text, JSON.stringify(request(undefined, { restUri: '/nowhere' })));
    socket.write(
      `GET /conversations HTTP/1.1\r\n${authorization}\r\n` +
        `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    );
    socket.write(message);
    for (let waited = 0; !then.test(received) && waited < 1_000; waited += 10) await wait(10);
    t.match(received, then);
  }
});

t.test('an offer of another protocol is no reason not to answer', async (t) => {
  // Java's HttpClient and curl --http2 make it with every first request.
  const service = await startSocketService(t);
  const token = await service.sessionToken();
  const socket = connect(service.port, '127.0.0.1');
  t.teardown(() => socket.destroy());
  let received = '';
  socket.on('data', (data) => {
    received += data;
  });
  const body = JSON.stringify({ locale: 'en-US', textQuery: { text: 'red shoes' } });
  const offer = `Host: 127.0.0.1:${service.port}\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n`;
  socket.write(
    `POST /queries HTTP/1.1\r\n${offer}Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 9)}`,
  );
  await wait(30);
  socket.write(body.slice(9));
  while (!received.includes('"newSearch"')) await once(socket, 'data');
  t.match(received, /^HTTP\/1\.1 201 /);
  t.match(received, /connection: keep-alive/i);
  received = '';
  socket.write(`GET /health HTTP/1.1\r\n${offer}\r\n`);
  await once(socket, 'data');
  t.match(received, /^HTTP\/1\.1 200 /, 'the connection goes on');
  received = '';
  const get = (headers: string) => `GET /health HTTP/1.1\r\n${headers}\r\n`;
  socket.write(get(offer) + get('Host: a\r\n') + get(offer) + get('Host: a\r\n'));
  while ((received.match(/"ok"/g) ?? []).length < 4) await once(socket, 'data');
});

t.test('which origins may connect', async (t) => {
  const allowed = (origin: string | undefined, host: string, options = {}, more = {}) =>
    isOriginAllowed({ origin, host, ...more }, options);
  t.ok(allowed(undefined, 'a:8080'), 'programs that are no browser');
  t.ok(allowed('http://a:8080', 'a:8080'));
  t.ok(allowed('https://a', 'a:443'));
  t.ok(allowed('https://A.example', 'a.EXAMPLE'));
  t.notOk(allowed('http://a:8081', 'a:8080'), 'another port is another origin');
  t.notOk(allowed('http://b', 'a'));
  t.notOk(allowed('nonsense', 'a'));
  t.notOk(allowed('http://a', ''));
  t.ok(allowed('http://b', 'a', { origins: ['*'] }));
  t.ok(allowed('https://b.example', 'a', { origins: ['https://b.example'] }));
  t.notOk(allowed('http://b.example', 'a', { origins: ['https://b.example'] }));
  const forwarded = { 'x-forwarded-host': 'shop.example' };
  t.notOk(allowed('https://shop.example', 'inner', {}, forwarded), 'not believed unless told to');
  t.ok(allowed('https://shop.example', 'inner', { trustProxy: true }, forwarded));
});

t.test('limits', async (t) => {
  t.test('an idle connection is closed with 1001, one that waits for an answer is not', async (t) => {
    const service = await startSocketService(t, { sockets: { limits: { idleMs: 150 } } });
    const token = await service.sessionToken();
    const idle = await service.connect();
    const busy = await service.connect();
    let go = () => {};
    service.transcriber.beforeFinish = () =>
      new Promise((resolve) => {
        go = resolve;
      });
    busy.sendJson(request(token));
    busy.sendAudio(speak('red'));
    busy.endAudio();
    t.match(await busy.nextJson(), { responseCode: 201 });
    const pinging = await service.connect();
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
    let go = () => {};
    service.transcriber.beforeFinish = () =>
      new Promise((resolve) => {
        go = resolve;
      });
    busy.sendJson(request(token));
    busy.sendAudio(speak('red shoes'));
    busy.endAudio();
    t.match(await busy.nextJson(), { responseCode: 201 });
    await wait(20);
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
      entity: { code: 'shutting_down' },
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
