// Sockets that one side does not read for a while, and what is kept for them meanwhile.
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { speak } from '../query/energy-transcriber.js';
import { encodeFrame, type FrameClient, opcode } from './frame-client.js';
import { complete, request, type SocketService, startSocketService } from './socket-service.js';

/** A client, and how its connection is seen by the service. */
async function connectSeen(service: SocketService): Promise<{ client: FrameClient; incoming: Socket }> {
  const connected = once(service.http.server, 'connection');
  const client = await service.connect();
  const [incoming] = (await connected) as [Socket];
  return { client, incoming };
}

/** Has each call of a method wait until `go`. */
function hold<Name extends string>(
  target: Record<Name, (...args: never[]) => Promise<unknown>>,
  name: Name,
): () => void {
  const method = target[name];
  let go!: () => void;
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  target[name] = async (...args) => {
    await gate;
    return method.apply(target, args);
  };
  return go;
}

/** Resolves when the service has read so many bytes. */
async function isRead(incoming: Socket, bytes: number): Promise<void> {
  while (incoming.bytesRead < bytes) await wait(5);
}

const unfinished = (bytes: number) => encodeFrame(opcode.binary, Buffer.alloc(bytes)).subarray(0, -1);

t.test('whose audio is held back is not dropped because its pongs are not read', async (t) => {
  const service = await startSocketService(t, {
    sockets: { limits: { queuedAudioBytes: 8_192, pingMs: 250 } },
  });
  const token = await service.sessionToken();
  const { client, incoming } = await connectSeen(service);
  const pinged = async (times: number) => {
    const pings = () => client.frames.filter((frame) => frame.opcode === opcode.ping).length;
    while (pings() < times && !client.isClosed) await wait(5);
  };
  await pinged(1);
  const go = hold(service.queryService, 'create');
  client.sendJson(request(token, { headers: { 'X-Service-Ignore-Vad': 'true' } }));
  client.sendAudio(speak('red shoes'));
  while (!incoming.isPaused() && !client.isClosed) await wait(5);
  const pongs = setInterval(() => client.send(opcode.pong, ''), 20);
  t.teardown(() => clearInterval(pongs));
  await pinged(3);
  t.equal(service.sockets.size, 1);
  client.endAudio();
  go();
  t.match(await client.nextJson(), { responseCode: 201 });
  t.match(await complete(client), { entity: { textQuery: { text: 'red shoes' } } });
});

t.test('who has shown no token and sends too much', async (t) => {
  const isDropped = async (t: Test, { client, incoming }: Awaited<ReturnType<typeof connectSeen>>) => {
    t.equal(await client.closeCode(), 1009);
    client.socket.write(Buffer.alloc(4_000_000));
    t.equal(await client.closeCode(), 'dropped');
    t.ok(incoming.bytesRead < 1_000_000, `what it sends further is not read: ${incoming.bytesRead}`);
  };

  await t.test('is told why, and not waited for', async (t) => {
    const service = await startSocketService(t);
    const seen = await connectSeen(service);
    seen.client.socket.write(unfinished(500_000));
    await isDropped(t, seen);
  });

  await t.test('is judged when its request has been refused, though nothing more comes', async (t) => {
    const service = await startSocketService(t);
    const go = hold(service.tokens, 'exchange');
    const seen = await connectSeen(service);
    const { client, incoming } = seen;
    client.sendJson(request('not-a-token', { restUri: '/tokens', entity: null }));
    client.socket.write(unfinished(500_000));
    await isRead(incoming, 500_000);
    go();
    t.match(await client.nextJson(), { responseCode: 403 });
    await isDropped(t, seen);
  });

  await t.test('is not judged while another of its requests is worked on', async (t) => {
    const service = await startSocketService(t);
    const go = hold(service.queryService, 'create');
    const { client, incoming } = await connectSeen(service);
    client.sendJson(request('not-a-token'));
    client.sendJson(request(await service.sessionToken(), { headers: { 'X-Service-Ignore-Vad': 'true' } }));
    t.match(await client.nextJson(), { responseCode: 401 });
    const audio = Buffer.concat([speak('red shoes'), Buffer.alloc(500_000)]);
    const frame = encodeFrame(opcode.binary, audio);
    client.socket.write(frame.subarray(0, -1));
    await isRead(incoming, audio.length);
    go();
    t.match(await client.nextJson(), { responseCode: 201 });
    client.socket.write(frame.subarray(-1));
    client.endAudio();
    t.match(await complete(client), { entity: { textQuery: { text: 'red shoes' } } });
  });
});

t.test('at shutdown a client that takes no goodbye is cut', { timeout: 10_000 }, async (t) => {
  const service = await startSocketService(t);
  const deaf = await service.connect();
  deaf.socket.pause();
  await service.sockets.close({ graceMs: 20 });
  t.equal(service.sockets.size, 0);
});
