// One file over a real server: whole, cut off, gone on with, and everything else that comes in its place.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import {
  type DownloadOptions,
  downloadFile,
  isDownloadUrl,
} from '../../../src/stt/public-models/download-file.js';
import { cutAfter, type FileServerOptions, serveFiles, stallAfter } from './file-server.js';

const content = randomBytes(300_000);
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const sha256 = digest(content);
const whole = { bytes: content.length, sha256 };

/** A server of `/model.onnx` and what fetches it. */
async function setUp(
  t: Test,
  files: FileServerOptions['files'] = { '/model.onnx': content },
  hasRanges = true,
) {
  const server = await serveFiles({ files, hasRanges });
  t.teardown(() => server.close());
  const target = join(t.testdir(), 'model.onnx');
  const fetchIt = (options?: Partial<DownloadOptions>) =>
    downloadFile({ url: `${server.url}/model.onnx`, target, ...options });
  const isWhole = (t: Test) => {
    t.ok(readFileSync(target).equals(content), 'the file is whole');
    t.notOk(existsSync(`${target}.part`), 'and nothing is left of it in parts');
  };
  return { server, files, target, part: `${target}.part`, fetchIt, isWhole };
}

t.test('a file comes with its progress, and once', async (t) => {
  const { server, fetchIt, isWhole } = await setUp(t);
  const seen: [number, number | undefined][] = [];
  const onProgress = (bytes: number, total: number | undefined) => seen.push([bytes, total]);
  t.strictSame(await fetchIt({ ...whole, onProgress }), { ...whole, isFetched: true });
  isWhole(t);
  t.ok(seen.length > 1);
  t.strictSame(seen.at(-1), [content.length, content.length]);
  t.ok(seen.every(([bytes], at) => at === 0 || bytes > seen[at - 1][0]));
  t.strictSame(await fetchIt(whole), { ...whole, isFetched: false });
  t.equal(server.requests.length, 1);
});

t.test('without a checksum the one computed is kept for the next time', async (t) => {
  const { files, server, fetchIt, target, isWhole } = await setUp(t);
  t.strictSame(await fetchIt(), { ...whole, isFetched: true });
  t.equal(readFileSync(`${target}.sha256`, 'utf8').trim(), sha256);
  t.equal((await fetchIt()).isFetched, false);
  writeFileSync(target, 'something else');
  t.equal((await fetchIt()).isFetched, true);
  isWhole(t);
  t.equal(server.requests.length, 2);
  files['/model.onnx'] = content.subarray(5000);
  t.equal(
    (await fetchIt({ bytes: content.length - 5000 })).isFetched,
    true,
    'another one is known by its size',
  );
});

t.test('a damaged file of before is fetched again', async (t) => {
  const { fetchIt, target, isWhole } = await setUp(t);
  const damaged = Buffer.from(content);
  damaged[1000] ^= 1;
  writeFileSync(target, damaged);
  t.equal((await fetchIt(whole)).isFetched, true);
  isWhole(t);
});

t.test('a cut connection is told, and the next try goes on where it stopped', async (t) => {
  const { server, files, fetchIt, target, part, isWhole } = await setUp(t);
  files['/model.onnx'] = cutAfter(content, 100_000);
  await t.rejects(fetchIt(whole), { code: 'download_failed', message: /could not be fetched.*again/s });
  t.notOk(existsSync(target), 'half a file is not taken for a whole one');
  t.ok(readFileSync(part).equals(content.subarray(0, 100_000)));
  files['/model.onnx'] = content;
  const seen: number[] = [];
  await fetchIt({ ...whole, onProgress: (bytes) => seen.push(bytes) });
  isWhole(t);
  t.strictSame(server.requests, ['/model.onnx', '/model.onnx bytes=100000-']);
  t.ok(seen[0] > 100_000, 'progress counts what was here');
});

t.test('a server that cannot begin in the middle gives it from the start', async (t) => {
  const { server, fetchIt, part, isWhole } = await setUp(t, undefined, false);
  writeFileSync(part, content.subarray(0, 5000));
  await fetchIt(whole);
  isWhole(t);
  t.strictSame(server.requests, ['/model.onnx bytes=5000-']);
});

