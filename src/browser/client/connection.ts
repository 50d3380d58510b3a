import { type AbortSignals, assertNotAborted } from './abort-signals.js';
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
  /** Once one of them is aborted the message is not sent any more. */
  signals: AbortSignals;
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
  /** The socket of the attempt that is being made. */
  private connecting: WebSocket | null = null;
  private closing = new AbortController();
  private readonly waiting = new Map<string, Waiting>();
  private lastRequestId = 0;

  constructor(
    private readonly url: string,
    private readonly debug: (...args: unknown[]) => void,
  ) {}

  /** Aborted by the next {@link close}: what was begun before is not wanted any more. */
  get closed(): AbortSignal {
    return this.closing.signal;
  }

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
    const { closed } = this;
    for (let attempt = 0; ; attempt++) {
      assertNotAborted(closed);
      try {
        return await this.openOnce();
      } catch (error) {
        assertNotAborted(closed);
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

  private openOnce(): Promise<WebSocket> {
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
      this.connecting = socket;
      socket.binaryType = 'arraybuffer';
      const timer = setTimeout(() => {
        failed();
        socket.close();
      }, connectTimeoutMs);
      socket.onopen = () => {
        clearTimeout(timer);
        this.connecting = null;
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
        if (this.socket !== socket) return;
        const why = `code ${event.code}${event.reason ? `, ${event.reason}` : ''}`;
        this.lost(new ServiceError('connection_lost', `The connection to the service was closed (${why}).`));
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

  private lost(error: ServiceError): void {
    this.debug(error.message);
    this.socket = null;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of waiting) reject(error);
    this.onLost();
  }

  /** @throws ServiceError `connection_failed`, `connection_lost`, `deadline`, `aborted` */
  async request({ onSent, timeoutMs, signals, ...message }: RequestMessage): Promise<ResponseMessage> {
    assertNotAborted(...signals);
    const socket = await this.open();
    assertNotAborted(...signals);
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
    if (this.socket !== socket) return;
    this.lost(new ServiceError('connection_lost', 'The connection to the service was closed (no answer).'));
  }

  close(): void {
    const error = new ServiceError('aborted', 'The session was closed.');
    const { closing, socket } = this;
    this.closing = new AbortController();
    this.opening = null;
    closing.abort(error);
    this.connecting?.close();
    socket?.close(1000);
    // A service that hangs would leave it closing for long.
    if (socket) this.lost(error);
  }
}
