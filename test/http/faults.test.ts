import t from 'tap';
import type { Json } from './raw-client.js';
import { startService } from './service.js';

const longText = 'may have at most 2000 characters';
const numbered = (count: number) => Array.from({ length: count }, (_, n) => [`a${n}`, 'red'] as const);

t.test('what is wrong with a body is said in the words of the one who wrote it', async (t) => {
  const service = await startService();
  t.teardown(() => service.close());
  const headers = {
    authorization: `Bearer ${await service.sessionToken()}`,
    'content-type': 'application/json',
    'content-encoding': '',
  };
  const locale = 'en-US';
  const rows: [entity: unknown, pointer: string, detail: string][] = [
    [undefined, '', 'must be a JSON object'],
    [[], '', 'must be a JSON object'],
    ['{}', '', 'must be a JSON object'],
    [{}, '/locale', 'is required'],
    [{ locale: null }, '/locale', 'must be a string'],
    [{ locale: 7 }, '/locale', 'must be a string'],
    [{ locale: 'english' }, '/locale', 'must be <language>-<REGION>, such as en-US'],
    [{ locale, queryType: 'AUDIO' }, '/queryType', 'must be "audio" or "text"'],
    [
      { locale, context: { price: { type: 'cheap' } } },
      '/context/price/type',
      'must be "exact", "lessThan", "greaterThan", "approx" or "range"',
    ],
    [{ locale, audioQuery: 'audio/wav' }, '/audioQuery', 'must be a JSON object'],
    [{ locale, context: { keywords: 'red' } }, '/context/keywords', 'must be an array'],
    [{ locale, context: { keywords: ['red', 5] } }, '/context/keywords/1', 'must be a string'],
    [
      { locale, context: { attributes: { color: 5 } } },
      '/context/attributes/color',
      'must be a string or an array of strings',
    ],
    [{ locale, context: { keywords: ['x'.repeat(2_001)] } }, '/context/keywords/0', longText],
    [{ locale, context: { sortBy: 'x'.repeat(2_001) } }, '/context/sortBy', longText],
    [
      { locale, context: { attributes: { color: 'x'.repeat(2_001) } } },
      '/context/attributes/color',
      longText,
    ],
    [
      { locale, context: { attributes: { color: ['x'.repeat(2_001)] } } },
      '/context/attributes/color/0',
      longText,
    ],
    [
      { locale, context: { keywords: Array(2_001).fill('x') } },
      '/context/keywords',
      'may have at most 2000 items',
    ],
    [
      { locale, context: { attributes: { color: Array(2_001).fill('x') } } },
      '/context/attributes/color',
      'may have at most 2000 items',
    ],
    [
      { locale, context: { attributes: Object.fromEntries(numbered(2_001)) } },
      '/context/attributes',
      'may have at most 2000 attributes',
    ],
    [
      { locale, context: { attributes: { ['x'.repeat(2_001)]: 'red' } } },
      `/context/attributes/${'x'.repeat(2_001)}`,
      'has a name that may have at most 2000 characters',
    ],
    [
      { locale, context: { price: { type: 'exact', value: '5' } } },
      '/context/price/value',
      'must be a whole number from 0 on, in units of the currency',
    ],
    [
      { locale, userId: {} },
      '/userId',
      'must be a string of at most 1024 characters or a whole number up to 9007199254740991; send a longer one as a string',
    ],
    [
      { locale, userId: 2 ** 53 },
      '/userId',
      'must be a string of at most 1024 characters or a whole number up to 9007199254740991; send a longer one as a string',
    ],
    [
      { locale, context: { price: { value: 5 } } },
      '/context/price/type',
      'is required where there is an amount',
    ],
    [
      { locale, context: { price: { type: 'range', from: 9, to: 5 } } },
      '/context/price/to',
      'must not be less than from',
    ],
    [{ locale, dataType: 'x'.repeat(2_000) }, '/dataType', 'may have at most 1024 characters'],
    [{ locale, queryType: 'text' }, '/textQuery/text', 'a text query needs a text'],
    [
      { locale, textQuery: { text: 'x'.repeat(2_001) } },
      '/textQuery/text',
      'may have at most 2000 characters',
    ],
  ];
  for (const [entity, pointer, detail] of rows) {
    const body = JSON.stringify(entity);
    const reply = await fetch(`${service.base}/queries`, { method: 'POST', headers, body });
    t.equal(reply.status, 400);
    const { errors } = (await reply.json()) as Json;
    t.strictSame(errors, [{ pointer, detail }], body?.slice(0, 80));
  }
  const { id } = (await (
    await fetch(`${service.base}/queries`, { method: 'POST', headers, body: JSON.stringify({ locale }) })
  ).json()) as Json;
  const name = 'x'.repeat(65);
  const feedback = await fetch(`${service.base}/queries/${id}/feedback`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ durations: { [name]: 1 } }),
  });
  t.match(await feedback.json(), {
    errors: [{ pointer: `/durations/${name}`, detail: 'has a name that may have at most 64 characters' }],
  });
  const page = await fetch(`${service.base}/conversations?after=`, { headers });
  t.match(await page.json(), { status: 400, errors: [{ pointer: '/after', detail: 'must not be empty' }] });
  const stray = await fetch(`${service.base}/conversations?after=zzz`, { headers });
  t.match(await stray.json(), {
    status: 400,
    errors: [{ pointer: '/after', detail: 'is no page cursor; use the one that the previous page gave' }],
  });
});
