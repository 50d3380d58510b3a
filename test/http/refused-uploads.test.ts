import t from 'tap';
import { speak } from '../query/energy-transcriber.js';
import { audioQuery, entity, pcm, textQuery } from './calls.js';
import { areRefused } from './refusals.js';
import { startService } from './service.js';

t.test('uploads that create their query, refused by entity or audio', async (t) => {
  const service = await startService({ query: { limits: { uploadBytes: 100_000, audioSeconds: 2 } } });
  t.teardown(() => service.close());
  const token = await service.sessionToken();

  await areRefused(t, service, [
    ['no entity', '/queries', { token, headers: pcm, body: speak('red') }, 400, 'invalid_header'],
    [
      'entity not base64',
      '/queries',
      { token, headers: { ...pcm, 'X-Service-Entity': '{"locale"}' }, body: 'x' },
      400,
      'invalid_header',
    ],
    [
      'entity not JSON',
      '/queries',
      { token, headers: { ...pcm, 'X-Service-Entity': 'AAAA' }, body: 'x' },
      400,
      'invalid_header',
    ],
    [
      'entity too large',
      '/queries',
      { token, headers: entity({ locale: 'x'.repeat(65_536) }), body: 'x' },
      431,
      'header_too_large',
    ],
    [
      'entity without locale',
      '/queries',
      { token, headers: entity({}), body: 'x' },
      400,
      'invalid_request',
      ['/locale'],
    ],
    [
      'entity of a text query',
      '/queries',
      { token, headers: entity(textQuery('red')), body: 'x' },
      400,
      'invalid_header',
    ],
    [
      'contradicting type',
      '/queries',
      {
        token,
        headers: entity({ ...audioQuery, audioQuery: { mimeType: 'audio/wav' } }, 'audio/flac'),
        body: 'x',
      },
      415,
      'unsupported_media_type',
    ],
    [
      'unknown audio in the entity',
      '/queries',
      { token, headers: entity({ ...audioQuery, audioQuery: { mimeType: 'audio/midi' } }), body: 'x' },
      415,
      'unsupported_media_type',
    ],
    [
      'unknown audio',
      '/queries',
      { token, headers: { ...entity({ locale: 'en-US' }), 'Content-Type': 'audio/midi' }, body: 'x' },
      415,
      'unsupported_media_type',
    ],
    ['no audio', '/queries', { token, headers: entity({ locale: 'en-US' }), body: '' }, 400, 'empty_audio'],
    [
      'too many bytes',
      '/queries',
      { token, headers: entity({ locale: 'en-US' }), body: Buffer.alloc(100_002) },
      413,
      'payload_too_large',
    ],
    [
      'too many seconds',
      '/queries',
      { token, headers: entity({ locale: 'en-US' }), body: Buffer.alloc(64_002) },
      413,
      'payload_too_large',
    ],
    [
      'not a WAV file',
      '/queries',
      {
        token,
        headers: { ...entity({ locale: 'en-US' }), 'Content-Type': 'audio/wav' },
        body: Buffer.alloc(200),
      },
      400,
      'invalid_audio',
    ],
    [
      'compressed audio',
      '/queries',
      { token, headers: { ...entity({ locale: 'en-US' }), 'Content-Encoding': 'gzip' }, body: 'x' },
      415,
      'unsupported_media_type',
    ],
  ]);
});
