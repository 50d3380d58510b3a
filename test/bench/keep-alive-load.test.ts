import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import { keepAliveLoad } from '../../bench/keep-alive-load.js';

async function serve(t: Test, listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/things?of=1`;
}

t.test('every connection asks at least once, with the headers, and waits for the whole answer', async (t) => {
  const seen: unknown[] = [];
  const url = await serve(t, ({ url, method, headers }, response) => {
    seen.push([method, url, headers.accept]);
    response.writeHead(200, { 'content-length': 5 }).write('12');
    setImmediate(() => response.end('345'));
  });
  const load = { url, headers: { accept: 'text/plain' }, connections: 3, seconds: 0 };
  t.equal((await keepAliveLoad(load)).length, 3);
  t.strictSame(seen, Array(3).fill(['GET', '/things?of=1', 'text/plain']));
});

t.test('a connection is used again as long as there is time', async (t) => {
  const sockets = new Set<unknown>();
  let requests = 0;
  const url = await serve(t, ({ socket }, response) => {
    sockets.add(socket);
    requests++;
    response.end('x'.repeat(100_000));
  });
  const times = await keepAliveLoad({ url, headers: {}, connections: 1, seconds: 0.2 });
  t.equal(sockets.size, 1);
  t.equal(times.length, requests);
});

t.test('anything but an answer with status 200 ends it', async (t) => {
  const load = { headers: {}, connections: 2, seconds: 0 };
  const refusing = await serve(t, (_, response) => response.writeHead(429).end('slower'));
  await t.rejects(keepAliveLoad({ ...load, url: refusing }), { message: /things.*429/ });
  const closing = await serve(t, ({ socket }) => socket.end());
  await t.rejects(keepAliveLoad({ ...load, url: closing }), { message: /things.*closed/ });
});
