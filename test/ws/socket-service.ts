import { Writable } from 'node:stream';
import { pino } from 'pino';
import type { Test } from 'tap';
import { SocketServer, type SocketServerOptions } from '../../src/ws/index.js';
import type { Json } from '../http/raw-client.js';
import { type Service, type ServiceOptions, startService } from '../http/service.js';
import { FrameClient } from './frame-client.js';

export interface SocketService extends Service {
  sockets: SocketServer;
  /** Parsed log lines of the sockets so far. */
  socketLog: Record<string, unknown>[];
  connect(options?: Parameters<typeof FrameClient.connect>[1]): Promise<FrameClient>;
}

/** The whole service with its WebSocket API, ended with the test. */
export async function startSocketService(
  t: Test,
  options: ServiceOptions & { sockets?: Partial<SocketServerOptions> } = {},
): Promise<SocketService> {
  const service = await startService(options);
  const socketLog: Record<string, unknown>[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      socketLog.push(JSON.parse(String(chunk)));
      done();
    },
  });
  const sockets = new SocketServer({
    log: pino(sink),
    router: service.http.resources,
    queryService: service.queryService,
    ...options.sockets,
  });
  sockets.attach(service.http.server);
  service.tokens.onRevoked((revocation) => sockets.revoke(revocation));
  const clients: FrameClient[] = [];
  t.teardown(async () => {
    for (const client of clients) client.destroy();
    await sockets.close({ graceMs: 0 });
    await service.close();
  });
  return {
    ...service,
    sockets,
    socketLog,
    async connect(connectOptions) {
      const client = await FrameClient.connect(service.port, connectOptions);
      clients.push(client);
      return client;
    },
  };
}

export const mimeType = 'audio/pcm;bits=16;rate=16000';

/** A request message, by default one that creates an audio query. */
export function request(
  token: string | undefined,
  fields: Record<string, unknown> = {},
): Record<string, unknown> {
  const { headers, ...rest } = fields;
  return {
    type: 'request',
    requestId: '1',
    method: 'POST',
    restUri: '/queries',
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      Accept: 'application/vnd.servicequery.v1+json',
      ...(headers as object),
    },
    entity: { locale: 'en-US', queryType: 'audio', audioQuery: { mimeType } },
    ...rest,
  };
}

/** What tells the end of the query that is heard. */
export async function complete(client: FrameClient): Promise<Json> {
  const message = await client.nextJson();
  if (message.notificationType === 'vad_stop') return complete(client);
  return message;
}
