import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import t from 'tap';
import { startSocketService } from '../ws/socket-service.js';
import { type Service, startService } from './service.js';

/** A connection that stays half open, and what is heard on it. */
function connectTo(port: number) {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const heard = { answer: '', isCut: false };
  socket.on('data', (chunk) => {
    heard.answer += chunk.toString('latin1');
  });
  socket.on('error', () => {
    heard.isCut = true;
  });
  return { socket, heard };
}

/** Sends a body that is refused by its head, piece by piece and whatever comes back. */
async function sendRefused(
  port: number,
  { headers, bytes }: { headers: string[]; bytes: number },
): Promise<{ answer: string; isCut: boolean }> {
  const { socket, heard } = connectTo(port);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const lines = ['POST /queries HTTP/1.1', 'Host: a', ...headers, `Content-Length: ${bytes}`];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  await pause(50);
  for (let sent = 0; sent < bytes && !socket.destroyed; sent += 10_000) {
    socket.write(Buffer.alloc(10_000));
    await pause(1);
  }
  socket.end();
  await closed;
  return heard;
}

function connectionsOf({ http }: Service): Promise<number> {
  return new Promise((resolve) => http.server.getConnections((_, count) => resolve(count)));
}

t.test('a client that still sends when it is answered can send on for a while', async (t) => {
  const service = await startService({ http: { limits: { drainBytes: 200_000, drainMs: 1_500 } } });
  t.teardown(() => service.close());
  for (const header of ['Connection: close', 'Expect: 100-continue', 'Connection: keep-alive']) {
    for (const [bytes, isCut] of [
      [100_000, false],
      [400_000, true],
    ] as const) {
      const sent = await sendRefused(service.port, { headers: [header], bytes });
      t.match(sent.answer, /^HTTP\/1.1 401 /, header);
      t.equal(sent.isCut, isCut, `${header}, ${bytes} bytes`);
      // a client that kept the connection would lose its next request with it
      if (isCut) t.match(sent.answer, /^Connection: close\r$/m, `${header}: the answer says so`);
    }
  }

  await t.test('and its connection is closed when it has sent all, or takes too long', async (t) => {
    const head = 'POST /queries HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 5\r\n\r\n';
    for (const [body, leastMs, mostMs] of [
      ['12345', 0, 1_000],
      ['123', 1_400, 10_000],
    ] as const) {
      const { socket } = connectTo(service.port);
      socket.write(head);
      await new Promise((resolve) => socket.once('end', resolve));
      const answeredMs = performance.now();
      socket.write(body);
      while ((await connectionsOf(service)) > 0) await pause(5);
      const tookMs = performance.now() - answeredMs;
      t.ok(tookMs >= leastMs && tookMs < mostMs, `${body} took ${Math.round(tookMs)} ms`);
      socket.destroy();
    }
  });
});

t.test('a connection that is refused is read and closed, whatever its client does', async (t) => {
  const service = await startSocketService(t);
  const upgrade = 'GET /nowhere HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
  for (const [name, head, status] of [
    ['an upgrade to nowhere', upgrade, 404],
    ['no HTTP', 'nonsense\r\n\r\n', 400],
    ['endless headers', `GET /health HTTP/1.1\r\nX-Endless: ${'x'.repeat(200_000)}`, 431],
  ] as const) {
    for (const isLeaving of [true, false]) {
      const { socket, heard } = connectTo(service.port);
      socket.write(head);
      await new Promise((resolve) => socket.once('end', resolve));
      for (let pieces = 0; pieces < 10; pieces++) {
        socket.write('x'.repeat(10_000));
        await pause(2);
      }
      if (isLeaving) socket.end();
      t.match(heard.answer, new RegExp(`^HTTP/1.1 ${status} `), name);
      t.notOk(heard.isCut, `${name}: may send on`);
      while ((await connectionsOf(service)) > 0) await pause(10);
      t.pass(`${name}: closed, ${isLeaving ? 'as the client has' : 'although the client has not'}`);
      socket.destroy();
    }
  }
});
