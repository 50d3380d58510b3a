import fc from 'fast-check';
import t from 'tap';
import { EarshotError, type ErrorCode } from '../../src/errors.js';
import { withoutBasePath } from '../../src/http/link-base.js';
import { isJsonType, negotiate } from '../../src/http/media-types.js';
import { requestIdOf } from '../../src/http/request-id.js';
import { decodeEntityHeader, parseServiceHeaders } from '../../src/http/service-headers.js';
import { isUuid } from '../../src/http/uuid.js';
import { RawClient } from './raw-client.js';
import { startService } from './service.js';

/** What it gives, or the code that it throws; anything else that it throws fails the property. */
function outcome<T>(run: () => T): { value: T } | { code: ErrorCode } {
  try {
    return { value: run() };
  } catch (error) {
    if (error instanceof EarshotError) return { code: error.code };
    throw error;
  }
}

t.test('X-Service-Entity: any JSON comes back, in either alphabet, padded or not', async (t) => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.boolean(), fc.boolean(), (value, isUrl, isPadded) => {
      const text = JSON.stringify(value);
      let encoded = Buffer.from(text).toString(isUrl ? 'base64url' : 'base64');
      if (!isPadded) encoded = encoded.replace(/=+$/, '');
      t.context = decodeEntityHeader(` ${encoded} `, 65_536);
      return JSON.stringify(t.context) === JSON.stringify(JSON.parse(text));
    }),
  );
  t.pass();
});

t.test('X-Service-Entity: anything else is refused by name', async (t) => {
  const codes = new Set<string>();
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.base64String()), (text) => {
      const result = outcome(() => decodeEntityHeader(text, 65_536));
      if ('code' in result) codes.add(result.code);
      return 'value' in result || result.code === 'invalid_header' || result.code === 'header_too_large';
    }),
    { numRuns: 500 },
  );
  t.ok(codes.has('invalid_header'));
  t.equal(
    JSON.stringify(outcome(() => decodeEntityHeader('A'.repeat(90_000), 65_536))),
    '{"code":"header_too_large"}',
  );
  t.strictSame(
    outcome(() => decodeEntityHeader(Buffer.from([0x22, 0xff, 0x22]).toString('base64'), 65_536)),
    {
      code: 'invalid_header',
    },
  );
});

t.test('X-Service headers that are empty are absent', async (t) => {
  const names = ['x-service-audio-profile-id', 'x-service-ignore-vad', 'x-service-client-info'];
  for (const empty of ['', ' ']) {
    const headers = Object.fromEntries(names.map((name) => [name, empty]));
    t.strictSame(parseServiceHeaders(headers), parseServiceHeaders({}));
  }
});

t.test(
  'Accept: acceptable exactly when the most specific range that is served has a quality above 0',
  async (t) => {
    const served = fc.constantFrom(
      'application/vnd.servicequery.v1+json',
      'application/vnd.servicequery+json',
      'application/json',
      'application/*',
      '*/*',
    );
    const other = fc.constantFrom(
      'text/html',
      'application/vnd.servicequery.v2+json',
      'application/vnd.servicequery.v10+json',
      'application/xml',
      'image/*',
      'nonsense',
      '',
    );
    const quality = fc.constantFrom('', ';q=1', '; q=0.001', ';charset=utf-8;q=0.5');
    const zero = fc.constantFrom(';q=0', '; q=0.000', ';Q=0.0');
    const good = fc.tuple(served, quality).map((parts) => parts.join(''));
    const bad = fc.oneof(
      fc.tuple(other, quality).map((parts) => parts.join('')),
      fc.tuple(served, zero).map((parts) => parts.join('')),
    );
    const levels = [
      /^application\/vnd.servicequery.v1\+json/,
      /servicequery\+json|^application\/json/,
      /^app.*\*/,
      /^\*/,
    ];
    fc.assert(
      fc.property(fc.array(good, { maxLength: 2 }), fc.array(bad, { maxLength: 4 }), (goods, bads) => {
        const ranges = [...bads, ...goods];
        const header = ranges.join(' , ');
        const wanted = levels.findIndex((level) => goods.some((range) => level.test(range)));
        const refused = levels.findIndex((level, at) => at !== 1 && bads.some((range) => level.test(range)));
        // A list of nothing but empty elements says nothing.
        const isAcceptable = (wanted >= 0 && (refused < 0 || wanted <= refused)) || /^[\s,]*$/.test(header);
        return 'code' in outcome(() => negotiate(header)) !== isAcceptable;
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (header) => {
        const result = outcome(() => negotiate(header));
        return 'value' in result || result.code === 'not_acceptable';
      }),
    );
    t.pass();
  },
);

t.test('X-Request-Id: bounded, clean, kept when it is', async (t) => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (header) => {
      const id = requestIdOf(header);
      return /^[\w.:@/+=-]{1,128}$/.test(id) && requestIdOf(id) === id;
    }),
  );
  t.not(requestIdOf(undefined), requestIdOf(''));
});

