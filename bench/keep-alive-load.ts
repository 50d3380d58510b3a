import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** What is asked for, over and over. */
export interface Asked {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Kept open, each with one request at a time. */
  connections: number;
  seconds: number;
}

/** @returns how long each answer took, in milliseconds */
export async function keepAliveLoad({ url, headers, connections, seconds }: Asked): Promise<number[]> {
  const { host, hostname, port, pathname, search } = new URL(url);
  const head = [`GET ${pathname}${search} HTTP/1.1`, `Host: ${host}`]
    .concat(Object.entries(headers).map(([name, value]) => `${name}: ${value}`))
    .join('\r\n');
  const asked = Buffer.from(`${head}\r\n\r\n`);
  const timesMs: number[] = [];
  const endMs = performance.now() + seconds * 1000;
  const ask = async () => {
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.setNoDelay(true);
    try {
      await askAgain(socket, asked, endMs, timesMs);
    } catch (error) {
      throw new Error(`${url}: ${(error as Error).message}`);
    } finally {
      socket.destroy();
    }
  };
  await Promise.all(Array.from({ length: connections }, ask));
  return timesMs;
}

/**
 * Only the status and the length of an answer are looked at, without Node's HTTP client: that takes longer for an answer
 * than the server does, and the rate would be its own.
 */
function askAgain(socket: Socket, asked: Buffer, endMs: number, timesMs: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let head = '';
    let missingBytes = 0;
    let startedMs = performance.now();
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the connection was closed')));
    socket.on('data', (bytes) => {
      if (missingBytes > 0) missingBytes -= bytes.length;
      else {
        head += bytes.toString('latin1');
        const headEnd = head.indexOf('\r\n\r\n');
        if (headEnd === -1) return;
        const length = /\r\ncontent-length: (\d+)\r\n/i.exec(head.slice(0, headEnd + 2));
        if (!head.startsWith('HTTP/1.1 200 ') || length === null)
          return reject(new Error(`not an answer of a known length with status 200: ${head}`));
        missingBytes = headEnd + 4 + Number(length[1]) - head.length;
      }
      if (missingBytes > 0) return;
      const nowMs = performance.now();
      timesMs.push(nowMs - startedMs);
      if (nowMs >= endMs) return resolve();
      [head, startedMs] = ['', nowMs];
      socket.write(asked);
    });
    socket.write(asked);
  });
}
