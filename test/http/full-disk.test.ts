import t from 'tap';
import { limitFiles, needsLimit } from '../store/limit-files.js';
import { audioQuery, call } from './calls.js';
import { startService } from './service.js';

t.test('a disk without room is a reason to come back later', { skip: needsLimit }, async (t) => {
  const service = await startService();
  t.teardown(() => service.close());
  const refresh = await service.refreshToken('alice');
  const token = await service.sessionToken();
  limitFiles(2_000);
  t.teardown(() => limitFiles('unlimited'));
  const calls = {
    '/tokens': { token: refresh, method: 'POST' },
    '/auth/tokens': { token: service.organisationToken, json: { uid: 'bob' } },
    '/queries': { token, json: audioQuery },
    '/conversations': { token, json: { locale: 'en-US' } },
  };
  for (const [path, options] of Object.entries(calls)) {
    const reply = await call(service, path, options);
    t.equal(reply.status, 503, path);
    t.equal(reply.headers.get('retry-after'), '5');
    if (path === '/auth/tokens') t.equal(reply.text, '');
    else t.match(reply.json, { code: 'store_failed', retryAfterSeconds: 5, detail: /is the disk full/ });
  }
  t.equal(
    (await call(service, '/conversations', { token })).status,
    200,
    'what needs no writing is answered',
  );
});
