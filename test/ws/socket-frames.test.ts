import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import t from 'tap';
import { speak } from '../query/energy-transcriber.js';
import { encodeFrame, type FrameClient, opcode } from './frame-client.js';
import { request, startSocketService } from './socket-service.js';

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