t.test('halves that do not belong together are not put together', async (t) => {
  const { server, fetchIt, part, isWhole } = await setUp(t);
  writeFileSync(part, randomBytes(5000));
  await fetchIt(whole);
  isWhole(t);
  t.strictSame(server.requests, ['/model.onnx bytes=5000-', '/model.onnx']);
  // Nothing would tell whether they do.
  writeFileSync(part, randomBytes(5000));
  await fetchIt({ url: `${server.url}/model.onnx`, target: join(t.testdirName, 'other.onnx') });
  t.equal(server.requests.at(-1), '/model.onnx');
});

t.test('what is here already of a file, whole or too much, unchecked', async (t) => {
  const { server, fetchIt, part, isWhole } = await setUp(t);
  writeFileSync(part, content);
  await fetchIt(whole);
  isWhole(t);
  t.equal(server.requests.length, 0);
  writeFileSync(part, Buffer.concat([content, content]));
  writeFileSync(part.replace('.part', ''), '');
  await fetchIt(whole);
  isWhole(t);
  t.strictSame(server.requests, ['/model.onnx bytes=600000-', '/model.onnx'], 'the server says 416');
});

t.test('another range than was asked for', async (t) => {
  const { server, files, fetchIt, part, isWhole } = await setUp(t);
  writeFileSync(part, content.subarray(0, 5000));
  files['/model.onnx'] = ({ headers }, response) => {
    if (headers.range === undefined) return response.end(content);
    response.writeHead(206, { 'content-range': `bytes 0-9/${content.length}` });
    response.end(content.subarray(0, 10));
  };
  await fetchIt(whole);
  isWhole(t);
  t.equal(server.requests.length, 2);
});

t.test('a redirect is followed', async (t) => {
  const { server, files, fetchIt, isWhole } = await setUp(t);
  files['/elsewhere/model.onnx'] = content;
  files['/model.onnx'] = (_, response) =>
    response.writeHead(302, { location: '/elsewhere/model.onnx' }).end();
  await fetchIt(whole);
  isWhole(t);
  t.strictSame(server.requests, ['/model.onnx', '/elsewhere/model.onnx']);
});

const needsLoopback = { skip: process.platform !== 'linux' && 'needs 127.0.0.2' };

t.test('a redirect off https is not', needsLoopback, async (t) => {
  const elsewhere = createServer((_, response) => response.write(content));
  // This machine too, but not by a name that says so.
  await new Promise<void>((done) => elsewhere.listen(0, '127.0.0.2', done));
  // It ends when the client has let go of what it does not want.
  t.teardown(() => new Promise<void>((done) => elsewhere.close(() => done())));
  const { port } = elsewhere.address() as AddressInfo;
  const { files, fetchIt, target } = await setUp(t);
  files['/model.onnx'] = (_, response) =>
    response.writeHead(302, { location: `http://127.0.0.2:${port}/` }).end();
  await t.rejects(fetchIt(whole), { code: 'download_failed', message: /not https.*--mirror/ });
  t.notOk(existsSync(target));
});

t.test('another file than is meant', async (t) => {
  const { files, fetchIt, target, part } = await setUp(t);
  const refused = async (options: Partial<DownloadOptions>, message: RegExp) => {
    await t.rejects(fetchIt(options), { code: 'model_corrupt', message });
    t.notOk(existsSync(target));
    t.notOk(existsSync(part));
  };
  const other = '0'.repeat(64);
  await refused({ ...whole, sha256: other }, new RegExp(`SHA-256 is ${sha256} instead of ${other}.*again`));
  await refused({ sha256: other }, /SHA-256/);
  await refused({ bytes: 10 }, /300000 bytes instead of 10\b/);
  files['/model.onnx'] = (_, response) => {
    response.flushHeaders();
    response.write(content);
  };
  await refused({ bytes: 10 }, /more than 10 bytes/); // and is not waited for to end
  files['/model.onnx'] = (_, response) => response.end('<html>Sign in to this network</html>');
  await refused({ sha256 }, /sign-in page/);
});

t.test('a file that is packed on the way', async (t) => {
  const { files, fetchIt, isWhole } = await setUp(t);
  const packed = gzipSync(content);
  files['/model.onnx'] = (_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.length }).end(packed);
  };
  await fetchIt(whole);
  isWhole(t);
});

