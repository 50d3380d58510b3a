// The whole service with the model that ships, over real sockets. Recordings of people are used where they are.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { toPcm16 } from '../../bench/pcm16.js';
import { readSpeechSet } from '../../bench/speech-set.js';
import { plainWords, WordErrors } from '../../bench/word-errors.js';
import { createLogger, loadConfig, startService } from '../../src/index.js';

const shared = process.env.EARSHOT_SHARED ?? '../shared';
const speech = 'test/fixtures/speech';
const shoes = readFileSync(join(speech, 'show-me-red-running-shoes-under-fifty-dollars.wav'));
const priceSort = readFileSync(join(speech, 'sort-by-price-low-to-high.wav'));

// Before the service starts: ffmpeg may take so long over them that connections to it go stale.
const missing = missingForPeople();
const people = missing ? [] : readSpeechSet(join(shared, 'data/speech/sentences.tsv'));

const data = mkdtempSync(join(tmpdir(), 'earshot-service-'));
const { config } = loadConfig({ flags: { data, port: '0', rateLimitApiCalls: '100000' }, env: {} });
const service = await startService(config, createLogger({ level: 'silent', format: 'json' }));
t.teardown(async () => {
  await service.close();
  rmSync(data, { recursive: true, force: true });
});

async function json(method: string, path: string, bearer: string, body?: unknown) {
  const response = await fetch(path.startsWith('http') ? path : service.url + path, {
    method,
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: JSON.parse((await response.text()) || 'null'),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: bodies are checked by the assertions.
type Body = any;

/** Streams chunks with `Transfer-Encoding: chunked`. */
function stream(path: string, headers: Record<string, string>, chunks: Iterable<Uint8Array>, gapMs = 0) {
  return new Promise<{ status: number; body: Body }>((resolve, reject) => {
    const outgoing = request(path.startsWith('http') ? path : service.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${session}`, 'transfer-encoding': 'chunked', ...headers },
    });
    outgoing.once('error', reject);
    outgoing.once('response', (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) }));
    });
    void (async () => {
      for (const chunk of chunks) {
        outgoing.write(chunk);
        if (gapMs > 0) await delay(gapMs);
      }
      outgoing.end();
    })();
  });
}

function* cut(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const entity = (value: object) => ({
  'x-service-entity': Buffer.from(JSON.stringify(value)).toString('base64'),
});
let session = '';

t.test('the first start hands out an organisation token that leads to a session', async (t) => {
  const issued = await json('POST', `${service.authUrl}/tokens`, service.firstOrganisationToken ?? '', {
    uid: 'test',
  });
  t.equal(issued.status, 200);
  const { status, body } = await json('POST', '/tokens', issued.body.value);
  t.equal(status, 200);
  session = body.token;
});

t.test('a plain request to the address of the sockets is told what is there', async (t) => {
  const { status, headers, body } = await json('GET', '/websocketapi', session);
  t.match([status, headers.get('upgrade'), body.code], [426, 'websocket', 'upgrade_required']);
});

t.test('a created query is answered with text, intent, reply, context and entities', async (t) => {
  const created = await json('POST', '/queries', session, {
    locale: 'en-US',
    queryType: 'audio',
    audioQuery: { mimeType: 'audio/wav' },
  });
  t.equal(created.status, 201);
  const { status, body } = await stream(
    created.body._links.audio.href,
    { 'content-type': 'audio/wav' },
    cut(shoes, 3200),
  );
  t.equal(status, 200);
  t.equal(body.textQuery.text, 'show me red running shoes under fifty dollars');
  t.equal(body.intent, 'newSearch');
  t.strictSame(body.context.attributes, { color: ['red'] });
  t.strictSame(body.context.price, { type: 'lessThan', value: 50 });
  t.match(body.reply.text, /running shoes/);
  t.strictSame(body.entities.products, []);
  t.equal(body._links.query.href, created.body._links.self.href);
  const { words } = body.textQuery;
  t.strictSame(
    words.map((word: { text: string }) => word.text),
    body.textQuery.text.split(' '),
  );
  let last = 0;
  for (const { start, end, confidence } of words) {
    t.ok(
      start >= last && end >= start && confidence >= 0 && confidence <= 1,
      `${start} to ${end}, ${confidence}`,
    );
    last = start;
  }
  const kept = await json('GET', created.body._links.self.href, session);
  t.equal(kept.body.textQuery.text, body.textQuery.text);
});

t.test('what is understood of a language is heard of it, too', async (t) => {
  t.ok(service.engine.locales.length > 5);
  for (const locale of service.engine.understander.locales) {
    const { status } = await json('POST', '/queries', session, { locale, queryType: 'audio' });
    t.equal(status, 201, locale);
  }
  const { body } = await json('POST', '/queries', session, { locale: 'fi-FI', queryType: 'audio' });
  t.match(body, { code: 'unsupported_locale', supportedLocales: service.engine.locales });
  await t.rejects(service.engine.query(shoes, { mimeType: 'audio/wav', locale: 'fi-FI' }), {
    code: 'unsupported_locale',
    message: /Served: en-US/,
  });
});

t.test('a spoken refinement goes on from the conversation', async (t) => {
  const first = await stream('/queries', { 'content-type': 'audio/wav', ...entity({ locale: 'en-US' }) }, [
    shoes,
  ]);
  const { conversationId } = first.body;
  const second = await stream(
    `/conversations/${conversationId}/queries`,
    { 'content-type': 'audio/wav', ...entity({ locale: 'en-US' }) },
    [priceSort],
  );
  t.equal(second.status, 200, JSON.stringify(second.body));
  t.equal(second.body.context.sortBy, 'priceLowToHigh');
  t.strictSame(second.body.context.keywords, first.body.context.keywords);
});

t.test('the text does not depend on how the audio arrives', async (t) => {
  const headers = { 'content-type': 'audio/wav', ...entity({ locale: 'en-US' }) };
  const whole = await stream('/queries', headers, [shoes]);
  const crumbs = await stream('/queries', headers, cut(shoes, 37));
  const paced = await stream('/queries', headers, cut(shoes, 3200), 100);
  t.strictSame(crumbs.body.textQuery, whole.body.textQuery);
  t.strictSame(paced.body.textQuery, whole.body.textQuery);
});

t.test('20 uploads at once: each has its own answer', async (t) => {
  const headers = { 'content-type': 'audio/wav', ...entity({ locale: 'en-US' }) };
  const uploads = Array.from({ length: 20 }, (_, i) =>
    stream('/queries', headers, cut(i % 2 === 0 ? shoes : priceSort, 1600 + 97 * i), 1),
  );
  for (const [i, { status, body }] of (await Promise.all(uploads)).entries()) {
    t.equal(status, 200);
    t.equal(
      body.textQuery.text,
      i % 2 === 0 ? 'show me red running shoes under fifty dollars' : 'sort by price low to high',
    );
  }
});

t.test('the answer can come at the end of speech, of an upload that goes on', async (t) => {
  let isAnswered = false;
  function* untilAnswered() {
    yield* cut(shoes.subarray(44), 3200);
    while (!isAnswered) yield Buffer.alloc(3200);
  }
  const headers = {
    'content-type': 'audio/pcm',
    'x-service-ignore-vad': 'false',
    ...entity({ locale: 'en-US' }),
  };
  const { status, body } = await stream('/queries', headers, untilAnswered(), 100);
  isAnswered = true;
  t.equal(status, 200);
  t.equal(body.textQuery.text, 'show me red running shoes under fifty dollars');
});

t.test('silence and noise make no words', async (t) => {
  const silence = Buffer.alloc(32_000 * 2);
  const hiss = toPcm16(Float32Array.from({ length: 48_000 }, (_, i) => 0.05 * Math.sin(i * i * 0.37)));
  for (const pcm of [silence, hiss]) {
    const { status, body } = await stream(
      '/queries',
      { 'content-type': 'audio/pcm', ...entity({ locale: 'en-US' }) },
      [pcm],
    );
    t.equal(status, 200);
    t.equal(body.textQuery.text, '');
    t.equal(body.intent, 'none');
    t.ok(body.reply.text.length > 0);
  }
});

t.test(
  'people are understood, and over HTTP as in the engine',
  {
    skip: missing,
  },
  async (t) => {
    const perSet = new Map<string, number>();
    const utterances = people.filter(({ split, set }) => {
      const count = perSet.get(set) ?? 0;
      if (split !== 'dev' || count >= 2) return false;
      perSet.set(set, count + 1);
      return true;
    });
    const errors = new WordErrors();
    for (const { read, transcript, id } of utterances) {
      const pcm = toPcm16(await read());
      const headers = { 'content-type': 'audio/pcm', ...entity({ locale: 'en-US' }) };
      const { body } = await stream('/queries', headers, cut(pcm, 640));
      const { best } = await service.engine.transcribe(pcm, { mimeType: 'audio/pcm' });
      t.equal(body.textQuery.text, best.text, id);
      errors.add(plainWords(transcript), plainWords(best.text));
    }
    const { wer } = errors.toJSON();
    t.comment(`word error rate over ${utterances.length} utterances of people: ${(wer * 100).toFixed(1)} %`);
    t.ok(wer < 0.4, `${wer}`);
  },
);

t.test('a service whose data folder is gone ends all the same', async (t) => {
  const data = t.testdir({});
  const { config } = loadConfig({ flags: { data, port: '0' }, env: {} });
  const service = await startService(config, createLogger({ level: 'silent', format: 'json' }));
  rmSync(data, { recursive: true });
  await service.close();
  t.notOk(service.engine.transcriber.isReady, 'its threads have ended');
  await t.rejects(fetch(service.url), 'and nobody listens');
});

t.test('a data folder that cannot be used is told of before anything is compiled', async (t) => {
  const pack = 'name: own\nlocales: [en]\nintents: { hi: { sentences: [hello], replies: [hi] } }\n';
  const folder = t.testdir({ file: 'x', 'own.yaml': pack });
  const flags = { data: join(folder, 'file'), pack: join(folder, 'own.yaml'), port: '0' };
  const lines: unknown[] = [];
  const log = Object.assign(createLogger({ level: 'silent', format: 'json' }), {
    warn: (...line: unknown[]) => lines.push(line),
  });
  await t.rejects(startService(loadConfig({ flags, env: {} }).config, log), { code: 'store_failed' });
  t.strictSame(lines, [], 'nothing was compiled that could not be kept');
});

t.test('without a worker the service is not ready', async (t) => {
  const ready = async () => {
    const answer = await fetch(`${service.url}/ready`);
    return { status: answer.status, body: await answer.json() };
  };
  t.strictSame(await ready(), { status: 200, body: { status: 'ok' } });
  await service.engine.transcriber.close();
  t.match(await ready(), { status: 503, body: { status: 'unavailable', reason: /recognition thread/ } });
});

function missingForPeople(): string | false {
  if (!existsSync(join(shared, 'data/speech'))) return `no recordings in ${shared}/data/speech`;
  return spawnSync('ffmpeg', ['-version']).error
    ? 'ffmpeg, which reads the recordings, is not installed'
    : false;
}
