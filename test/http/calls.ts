import type { z } from 'zod';
import type { Json } from './raw-client.js';
import type { Service } from './service.js';

export const mediaType = 'application/vnd.servicequery.v1+json';

export interface CallOptions {
  method?: string;
  token?: string | null;
  headers?: Record<string, string>;
  json?: unknown;
  body?: string | Uint8Array;
}

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  json: Json;
}

export async function call(service: Service, path: string, options: CallOptions = {}): Promise<Reply> {
  const { token, json, body } = options;
  const headers = new Headers(options.headers);
  if (token) headers.set('Authorization', `Bearer ${token}`);
  if (json !== undefined && !headers.has('Content-Type')) headers.set('Content-Type', 'application/json');
  const method = options.method ?? (json !== undefined || body !== undefined ? 'POST' : 'GET');
  const address = path.startsWith('http') ? path : service.base + path;
  const response = await fetch(address, {
    method,
    headers,
    body: json !== undefined ? JSON.stringify(json) : (body as string | undefined),
  });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '') && text !== '';
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson ? JSON.parse(text) : undefined,
  };
}

export function hasShape(
  t: Pick<typeof import('tap').default, 'ok'>,
  schema: z.ZodType,
  value: unknown,
): void {
  const result = schema.safeParse(value);
  t.ok(result.success, 'has the documented shape', { error: result.error?.issues, value });
}

export const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');
export const audioQuery = {
  locale: 'en-US',
  queryType: 'audio',
  audioQuery: { mimeType: 'audio/pcm;bits=16;rate=16000' },
};
export const textQuery = (text: string) => ({ locale: 'en-US', queryType: 'text', textQuery: { text } });
export const pcm = { 'Content-Type': 'audio/pcm' };

/** The headers of an upload that creates its query. */
export const entity = (value: unknown, contentType = 'audio/pcm') => ({
  'Content-Type': contentType,
  'X-Service-Entity': base64(value),
});
