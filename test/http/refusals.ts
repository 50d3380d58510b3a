import type { Test } from 'tap';
import { errorCodes } from '../../src/errors.js';
import { openApi } from '../../src/http/index.js';
import * as schemas from '../../src/http/schemas/schemas.js';
import { type CallOptions, call, hasShape } from './calls.js';
import type { Json } from './raw-client.js';
import type { Service } from './service.js';

/** A request that is refused, with the JSON pointers of its faults. */
export type Refusal = [
  name: string,
  path: string,
  options: CallOptions,
  status: number,
  code: keyof typeof errorCodes,
  pointers?: string[],
];

/** Each is refused as it should be, as the API description says, and leaves nothing behind. */
export async function areRefused(t: Test, service: Service, rows: Refusal[]): Promise<void> {
  const { paths } = openApi({ routes: service.http.resources.routes, version: '1.0.0' }) as Json;
  const described = (method: string, address: string): Json => {
    try {
      const { route } = service.http.resources.match(method, address);
      return paths[route.path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()].responses;
    } catch {
      return undefined;
    }
  };
  for (const [name, address, options, status, code, pointers] of rows) {
    const requestId = `row-${rows.findIndex((row) => row[0] === name)}`;
    const reply = await call(service, address, {
      ...options,
      headers: { 'X-Request-Id': requestId, ...options.headers },
    });
    t.equal(reply.status, status, `${name}: ${status}`);
    const hasBody = options.json !== undefined || options.body !== undefined;
    const responses = described(options.method ?? (hasBody ? 'POST' : 'GET'), address);
    if (responses !== undefined) t.ok(status in responses, `${name}: ${status} is in the API description`);
    t.equal(reply.headers.get('content-type'), 'application/problem+json', name);
    hasShape(t, schemas.problemSchema, reply.json);
    t.match(
      reply.json,
      { code, status, requestId, title: errorCodes[code as keyof typeof errorCodes][1] },
      name,
    );
    t.equal(reply.headers.get('x-request-id'), requestId, name);
    if (pointers !== undefined) {
      t.strictSame(reply.json.errors.map((each: { pointer: string }) => each.pointer).sort(), pointers, name);
    }
    if (status === 401) {
      const challenge = reply.headers.get('www-authenticate');
      if (code === 'unauthorized') t.equal(challenge, 'Bearer', name);
      else t.match(challenge, /^Bearer error="invalid_token"/, name);
    }
    if (status === 405) t.match(reply.headers.get('allow'), /OPTIONS$/, name);
    if (code === 'unsupported_locale') t.match(reply.json.detail, /en-US/, name);
  }
  t.equal(service.queryService.runningUploads, 0, 'nothing is left behind');
  t.equal(service.transcriber.openStreams, 0, 'no stream is left open');
}
