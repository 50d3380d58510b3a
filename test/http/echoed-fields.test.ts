import t from 'tap';
import { audioQuery, call } from './calls.js';
import { startService } from './service.js';

t.test('what a query is created with', async (t) => {
  const service = await startService();
  t.teardown(() => service.close());
  const token = await service.sessionToken();
  const create = (fields: object) => call(service, '/queries', { token, json: { ...audioQuery, ...fields } });

  await t.test('a user id comes back as it was sent', async (t) => {
    for (const userId of [0, -7, Number.MAX_SAFE_INTEGER, '9007199254740993', '007']) {
      t.strictSame((await create({ userId })).json.userId, userId);
    }
  });

  await t.test('a textQuery without a text is none', async (t) => {
    for (const textQuery of [null, {}, { text: null }]) {
      for (const queryType of ['audio', null]) {
        const reply = await create({ queryType, textQuery });
        t.match(reply, { status: 201, json: { queryType: 'audio', textQuery: undefined } });
      }
    }
  });
});
