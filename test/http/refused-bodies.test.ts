import t from 'tap';
import { audioQuery, type CallOptions, textQuery } from './calls.js';
import { areRefused, type Refusal } from './refusals.js';
import { startService } from './service.js';

t.test('requests refused by their body', async (t) => {
  const service = await startService();
  t.teardown(() => service.close());
  const token = await service.sessionToken();
  const post = (json: unknown, more: CallOptions = {}): CallOptions => ({ token, json, ...more });
  const half = '\\udc00';
  const jsonType = { 'Content-Type': 'application/json' };

  await areRefused(t, service, [
    ['empty body', '/queries', { token, body: '', headers: jsonType }, 400, 'invalid_request', ['']],
    ['no JSON', '/queries', { token, body: '{"locale":', headers: jsonType }, 400, 'malformed_json'],
    [
      'no UTF-8',
      '/queries',
      { token, body: new Uint8Array([0x22, 0xff, 0x22]), headers: jsonType },
      400,
      'malformed_json',
    ],
    [
      'nested too deep',
      '/queries',
      { token, body: `${'['.repeat(5000)}${']'.repeat(5000)}`, headers: jsonType },
      400,
      'malformed_json',
    ],
    [
      'half of a surrogate pair in a text',
      '/queries',
      { token, body: `{"locale":"en-US","textQuery":{"text":"${half} red shoes"}}`, headers: jsonType },
      400,
      'invalid_request',
      ['/textQuery/text'],
    ],
    [
      'half of a surrogate pair in a name',
      '/queries',
      { token, body: `{"locale":"en-US","context":{"attributes":{"${half}":[]}}}`, headers: jsonType },
      400,
      'invalid_request',
      ['/context/attributes'],
    ],
    [
      'half of a surrogate pair in an entity header',
      '/queries',
      {
        token,
        body: new Uint8Array(100),
        headers: {
          'Content-Type': 'audio/pcm',
          'X-Service-Entity': Buffer.from(
            `{"locale":"en-US","queryType":"audio","userId":"${half}"}`,
          ).toString('base64'),
        },
      },
      400,
      'invalid_request',
      ['/userId'],
    ],
    ['an array', '/queries', post([]), 400, 'invalid_request', ['']],
    [
      'text for JSON',
      '/queries',
      { token, body: 'hello', headers: { 'Content-Type': 'text/plain' } },
      415,
      'unsupported_media_type',
    ],
    [
      'other charset',
      '/queries',
      { token, body: '{}', headers: { 'Content-Type': 'application/json;charset=latin1' } },
      415,
      'unsupported_media_type',
    ],
    [
      'compressed',
      '/queries',
      post(audioQuery, { headers: { 'Content-Encoding': 'gzip' } }),
      415,
      'unsupported_media_type',
    ],
    ['too large', '/queries', post({ locale: 'x'.repeat(200_000) }), 413, 'payload_too_large'],
    ['no locale', '/queries', post({ queryType: 'audio' }), 400, 'invalid_request', ['/locale']],
    ['null locale', '/queries', post({ locale: null }), 400, 'invalid_request', ['/locale']],
    ['malformed locale', '/queries', post({ locale: 'english' }), 400, 'invalid_request', ['/locale']],
    ['locale with underscore', '/queries', post({ locale: 'en_US' }), 400, 'invalid_request', ['/locale']],
    [
      'locale that no model serves',
      '/queries',
      post({ ...audioQuery, locale: 'fi-FI' }),
      422,
      'unsupported_locale',
    ],
    [
      'locale that only text serves',
      '/queries',
      post({ ...audioQuery, locale: 'en-AU' }),
      422,
      'unsupported_locale',
    ],
    [
      'conversation in no served locale',
      '/conversations',
      post({ locale: 'fi-FI' }),
      422,
      'unsupported_locale',
    ],
    ['conversation without locale', '/conversations', post({}), 400, 'invalid_request', ['/locale']],
    [
      'wrong types',
      '/queries',
      post({
        locale: 7,
        queryType: 'video',
        audioQuery: [],
        conversationId: 'c',
        interactionType: {},
        context: { keywords: 'red', attributes: { 'a/b~c': 1 }, price: { type: 'cheap' } },
      }),
      400,
      'invalid_request',
      [
        '/audioQuery',
        '/context/attributes/a~1b~0c',
        '/context/keywords',
        '/context/price/type',
        '/conversationId',
        '/interactionType',
        '/locale',
        '/queryType',
      ],
    ],
    [
      'bad price',
      '/queries',
      post({ ...audioQuery, context: { price: { type: 'range', from: 1 } } }),
      400,
      'invalid_request',
      ['/context/price'],
    ],
    ...(
      [
        ['a price without a type', { price: { value: 5 } }, '/price/type'],
        ['half a unit', { price: { type: 'exact', value: 4.5 } }, '/price/value'],
        ['less than nothing', { price: { type: 'lessThan', value: -1e308 } }, '/price/value'],
        ['more than all', { price: { type: 'range', from: 1, to: 1e308 } }, '/price/to'],
        ['a range from its end', { price: { type: 'range', from: 9, to: 1 } }, '/price/to'],
        ['an order that is no text', { sortBy: 3 }, '/sortBy'],
      ] as const
    ).map(
      ([name, context, pointer]): Refusal => [
        name,
        '/queries',
        post({ ...audioQuery, context }),
        400,
        'invalid_request',
        [`/context${pointer}`],
      ],
    ),
    [
      'text query with an empty textQuery',
      '/queries',
      post({ locale: 'en-US', queryType: 'text', textQuery: {} }),
      400,
      'invalid_request',
      ['/textQuery/text'],
    ],
    ...[2 ** 53, -(2 ** 53), 0.5].map(
      (userId): Refusal => [
        `the number ${userId} as user id`,
        '/queries',
        post({ ...audioQuery, userId }),
        400,
        'invalid_request',
        ['/userId'],
      ],
    ),
    [
      'text query without text',
      '/queries',
      post({ locale: 'en-US', queryType: 'text' }),
      400,
      'invalid_request',
      ['/textQuery/text'],
    ],
    [
      'text query with blanks',
      '/queries',
      post(textQuery('  ')),
      400,
      'invalid_request',
      ['/textQuery/text'],
    ],
    [
      'text too long',
      '/queries',
      post(textQuery('a'.repeat(2_001))),
      400,
      'invalid_request',
      ['/textQuery/text'],
    ],
    [
      'audio type that does not exist',
      '/queries',
      post({ ...audioQuery, audioQuery: { mimeType: 'audio/midi' } }),
      415,
      'unsupported_media_type',
      ['/audioQuery/mimeType'],
    ],
    [
      'media type that is none',
      '/queries',
      post({ ...audioQuery, audioQuery: { mimeType: 'nonsense' } }),
      415,
      'unsupported_media_type',
      ['/audioQuery/mimeType'],
    ],
  ]);
});
