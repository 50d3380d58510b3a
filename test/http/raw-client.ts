import { connect, type Socket } from 'node:net';

// biome-ignore lint/suspicious/noExplicitAny: tests look freely into answers
export type Json = any;

export interface RawResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
  json(): Json;
}

/** A connection that sends exactly the bytes it is given and parses what comes back, answer by answer. */
export class RawClient {
  readonly socket: Socket;
  readonly closed: Promise<void>;
  #received = Buffer.alloc(0);
  #isClosed = false;
  #wake: () => void = () => {};

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (chunk) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#wake();
    });
    socket.on('error', () => {});
    this.closed = new Promise((resolve) => {
      socket.on('close', () => {
        this.#isClosed = true;
        this.#wake();
        resolve();
      });
    });
  }

  static async open(port: number): Promise<RawClient> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const client = new RawClient(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
    return client;
  }

  /** Sends, and waits a turn so that the bytes of the next call travel alone. */
  async send(data: string | Uint8Array): Promise<void> {
    if (this.socket.writable) await new Promise<void>((resolve) => this.socket.write(data, () => resolve()));
    await new Promise((resolve) => setImmediate(resolve));
  }

  async sendChunk(bytes: Uint8Array): Promise<void> {
    await this.send(
      Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]),
    );
  }

  endChunks(): Promise<void> {
    return this.send('0\r\n\r\n');
  }

  /** The next answer; `100 Continue` is one. Rejects when the connection closes before it is whole. */
  async response(options: { head?: boolean } = {}): Promise<RawResponse> {
    const end = await this.#until(
      () => this.#received.indexOf('\r\n\r\n') >= 0 && this.#received.indexOf('\r\n\r\n'),
    );
    const [statusLine, ...lines] = this.#received.toString('latin1', 0, end).split('\r\n');
    this.#received = this.#received.subarray(end + 4);
    const headers: Record<string, string> = {};
    for (const line of lines) {
      const colon = line.indexOf(':');
      headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
    }
    const length = options.head ? 0 : Number(headers['content-length'] ?? 0);
    await this.#until(() => this.#received.length >= length && 1);
    const body = this.#received.toString('utf8', 0, length);
    this.#received = this.#received.subarray(length);
    return { status: Number(statusLine.split(' ')[1]), headers, body, json: () => JSON.parse(body) };
  }

  close(): void {
    this.socket.destroy();
  }

  async #until(condition: () => number | false): Promise<number> {
    while (true) {
      const value = condition();
      if (value !== false) return value;
      if (this.#isClosed) throw new Error(`closed; received ${JSON.stringify(this.#received.toString())}`);
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
