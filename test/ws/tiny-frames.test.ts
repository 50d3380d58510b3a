import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import t from 'tap';
import { speak } from '../query/energy-transcriber.js';
import { encodeFrame, opcode } from './frame-client.js';
import { request, startSocketService } from './socket-service.js';

/** Each byte in a frame of its own, masked with zeros; what would end the audio is a neighbour of it. */
function byteFrames(audio: Buffer): Buffer {
  const head = [0x80 | opcode.binary, 0x81, 0, 0, 0, 0];
  return Buffer.from([...audio].flatMap((byte) => [...head, byte === 4 ? 5 : byte]));
}

function emptyFrames(count: number): Buffer {
  return Buffer.concat(Array.from({ length: count }, () => encodeFrame(opcode.binary, '')));
}

/** A service whose queries wait to be created or for their first audio to be written until `go` is called. */
async function startHeldService(t: Parameters<typeof startSocketService>[0], held: 'create' | 'write') {
  const service = await startSocketService(t);
  const { create, openAudio } = service.queryService;
  let go = () => {};
  const gone = new Promise<void>((resolve) => {
    go = resolve;
  });
  let writes = 0;
  service.queryService.create = async (...args) => {
    if (held === 'create') await gone;
    return create.apply(service.queryService, args);
  };
  service.queryService.openAudio = async (...args) => {
    const upload = await openAudio.apply(service.queryService, args);
    const write = upload.write.bind(upload);
    upload.write = async (bytes) => {
      writes++;
      if (held === 'write') await gone;
      return write(bytes);
    };
    return upload;
  };
  const connected = once(service.http.server, 'connection');
  const client = await service.connect();
  const [incoming] = (await connected) as [Socket];
  client.sendJson(request(await service.sessionToken(), { headers: { 'X-Service-Ignore-Vad': 'true' } }));
  return { client, incoming, go: () => go(), writes: () => writes };
}

t.test('tiny frames are counted for what they cost, and joined', async (t) => {
  for (const held of ['create', 'write'] as const) {
    const { client, incoming, go, writes } = await startHeldService(t, held);
    const audio = speak('red shoes', { silenceMs: 1_500 });
    const frames = byteFrames(audio);
    client.socket.write(frames);
    client.endAudio();
    await wait(300);
    t.ok(incoming.bytesRead < frames.length / 2, `${held}: most of it was not read: ${incoming.bytesRead}`);
    go();
    t.match(await client.nextJson(), { responseCode: 201 });
    t.match(await client.nextJson(), {
      notificationType: 'query_complete',
      entity: { textQuery: { text: 'red shoes' } },
    });
    t.ok(writes() < audio.length / 100, `${writes()} writes for ${audio.length} frames`);
  }
});

t.test('empty frames change nothing and are not kept', async (t) => {
  for (const held of ['create', 'write'] as const) {
    const { client, go, writes } = await startHeldService(t, held);
    client.socket.write(emptyFrames(1));
    client.sendAudio(speak('red'), 64_000);
    client.socket.write(emptyFrames(2_000));
    client.sendAudio(speak('shoes'), 64_000);
    client.socket.write(emptyFrames(2_000));
    client.endAudio();
    await wait(100);
    go();
    t.match(await client.nextJson(), { responseCode: 201 });
    t.match(await client.nextJson(), {
      notificationType: 'query_complete',
      entity: { textQuery: { text: 'red shoes' } },
    });
    t.ok(writes() <= 2, `${held}: ${writes()} writes`);
  }
});

t.test('empty frames and nothing else are an upload without audio', async (t) => {
  const service = await startSocketService(t);
  const client = await service.connect();
  client.sendJson(request(await service.sessionToken()));
  client.socket.write(emptyFrames(3));
  client.endAudio();
  t.match(await client.nextJson(), { responseCode: 201 });
  t.match(await client.nextJson(), { notificationType: 'client_error', entity: { code: 'empty_audio' } });
});

t.test('who sends frames without end leaves the event loop to others', async (t) => {
  const { client, incoming, go } = await startHeldService(t, 'create');
  go();
  t.match(await client.nextJson(), { responseCode: 201 });
  let [inTurn, most, total] = [0, 0, 0];
  incoming.on('data', (data) => {
    if (inTurn === 0) {
      setImmediate(() => {
        inTurn = 0;
      });
    }
    inTurn += data.length;
    total += data.length;
    most = Math.max(most, inTurn);
  });
  const frames = Buffer.concat(Array(300_000).fill(encodeFrame(opcode.binary, '')));
  client.socket.write(frames);
  while (total < frames.length && !client.isClosed) await wait(20);
  t.ok(most <= 3 * 65_536, `${most} of ${frames.length} bytes were read in one turn`);
});
