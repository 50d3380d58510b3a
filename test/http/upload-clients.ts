import { speak } from '../query/energy-transcriber.js';
import { base64 } from './calls.js';
import { type Json, RawClient } from './raw-client.js';
import { type Service, type ServiceOptions, startService } from './service.js';

/** A service, and what its one end-user does with it. */
export interface UploadService extends Service {
  token: string;
  /** A fresh audio query of this end-user. */
  query(): Promise<Json>;
  get(address: string): Promise<Json>;
  client(): Promise<RawClient>;
  /** Resolves when the condition holds. */
  until(condition: () => boolean | Promise<boolean>): Promise<void>;
}

/** The service with a client of its own, whose connections end with the test. */
export async function startUploadService(
  t: { teardown(task: () => unknown): void },
  options?: ServiceOptions,
): Promise<UploadService> {
  const service = await startService(options);
  const clients: RawClient[] = [];
  t.teardown(async () => {
    for (const client of clients) client.close();
    await service.close();
  });
  const token = await service.sessionToken();
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  return {
    ...service,
    token,
    async query() {
      const body = JSON.stringify({ locale: 'en-US', audioQuery: { mimeType: 'audio/pcm' } });
      return (await fetch(`${service.base}/queries`, { method: 'POST', headers, body })).json();
    },
    async get(address) {
      const href = address.startsWith('http') ? address : service.base + address;
      return (await fetch(href, { headers })).json();
    },
    async client() {
      const client = await RawClient.open(service.port);
      clients.push(client);
      return client;
    },
    async until(condition) {
      while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5));
    },
  };
}

/** Request line and headers of an upload of this end-user. */
export function head(
  service: UploadService,
  path: string,
  headers: Record<string, string> = {},
  method = 'POST',
): string {
  const all = {
    Host: `127.0.0.1:${service.port}`,
    Authorization: `Bearer ${service.token}`,
    'Content-Type': 'audio/pcm',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

export const chunked = { 'Transfer-Encoding': 'chunked' };
/** The header that creates the query on the way. */
export const entity = { 'X-Service-Entity': base64({ locale: 'en-US' }) };

/** The request still works: the connection is in order. */
export async function isAlive(service: UploadService, client: RawClient): Promise<boolean> {
  await client.send(head(service, '/health', {}, 'GET'));
  return (await client.response()).status === 200;
}

/** A service that hears the first word of an upload, of which more may come. */
export async function startRunningUpload(
  t: { teardown(task: () => unknown): void },
  headers: Record<string, string> = {},
): Promise<{ service: UploadService; query: Json; client: RawClient }> {
  const service = await startUploadService(t);
  const query = await service.query();
  const client = await service.client();
  await client.send(head(service, `/queries/${query.id}/audio`, { ...chunked, ...headers }));
  await client.sendChunk(speak('red'));
  await service.until(() => service.transcriber.samples > 0);
  return { service, query, client };
}
