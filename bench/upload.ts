import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { sampleRateHz, toPcm16 } from './pcm16.js';
import type { Target } from './target.js';

export interface UploadResult {
  status: number;
  text: string;
  /** Milliseconds from the last byte sent to the first byte of the answer. */
  finalisationMs: number;
  /** Milliseconds from the first sample to the first byte of the answer. */
  answeredMs: number;
}

export interface UploadOptions {
  /** Milliseconds of audio in a chunk. @default 20 */
  chunkMs?: number;
  /** Sends a chunk only when a microphone would have it. @default true */
  realTime?: boolean;
  /** Asks for the answer at the end of speech. @default false */
  endpointing?: boolean;
}

/** Creates a query implicitly and streams 16 kHz samples to it over HTTP/1.1, chunked. */
export async function upload(
  target: Pick<Target, 'url' | 'token'>,
  samples: Float32Array,
  options: UploadOptions = {},
): Promise<UploadResult> {
  const { chunkMs = 20, realTime = true, endpointing = false } = options;
  const bytes = toPcm16(samples);
  const entity = Buffer.from('{"locale":"en-US"}').toString('base64');
  const outgoing = request(`${target.url}/queries`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${target.token}`,
      'content-type': `audio/pcm;bits=16;rate=${sampleRateHz}`,
      'transfer-encoding': 'chunked',
      'x-service-entity': entity,
      ...(endpointing ? { 'x-service-ignore-vad': 'false' } : {}),
    },
  });
  const answered = new Promise<{ status: number; body: string; at: number }>((resolve, reject) => {
    outgoing.once('error', reject);
    outgoing.once('response', (response) => {
      const at = performance.now();
      let body = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        body += chunk;
      });
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body, at }));
      response.once('error', reject);
    });
  });
  const chunkBytes = (sampleRateHz / 1000) * chunkMs * 2;
  const started = performance.now();
  let isAnswered = false;
  answered.then(
    () => (isAnswered = true),
    () => (isAnswered = true),
  );
  for (let at = 0, chunk = 0; at < bytes.length && !isAnswered; at += chunkBytes, chunk++) {
    if (realTime) {
      const dueMs = started + (chunk + 1) * chunkMs - performance.now();
      if (dueMs > 0) await delay(dueMs);
    }
    outgoing.write(bytes.subarray(at, at + chunkBytes));
  }
  const lastByteAt = performance.now();
  outgoing.end();
  const { status, body, at } = await answered;
  const text = status === 200 ? JSON.parse(body).textQuery.text : '';
  return { status, text, finalisationMs: at - lastByteAt, answeredMs: at - started };
}
