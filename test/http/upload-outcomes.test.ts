import { gzipSync } from 'node:zlib';
import t from 'tap';
import * as schemas from '../../src/http/schemas/schemas.js';
import { speak } from '../query/energy-transcriber.js';
import { audioQuery, call, entity, hasShape, pcm } from './calls.js';
import { startService } from './service.js';

const service = await startService({ query: { limits: { uploadBytes: 100_000, audioSeconds: 2 } } });
t.teardown(() => service.close());
const token = await service.sessionToken();

t.test('a failure leaves the query failed with its reason', async (t) => {
  const gzip = { ...pcm, 'Content-Encoding': 'gzip' };
  const flac = { 'Content-Type': 'audio/flac' };
  const failures: [string, Record<string, string>, Uint8Array, string][] = [
    ['empty', pcm, new Uint8Array(0), 'empty_audio'],
    ['contradicting type', flac, new Uint8Array(9), 'unsupported_media_type'],
    ['compressed', gzip, gzipSync(speak('red')), 'unsupported_media_type'],
    ['too many bytes', pcm, new Uint8Array(100_001), 'payload_too_large'],
    ['too long', pcm, new Uint8Array(64_002), 'payload_too_large'],
  ];
  for (const [name, headers, body, code] of failures) {
    const created = (await call(service, '/queries', { token, json: audioQuery })).json;
    const reply = await call(service, created._links.audio.href, { token, headers, body });
    t.equal(reply.json.code, code, name);
    const after = await call(service, created._links.self.href, { token });
    hasShape(t, schemas.queryEntitySchema, after.json);
    t.match(after.json, { state: 'failed', failure: { code, detail: String } }, name);
    const again = await call(service, created._links.audio.href, { token, body: speak('red') });
    t.match(again.json, { status: 409, state: 'failed' }, name);
  }
  const implicit = await call(service, '/queries', {
    token,
    headers: entity({ locale: 'en-US' }),
    body: '',
  });
  const after = await call(service, `/queries/${implicit.json.queryId}`, { token });
  t.match(
    after.json,
    { state: 'failed', failure: { code: 'empty_audio' } },
    'an implicit query is found by the id in the problem',
  );
});

t.test('the type given at creation wins over a bare audio/pcm', async (t) => {
  const pairs: [created: string | undefined, sent: string | undefined, status: number][] = [
    ['audio/pcm;bits=16;rate=16000', 'audio/pcm', 200],
    ['audio/pcm;bits=16;rate=16000', undefined, 200],
    ['audio/pcm;bits=16;rate=16000', 'application/octet-stream', 200],
    ['audio/pcm;bits=16;rate=16000', 'audio/pcm; rate=16000; bits=16', 200],
    ['audio/pcm;bits=16;rate=16000', 'audio/pcm;rate=8000', 415],
    ['audio/pcm', 'audio/pcm;rate=16000', 200],
    [undefined, 'audio/pcm;rate=16000', 200],
    [undefined, undefined, 415],
  ];
  for (const [mimeType, sent, status] of pairs) {
    const json = { locale: 'en-US', audioQuery: mimeType === undefined ? undefined : { mimeType } };
    const created = (await call(service, '/queries', { token, json })).json;
    const reply = await call(service, created._links.audio.href, {
      token,
      headers: sent === undefined ? {} : { 'Content-Type': sent },
      body: new Uint8Array(speak('red')),
    });
    t.equal(reply.status, status, `${mimeType} then ${sent}`);
    if (status === 200) t.equal(reply.json.textQuery.text, 'red');
  }
});

t.test('audio without speech is a polite nothing', async (t) => {
  const reply = await call(service, '/queries', {
    token,
    headers: entity({ locale: 'en-US' }),
    body: Buffer.alloc(32_000),
  });
  t.equal(reply.status, 200);
  hasShape(t, schemas.uploadEntitySchema, reply.json);
  t.match(reply.json, { textQuery: { text: '' }, intent: 'none', reply: { text: /\w/ } });
});
