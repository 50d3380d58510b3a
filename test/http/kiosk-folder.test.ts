import { symlinkSync } from 'node:fs';
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
