import { assertNotAborted } from './abort-signals.js';
import { ServiceError } from './service-error.js';
import type { NotificationMessage, ResponseMessage } from './wire.js';

export interface RequestMessage {
  method: string;
  restUri: string;
  headers: Record<string, string>;
  entity?: unknown;
  /** Called when the message has been handed to the socket: audio that follows belongs to it. */
  onSent?: () => void;
  timeoutMs: number;
  /** Once it is aborted the message is not sent any more. */
  signal?: AbortSignal;
}

interface Waiting {
  resolve(response: ResponseMessage): void;
  reject(error: ServiceError): void;
}

/** Waits before the second and later attempts to connect. */
const retryDelaysMs = [200, 800, 2000];
/** Between the attempts after these, for as long as somebody waits for a service that was there before. */
const patientDelayMs = 4000;
const connectTimeoutMs = 8000;

/** The socket to the service: opened when first needed, opened again after it was lost. */
export class Connection {
  onNotification: (message: NotificationMessage) => void = () => {};
  /** An open socket was lost. */
  onLost: () => void = () => {};
  onOpened: () => void = () => {};
  /** Whether words that were spoken wait for the service to come back. */
  isAwaited: () => boolean = () => false;
  /** Counts the sockets opened so far. */
  generation = 0;
  /** Why the last attempt to connect failed; undefined once one has succeeded. */
  failure: ServiceError | undefined;
  private socket: WebSocket | null = null;
  private opening: Promise<WebSocket> | null = null;
  /** Counts the calls of {@link close}: a socket that was being opened then is not wanted any more. */
  private closings = 0;
  private readonly waiting = new Map<string, Waiting>();
  private lastRequestId = 0;

  constructor(
    private readonly url: string,
    private readonly debug: (...args: unknown[]) => void,
  ) {}

  /**
   * Resolves with an open socket.
   * @throws ServiceError `connection_failed` after several attempts, `aborted` where it is closed meanwhile
   */
  open(): Promise<WebSocket> {
    if (this.socket && this.isOpen) return Promise.resolve(this.socket);
    if (!this.opening) {
      const opening = this.openWithRetries().finally(() => {
        if (this.opening === opening) this.opening = null;
      });
      this.opening = opening;
    }
    return this.opening;
  }

  private async openWithRetries(): Promise<WebSocket> {
    const { closings } = this;
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.openOnce(closings);
      } catch (error) {
        if (this.closings !== closings) throw new ServiceError('aborted', 'The session was closed.');
        this.failure = error as ServiceError;
        // An address that never answered is more likely to be wrong than to be answered later.
        const isPatient = this.generation > 0 && this.isAwaited();
        const delayMs = retryDelaysMs[attempt] ?? (isPatient ? patientDelayMs : undefined);
        const next = delayMs === undefined ? '' : `; again in ${delayMs} ms`;
        this.debug('Connecting to', this.url, 'failed', next);
        if (delayMs === undefined) throw error;
        await new Promise((resolve) => setTimeout(resolve, delayMs));
      }
    }
  }

  private openOnce(closings: number): Promise<WebSocket> {
    return new Promise((resolve, reject) => {
      const failed = (cause?: unknown) =>
        reject(
          new ServiceError('connection_failed', `The service at ${this.url} cannot be reached.`, { cause }),
        );
      let socket: WebSocket;
      try {
        socket = new WebSocket(this.url);
      } catch (error) {
        return failed(error);
      }
      socket.binaryType = 'arraybuffer';
      const timer = setTimeout(() => {
        failed();
        socket.close();
      }, connectTimeoutMs);
      socket.onopen = () => {
        clearTimeout(timer);
        if (this.closings !== closings) return socket.close();
        this.socket = socket;
        this.failure = undefined;
        this.generation++;
        this.debug('Connected to', this.url);
        resolve(socket);
        this.onOpened();
      };
      socket.onmessage = (event) => this.receive(event.data);
      // Where the page's own Content-Security-Policy forbids the connection, Chromium tells no more than this.
      socket.onerror = (event) => {
        clearTimeout(timer);
        failed(event);
      };
      socket.onclose = (event) => {
        clearTimeout(timer);
        failed(event);
        if (this.socket === socket) this.lost(`code ${event.code}${event.reason ? `, ${event.reason}` : ''}`);
      };
    });
  }

  private receive(data: unknown): void {
    if (typeof data !== 'string') return;
    let message: ResponseMessage | NotificationMessage;
    try {
      message = JSON.parse(data);
    } catch {
      this.debug('A message of the service is not JSON', data);
      return;
    }
    if (message.type === 'response') {
      // An answer can carry a token, so only its outline is written.
      this.debug('Response', message.requestId, message.responseCode, message.responseMessage);
      const waiting = this.waiting.get(message.requestId);
      this.waiting.delete(message.requestId);
      waiting?.resolve(message);
    } else if (message.type === 'notification') {
      this.debug('Notification', message);
      this.onNotification(message);
    }
  }

  private lost(reason: string): void {
    this.debug('Connection closed:', reason);
    this.socket = null;
    const error = new ServiceError(
      'connection_lost',
      `The connection to the service was closed (${reason}).`,
    );
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of waiting) reject(error);
    this.onLost();
  }

  /** @throws ServiceError `connection_failed`, `connection_lost`, `deadline`, `aborted` */
  async request({ onSent, timeoutMs, signal, ...message }: RequestMessage): Promise<ResponseMessage> {
    assertNotAborted(signal);
    const socket = await this.open();
    assertNotAborted(signal);
    const requestId = String(++this.lastRequestId);
    const text = JSON.stringify({ type: 'request', requestId, ...message });
    this.debug('Request', requestId, message.method, message.restUri, message.entity ?? '');
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(requestId);
        reject(new ServiceError('deadline', `No answer came within ${timeoutMs} ms.`));
        // A socket that does not answer is dead, whatever its state says.
        this.drop(socket);
      }, timeoutMs);
      this.waiting.set(requestId, {
        resolve(response) {
          clearTimeout(timer);
          resolve(response);
        },
        reject(error) {
          clearTimeout(timer);
          reject(error);
        },
      });
      socket.send(text);
      onSent?.();
    });
  }

  get isOpen(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** Nothing waits for the network. */
  get hasSentAll(): boolean {
    return this.isOpen && this.socket?.bufferedAmount === 0;
  }

  /** Sends one frame of audio; without an open socket it is dropped, and the caller learns through `onLost`. */
  sendAudio(bytes: ArrayBufferView): void {
    if (this.socket && this.isOpen) this.socket.send(bytes as ArrayBufferView<ArrayBuffer>);
  }

  private drop(socket: WebSocket): void {
    socket.close();
    if (this.socket === socket) this.lost('no answer');
  }

  close(): void {
    this.closings++;
    this.opening = null;
    this.socket?.close(1000);
  }
}
