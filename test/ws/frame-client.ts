import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import type { Json } from '../http/raw-client.js';

export const opcode = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

export interface Frame {
  opcode: number;
  fin: boolean;
  payload: Buffer;
}

export interface FrameOptions {
  fin?: boolean;
  /** Clients must mask; a test may not. */
  masked?: boolean;
  /** Reserved bits. */
  rsv?: number;
}

/** A frame as RFC 6455 section 5.2 has it, well formed or not. */
export function encodeFrame(code: number, payload: Buffer | string, options: FrameOptions = {}): Buffer {
  const { fin = true, masked = true, rsv = 0 } = options;
  const body = Buffer.from(payload as string);
  const first = (fin ? 0x80 : 0) | (rsv << 4) | code;
  let head: Buffer;
  if (body.length < 126) {
    head = Buffer.from([first, body.length]);
  } else if (body.length < 65_536) {
    head = Buffer.from([first, 126, 0, 0]);
    head.writeUInt16BE(body.length, 2);
  } else {
    head = Buffer.from([first, 127, 0, 0, 0, 0, 0, 0, 0, 0]);
    head.writeBigUInt64BE(BigInt(body.length), 2);
  }
  if (!masked) return Buffer.concat([head, body]);
  head[1] |= 0x80;
  const mask = randomBytes(4);
  return Buffer.concat([head, mask, body.map((byte, index) => byte ^ mask[index % 4])]);
}

/** The other side of a socket, frame by frame, with nothing in between that mends or checks. */
export class FrameClient {
  /** All frames so far. */
  readonly frames: Frame[] = [];
  readonly socket: Socket;
  handshake = '';
  isClosed = false;
  #unparsed = Buffer.alloc(0);
  #unread = 0;
  #waiting = new Set<() => void>();

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (data) => this.#take(data));
    socket.on('error', () => {});
    socket.on('close', () => {
      this.isClosed = true;
      this.#changed();
    });
  }

  /** Resolves when the answer to the upgrade is there; `handshake` has it. */
  static async connect(
    port: number,
    { path = '/websocketapi', headers = {} }: { path?: string; headers?: Record<string, string> } = {},
  ): Promise<FrameClient> {
    const client = new FrameClient(connect(port, '127.0.0.1'));
    const lines = Object.entries({
      Host: `127.0.0.1:${port}`,
      Upgrade: 'websocket',
      Connection: 'Upgrade',
      'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
      'Sec-WebSocket-Version': '13',
      ...headers,
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    client.socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
    await client.#until(() => client.handshake !== '');
    return client;
  }

  get status(): number {
    return Number(this.handshake.split(' ')[1]);
  }

  send(code: number, payload: Buffer | string, options?: FrameOptions): void {
    this.socket.write(encodeFrame(code, payload, options));
  }

  sendJson(message: unknown): void {
    this.send(opcode.text, JSON.stringify(message));
  }

  sendAudio(bytes: Buffer, frameBytes = 1_024): void {
    for (let at = 0; at < bytes.length; at += frameBytes) {
      this.send(opcode.binary, bytes.subarray(at, at + frameBytes));
    }
  }

  endAudio(): void {
    this.send(opcode.binary, Buffer.from([4]));
  }

  /** The next frame that is not a ping. */
  async next(): Promise<Frame> {
    for (;;) {
      await this.#until(() => this.frames.length > this.#unread);
      const frame = this.frames[this.#unread++];
      if (frame.opcode !== opcode.ping) return frame;
    }
  }

  /** The next message, which must be one. */
  async nextJson(): Promise<Json> {
    const frame = await this.next();
    if (frame.opcode !== opcode.text)
      throw new Error(`a frame with opcode ${frame.opcode} came: ${frame.payload}`);
    return JSON.parse(frame.payload.toString('utf8'));
  }

  /** The code that the service closes with; what comes before is passed over. */
  async closeCode(): Promise<number | 'dropped'> {
    try {
      for (;;) {
        const frame = await this.next();
        if (frame.opcode === opcode.close)
          return frame.payload.length < 2 ? 1005 : frame.payload.readUInt16BE(0);
      }
    } catch (error) {
      if (this.isClosed) return 'dropped';
      throw error;
    }
  }

  /** Whether nothing comes for so long. */
  async staysSilent(ms = 60): Promise<boolean> {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return this.frames.slice(this.#unread).every((frame) => frame.opcode === opcode.ping);
  }

  destroy(): void {
    this.socket.destroy();
  }

  #take(data: Buffer): void {
    this.#unparsed = Buffer.concat([this.#unparsed, data]);
    if (this.handshake === '') {
      const end = this.#unparsed.indexOf('\r\n\r\n');
      if (end < 0) return;
      this.handshake = this.#unparsed.subarray(0, end + 4).toString('latin1');
      this.#unparsed = this.#unparsed.subarray(end + 4);
    }
    while (this.status === 101) {
      const frame = this.#parse();
      if (!frame) break;
      this.frames.push(frame);
      if (frame.opcode === opcode.close && !this.socket.destroyed) this.send(opcode.close, frame.payload);
    }
    this.#changed();
  }

  /** The body of a refusal, once all of it has come. */
  async refusal(): Promise<Json> {
    const length = Number(/\r\ncontent-length: (\d+)\r/i.exec(this.handshake)?.[1]);
    await this.#until(() => this.#unparsed.length >= length);
    return JSON.parse(this.#unparsed.toString('utf8'));
  }

  #parse(): Frame | undefined {
    const data = this.#unparsed;
    if (data.length < 2) return undefined;
    if (data[1] & 0x80) throw new Error('a service must not mask');
    let length = data[1] & 0x7f;
    let at = 2;
    if (length === 126) {
      if (data.length < 4) return undefined;
      length = data.readUInt16BE(2);
      at = 4;
    } else if (length === 127) {
      if (data.length < 10) return undefined;
      length = Number(data.readBigUInt64BE(2));
      at = 10;
    }
    if (data.length < at + length) return undefined;
    this.#unparsed = data.subarray(at + length);
    return {
      opcode: data[0] & 0x0f,
      fin: (data[0] & 0x80) !== 0,
      payload: Buffer.from(data.subarray(at, at + length)),
    };
  }

  #changed(): void {
    for (const check of [...this.#waiting]) check();
  }

  #until(isTrue: () => boolean, timeoutMs = 5_000): Promise<void> {
    if (isTrue()) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const settle = (done: () => void) => {
        clearTimeout(timer);
        this.#waiting.delete(check);
        done();
      };
      const check = () => {
        if (isTrue()) settle(resolve);
        else if (this.isClosed) settle(() => reject(new Error('the connection was closed')));
      };
      const timer = setTimeout(
        () => settle(() => reject(new Error(`nothing came in ${timeoutMs} ms`))),
        timeoutMs,
      );
      this.#waiting.add(check);
    });
  }
}
