import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { EarshotError } from '../errors.js';
import type { Logger } from '../log.js';
import type { TokenAdmin } from './token-admin.js';

export interface ControlServerOptions {
  /** Folder for the socket; only its owner may enter or the socket's own mode (0600) keeps others out. */
  directory: string;
  admin: TokenAdmin;
  log: Logger;
}

/** sockaddr_un holds 108 bytes on Linux and 104 on macOS, the closing NUL included. */
const longestSocketPath = 103;
const maxBodyBytes = 65_536;
/** Milliseconds that requests under way get to end when the server closes. */
const graceMs = 1_000;

const figure = z.int().positive().optional();
const requests = {
  createOrganisation: z.strictObject({
    name: z.string(),
    rotate: z.boolean().optional(),
    limits: z
      .strictObject({
        apiCalls: figure,
        sessionTokens: figure,
        windowMs: figure,
        refreshTokenMaxLifetimeMs: figure,
      })
      .optional(),
  }),
  issue: z.strictObject({
    uid: z.string(),
    validity: z.string().optional(),
    organisation: z.string().optional(),
  }),
  list: z.strictObject({ organisation: z.string().optional(), uid: z.string().optional() }),
  revoke: z.strictObject({
    token: z.string().optional(),
    uid: z.string().optional(),
    organisation: z.string().optional(),
  }),
} satisfies Record<keyof TokenAdmin, z.ZodType>;

/**
 * Lets other processes of the same user manage tokens in the store that this one owns: JSON over HTTP on a Unix domain
 * socket (mode 0600) or a Windows named pipe. `POST /tokens/<method of TokenAdmin>` with its request; the answer is
 * `{"result":..}` or `{"error":..}`.
 */
export class ControlServer {
  readonly #server: Server;
  readonly #temporary: string | undefined;
  /** Path of the socket or pipe; stands in the owner file while the server runs. */
  readonly address: string;

  private constructor(server: Server, address: string, temporary: string | undefined) {
    this.#server = server;
    this.address = address;
    this.#temporary = temporary;
  }

  /** @throws EarshotError `store_failed` when the socket cannot be made */
  static async listen({ directory, admin, log }: ControlServerOptions): Promise<ControlServer> {
    const server = createServer({ requestTimeout: 10_000, maxHeaderSize: 8192 }, (request, response) => {
      answer(request, response, admin, log).catch((error) => {
        log.error({ err: error }, 'the control socket failed');
        response.destroy();
      });
    });
    const { address, temporary } = await listenBeside(server, directory);
    // It must not keep a process alive that has nothing else to do.
    server.unref();
    return new ControlServer(server, address, temporary);
  }

  /** Answers what is under way, then removes the socket. Who has connected and asks nothing is not waited for. */
  async close(): Promise<void> {
    const timer = setTimeout(() => this.#server.closeAllConnections(), graceMs);
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
    clearTimeout(timer);
    if (this.#temporary) rmSync(this.#temporary, { recursive: true, force: true });
  }
}

interface Place {
  address: string;
  /** A folder made for the socket alone. */
  temporary?: string;
}

/** Listens in the store's folder, or, where that takes no socket (a share, too long a path), in one of its own. */
async function listenBeside(server: Server, directory: string): Promise<Place> {
  if (process.platform === 'win32') {
    const address = `\\\\.\\pipe\\earshot-${randomUUID()}`;
    await listenPrivately(server, address).catch(cannotListen);
    return { address };
  }
  const address = join(directory, 'control.sock');
  if (Buffer.byteLength(address) <= longestSocketPath) {
    try {
      // One that a killed owner left; whoever owns the store may remove it.
      rmSync(address, { force: true });
      await listenPrivately(server, address);
      return { address };
    } catch {
      // What is wrong with the folder is wrong with the other one, too, or does not matter.
    }
  }
  const temporary = mkdtempSync(join(tmpdir(), 'earshot-'));
  const place = { address: join(temporary, 'control.sock'), temporary };
  try {
    await listenPrivately(server, place.address);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    cannotListen(error as Error);
  }
  return place;
}

function cannotListen(cause: Error): never {
  throw new EarshotError('store_failed', `The control socket cannot be created: ${cause.message}.`, {
    cause,
  });
}

async function listenPrivately(server: Server, address: string): Promise<void> {
  const isSocket = process.platform !== 'win32';
  // The socket is made inside `listen`, with its final mode from the first moment on.
  const mask = isSocket ? setMask(0o177) : undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(address, () => {
        server.off('error', reject);
        resolve();
      });
      if (mask !== undefined) process.umask(mask);
    });
  } finally {
    if (mask !== undefined) process.umask(mask);
  }
  if (isSocket) chmodSync(address, 0o600);
}

/** Worker threads may not set the mask; there the `chmod` afterwards does it alone. */
function setMask(mask: number): number | undefined {
  try {
    return process.umask(mask);
  } catch {
    return undefined;
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  admin: TokenAdmin,
  log: Logger,
): Promise<void> {
  let status = 200;
  let body: object;
  try {
    body = { result: await call(request, admin) };
  } catch (thrown) {
    const error = EarshotError.from(thrown);
    if (error.code === 'internal_error') log.error({ err: error.cause }, 'a control request failed');
    status = error.status;
    body = { error: error.toJSON() };
  }
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', Connection: 'close' };
  response.writeHead(status, headers).end(JSON.stringify(body));
}

async function call(request: IncomingMessage, admin: TokenAdmin): Promise<unknown> {
  const method = /^\/tokens\/(\w+)$/.exec(request.url ?? '')?.[1];
  if (method === undefined || !Object.hasOwn(requests, method)) {
    throw new EarshotError(
      'not_found',
      'The running Earshot does not know this control request; is it of another version?',
    );
  }
  if (request.method !== 'POST') throw new EarshotError('method_not_allowed', 'Control requests are POST.');
  const name = method as keyof TokenAdmin;
  const parsed = requests[name].safeParse(await readJson(request));
  if (!parsed.success) throw new EarshotError('invalid_request', z.prettifyError(parsed.error));
  return (admin[name] as (argument: unknown) => Promise<unknown>)(parsed.data);
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > maxBodyBytes)
      throw new EarshotError('payload_too_large', 'The control request is too large.');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch (error) {
    throw new EarshotError('malformed_json', 'The control request is not JSON.', { cause: error });
  }
}
