// A server of files as the public ones are, and as they are when things go wrong.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FileServer {
  url: string;
  /** Path and range of every request, in order. */
  requests: string[];
  close(): Promise<void>;
}

export interface FileServerOptions {
  /** Content by path, or what answers in its place. */
  files: Record<string, Uint8Array | ((request: IncomingMessage, response: ServerResponse) => void)>;
  /** Whether it can begin in the middle. @default true */
  hasRanges?: boolean;
}

export async function serveFiles({ files, hasRanges = true }: FileServerOptions): Promise<FileServer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const { range } = request.headers;
    requests.push(range === undefined ? path : `${path} ${range}`);
    const file = files[path];
    if (typeof file === 'function') return file(request, response);
    if (file === undefined) return response.writeHead(404).end('not here');
    const start = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
    if (!hasRanges || start === 0)
      return response.writeHead(200, { 'content-length': file.length }).end(file);
    if (start >= file.length)
      return response.writeHead(416, { 'content-range': `bytes */${file.length}` }).end();
    response.writeHead(206, {
      'content-length': file.length - start,
      'content-range': `bytes ${start}-${file.length - 1}/${file.length}`,
    });
    response.end(file.subarray(start));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** Answers with the first bytes of a file and, when a busy client has had the time to read them, cuts the connection. */
export function cutAfter(file: Uint8Array, bytes: number) {
  return (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { 'content-length': file.length });
    response.write(file.subarray(0, bytes), () => setTimeout(() => response.destroy(), 300));
  };
}

/** Answers with the first bytes of a file and then with no more. */
export function stallAfter(file: Uint8Array, bytes: number) {
  return (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { 'content-length': file.length });
    response.write(file.subarray(0, bytes));
  };
}
