import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { ask, startPages } from './page-service.js';

t.test("a page of one's own: the usual types of files, in folders", async (t) => {
  const types = {
    'photo.jpg': 'image/jpeg',
    'photo.jpeg': 'image/jpeg',
    'photo.webp': 'image/webp',
    'photo.avif': 'image/avif',
    'moving.gif': 'image/gif',
    'sign.svg': 'image/svg+xml',
    'icon.ico': /^image\/(x-icon|vnd\.microsoft\.icon)$/,
    'letters.woff2': 'font/woff2',
    'hello.mp3': 'audio/mpeg',
    'hello.wav': /^audio\/(x-)?wav|^audio\/wave/,
    'film.mp4': 'video/mp4',
    'notes.txt': 'text/plain; charset=utf-8',
    'data.json': /^application\/json/,
    'app.webmanifest': 'application/manifest+json',
    'code.mjs': 'text/javascript; charset=utf-8',
    'code.wasm': 'application/wasm',
  };
  const files = Object.fromEntries(Object.keys(types).map((name) => [name, 'x']));
  const kioskFolder = t.testdir({ 'index.html': '', media: { deep: files, 'a name.png': '' } });
  const service = await startPages(t, {}, '', kioskFolder);
  for (const [name, type] of Object.entries(types)) {
    const { status, headers } = await ask(service, 'GET', `/kiosk/media/deep/${name}`);
    t.equal(status, 200, name);
    t.match(headers['content-type'], type, name);
  }
  t.equal((await ask(service, 'GET', '/kiosk/media/a%20name.png')).status, 200);
  const { headers } = await ask(service, 'GET', '/');
  t.match(headers['content-security-policy'], /font-src 'self'; media-src 'self'/);
});

t.test('a player gets the part of a film that it asks for, and never parts of two', async (t) => {
  const film = 'abcdefghijklmnopqrstuvwxyz';
  const kioskFolder = t.testdir({ 'index.html': '', 'film.mp4': film, 'empty.mp4': '' });
  const service = await startPages(t, {}, '', kioskFolder);
  const get = (headers: Record<string, string> = {}, name = 'film.mp4', method = 'GET') =>
    ask(service, method, `/kiosk/${name}`, headers);
  const whole = await get();
  t.match(whole, { status: 200, text: film, headers: { 'accept-ranges': 'bytes', 'content-length': '26' } });
  t.match(await get({ Range: 'bytes=3-5' }), {
    status: 206,
    text: 'def',
    headers: { 'content-range': 'bytes 3-5/26', 'content-length': '3', 'content-type': 'video/mp4' },
  });
  const bound = fc.oneof(fc.constant(''), fc.nat({ max: 40 }).map(String));
  await fc.assert(
    fc.asyncProperty(bound, bound, async (first, last) => {
      const { status, text, headers } = await get({ Range: `bytes=${first}-${last}` });
      const [from, to] =
        first === '' ? [Math.max(0, 26 - Number(last)), 25] : [Number(first), Number(last || 25)];
      // All that a longer end than the film asks for is the film.
      const isPart = first === '' ? Number(last) > 0 && Number(last) <= 26 : from <= Math.min(to, 25);
      const isBehind = first === '' ? last === '0' : from > 25 && (last === '' || Number(last) >= from);
      t.equal(status, isPart ? 206 : isBehind ? 416 : 200);
      if (isBehind) return t.equal(headers['content-range'], 'bytes */26');
      t.equal(text, isPart ? film.slice(from, to + 1) : film);
      if (isPart) t.equal(headers['content-range'], `bytes ${from}-${Math.min(to, 25)}/26`);
    }),
  );
  for (const range of ['bytes=0-1,4-5', 'items=0-1', 'bytes', 'bytes=-'])
    t.match(await get({ Range: range }), { status: 200, text: film }, range);
  t.match(await get({ Range: 'bytes=0-' }, 'empty.mp4'), { status: 200, text: '' });
  t.match(await get({ Range: 'bytes=3-5' }, 'film.mp4', 'HEAD'), { status: 200, text: '' });

  const tag = String(whole.headers.etag);
  t.match(await get({ 'If-None-Match': tag }), { status: 304, text: '' });
  t.match(await get({ Range: 'bytes=3-5', 'If-Range': tag }), { status: 206, text: 'def' });
  writeFileSync(join(kioskFolder, 'film.mp4'), film.toUpperCase());
  t.match(await get({ Range: 'bytes=3-5', 'If-Range': tag }), { status: 200, text: film.toUpperCase() });
  t.match(await get({ 'If-None-Match': tag }), { status: 200, text: film.toUpperCase() });
});

t.test('no path leads out of the folder, nor to what is hidden in it', async (t) => {
  const stage = t.testdir({
    'page.css': 'secret',
    outside: { 'page.css': 'secret' },
    kiosk: {
      'index.html': 'public',
      'page.css': 'public',
      sub: { 'page.css': 'public', '.git': { 'page.css': 'secret' }, '.page.css': 'secret' },
      out: t.fixture('symlink', '../outside'),
      'out.css': t.fixture('symlink', '../outside/page.css'),
      within: t.fixture('symlink', 'sub'),
      hidden: t.fixture('symlink', 'sub/.git'),
      loop: t.fixture('symlink', 'loop'),
    },
  });
  // The folder itself may be a link.
  symlinkSync(join(stage, 'kiosk'), join(stage, 'link'));
  const service = await startPages(t, {}, '', join(stage, 'link'));
  for (const [path, status] of [
    ['page.css', 200],
    ['sub/page.css', 200],
    ['within/page.css', 200],
    ['out/page.css', 404],
    ['out.css', 404],
    ['hidden/page.css', 404],
    ['sub/.page.css', 404],
    ['loop', 404],
  ] as const)
    t.equal((await ask(service, 'GET', `/kiosk/${path}`)).status, status, path);

  const names = [
    'page.css',
    'sub',
    'within',
    'out',
    'out.css',
    'hidden',
    'outside',
    'kiosk',
    '.git',
    'loop',
    'x',
  ];
  const ways = [
    '..',
    '.',
    '',
    '%2e%2e',
    '.%2E',
    '%2e',
    '%252e%252e',
    '%00',
    '%ff',
    '%5c..%5c',
    '..%5C',
    'C:',
  ];
  const separators = fc.constantFrom('/', '/', '/', '%2f', '%2F', '\\', '//');
  const part = fc.oneof(
    fc.constantFrom(...names),
    fc.constantFrom(...ways),
    fc.string({ unit: 'grapheme', maxLength: 8 }).map((text) => encodeURIComponent(text)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(part, separators), { minLength: 1, maxLength: 7 }), async (path) => {
      const address = `/kiosk/${path.flat().slice(0, -1).join('')}`;
      const { status, text } = await ask(service, 'GET', address);
      return status === 200
        ? text === 'public' || text.startsWith('{"locales"')
        : /^4\d\d$/.test(`${status}`);
    }),
    {
      numRuns: 500,
      examples: [
        [
          [
            ['..', '/'],
            ['page.css', '/'],
          ],
        ],
        [
          [
            ['sub', '/'],
            ['..%2f..', '/'],
            ['page.css', '/'],
          ],
        ],
      ],
    },
  );
});