t.test('a sign-in page does not cost what has come', async (t) => {
  const { files, fetchIt, part, isWhole } = await setUp(t);
  writeFileSync(part, content.subarray(0, 200_000));
  files['/model.onnx'] = Buffer.from('<html>Sign in to this network</html>');
  await t.rejects(fetchIt(whole), { code: 'model_corrupt', message: /36 bytes instead of 300000/ });
  t.equal(readFileSync(part).length, 200_000);
  files['/model.onnx'] = content;
  await fetchIt(whole);
  isWhole(t);
});

t.test('a file cut short by a server that says nothing of its length', async (t) => {
  const { files, fetchIt, target, part } = await setUp(t);
  files['/model.onnx'] = (_, response) => {
    response.write(content.subarray(0, 100));
    response.end();
  };
  await t.rejects(fetchIt(whole), {
    code: 'download_failed',
    message: /ended after 100 of 300000 bytes.*goes on/,
  });
  t.notOk(existsSync(target));
  t.equal(readFileSync(part).length, 100);
});

t.test('a server that falls silent', async (t) => {
  const { files, fetchIt, isWhole } = await setUp(t);
  files['/model.onnx'] = stallAfter(content, 1000);
  const silent = { code: 'download_failed', message: /nothing was received for 0\.2 s/ };
  await t.rejects(fetchIt({ ...whole, idleMs: 200 }), silent);
  files['/model.onnx'] = () => {};
  await t.rejects(fetchIt({ ...whole, idleMs: 200 }), silent);
  // Slow is not silent.
  files['/model.onnx'] = (_, response) => {
    let at = 0;
    const timer = setInterval(() => {
      response.write(content.subarray(at, at + 60_000));
      at += 60_000;
      if (at < content.length) return;
      clearInterval(timer);
      response.end();
    }, 100);
  };
  await fetchIt({ ...whole, idleMs: 300 });
  isWhole(t);
});

t.test('answers that are no file', async (t) => {
  const { files, fetchIt, target } = await setUp(t);
  const answer = (status: number) => {
    files['/model.onnx'] = (_, response) => response.writeHead(status).end('no');
  };
  for (const [status, code, message] of [
    [404, 'model_missing', /moved or removed.*--mirror/],
    [401, 'download_failed', /does not give it to everyone.*by hand/],
    [503, 'download_failed', /HTTP 503.*later/],
  ] as const) {
    answer(status);
    await t.rejects(fetchIt(whole), { code, message });
    t.notOk(existsSync(target));
  }
});

t.test('no server, no name, no room, no folder', async (t) => {
  const { server, fetchIt, part } = await setUp(t);
  const closed = await serveFiles({ files: {} });
  await closed.close();
  await t.rejects(fetchIt({ url: `${closed.url}/a` }), {
    code: 'download_failed',
    message: /ECONNREFUSED.*Is there a network.*--mirror/,
  });
  await t.rejects(fetchIt({ url: 'https://models.invalid/a' }), {
    code: 'download_failed',
    message: /network/,
  });
  await t.rejects(fetchIt({ url: 'http://models.example/a' }), { code: 'invalid_request', message: /https/ });
  await t.rejects(fetchIt({ target: join(t.testdirName, 'none', 'a') }), {
    code: 'download_failed',
    message: /no such file.*--out/,
  });
  if (existsSync('/dev/full')) {
    symlinkSync('/dev/full', part);
    await t.rejects(fetchIt(whole), { code: 'download_failed', message: /disk .* is full.*--out/ });
  }
  t.ok(server.requests.length > 0);
});

t.test('which addresses are fetched from', async (t) => {
  for (const url of [
    'https://a.example/b',
    'http://localhost:1/',
    'http://127.0.0.1/',
    'http://[::1]:8080/a',
  ])
    t.ok(isDownloadUrl(url), url);
  for (const url of [
    'http://a.example/',
    'http://localhost.example/',
    'file:///etc/passwd',
    'ftp://a/',
    'a',
    '',
  ])
    t.notOk(isDownloadUrl(url), url);
});