t.test('X-Service headers are read by either name and in either case, or refused', async (t) => {
  const uuid = 'f0e1d2c3-b4a5-4687-9798-a9babbbcbdbe';
  t.match(parseServiceHeaders({}), { audioProfileId: undefined, ignoreVad: undefined });
  for (const name of ['x-service-audio-profile-id', 'x-service-audio-profile']) {
    t.equal(parseServiceHeaders({ [name]: uuid }).audioProfileId, uuid);
    t.equal(parseServiceHeaders({ [name]: uuid.toUpperCase() }).audioProfileId, uuid);
  }
  for (const [value, expected] of [
    ['true', true],
    ['True', true],
    ['false', false],
    ['False', false],
  ] as const) {
    t.equal(parseServiceHeaders({ 'x-service-ignore-vad': value }).ignoreVad, expected);
  }
  t.strictSame(parseServiceHeaders({ 'x-service-client-info': '{"os":"x"}' }).clientInfo, { os: 'x' });
  const name = fc.constantFrom('x-service-audio-profile', 'x-service-ignore-vad', 'x-service-client-info');
  fc.assert(
    fc.property(name, fc.string({ unit: 'binary' }), (header, value) => {
      const result = outcome(() => parseServiceHeaders({ [header]: value }));
      return 'value' in result || result.code === 'invalid_header';
    }),
  );
  t.match(
    outcome(() => parseServiceHeaders({ 'x-service-client-info': `"${'x'.repeat(9_000)}"` })),
    {
      code: 'header_too_large',
    },
  );
});

t.test('ids are UUIDs of the kinds that are made here', async (t) => {
  fc.assert(fc.property(fc.uuid({ version: [4, 7] }), (id) => isUuid(id) && !isUuid(id.toUpperCase() + id)));
  fc.assert(fc.property(fc.uuid({ version: [1, 2, 3, 5, 6, 8] }), (id) => !isUuid(id)));
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (id) => !isUuid(id)));
  t.pass();
});

t.test('a type of JSON is one in UTF-8, whatever its vendor', async (t) => {
  for (const type of [
    'application/json',
    'Application/JSON; charset=UTF-8',
    'application/vnd.servicequery.v1+json',
  ]) {
    t.ok(isJsonType(type), type);
  }
  for (const type of ['application/jsonx', 'audio/wav', 'application/json; charset=utf-16', '']) {
    t.notOk(isJsonType(type), type);
  }
});

t.test('the base path is taken off whole segments, and escapes that need none are undone', async (t) => {
  t.equal(withoutBasePath('/voice/queries', '/voice'), '/queries');
  t.equal(withoutBasePath('/voice', '/voice/'), '/');
  t.equal(
    withoutBasePath('/%76oice/%71uer%69es/%2A%2f', '/voice'),
    '/queries/%2A%2f',
    'what needs no escape',
  );
  t.equal(withoutBasePath('/voicemail', '/voice'), '/voicemail');
  t.equal(withoutBasePath('/queries', '/voice'), '/queries');
});

/** Of an upload that carries its query in `X-Service-Entity`. */
async function statusOfUpload(
  service: Awaited<ReturnType<typeof startService>>,
  entity: string,
): Promise<number> {
  const client = await RawClient.open(service.port);
  await client.send(
    [
      'POST /queries HTTP/1.1',
      `Host: 127.0.0.1:${service.port}`,
      `Authorization: Bearer ${await service.sessionToken()}`,
      'Content-Type: audio/pcm',
      'Content-Length: 2',
      `X-Service-Entity: ${Buffer.from(entity).toString('base64')}`,
      '',
      'ab',
    ].join('\r\n'),
  );
  const { status } = await client.response();
  client.close();
  return status;
}

t.test('the limit of X-Service-Entity is an option', async (t) => {
  for (const [entityHeaderBytes, fits] of [
    [1_024, false],
    [200_000, true],
  ] as const) {
    const service = await startService({ http: { limits: { entityHeaderBytes } } });
    t.teardown(() => service.close());
    const entity = JSON.stringify({ locale: 'en-US', padding: 'x'.repeat(fits ? 199_000 : 1_024) });
    t.equal(await statusOfUpload(service, entity), fits ? 200 : 431);
  }
});

t.test('X-Service-Entity of 64 KiB fits', async (t) => {
  const service = await startService();
  t.teardown(() => service.close());
  const json = JSON.stringify({ locale: 'en-US', padding: '' });
  const entity = JSON.stringify({ locale: 'en-US', padding: 'x'.repeat(65_536 - json.length) });
  t.equal(entity.length, 65_536);
  t.equal(await statusOfUpload(service, entity), 200);
});
