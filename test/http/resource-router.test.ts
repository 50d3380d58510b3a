import t from 'tap';
import * as schemas from '../../src/http/schemas/schemas.js';
import { audioQuery, hasShape, textQuery } from './calls.js';
import type { Json } from './raw-client.js';
import { startService } from './service.js';

t.test('the same resources without HTTP', async (t) => {
  const service = await startService();
  t.teardown(() => service.close());
  const { resources } = service.http;
  const handle = (method: string, path: string, entity?: unknown, authorization?: string) =>
    resources.handle({
      method,
      path,
      headers: { authorization },
      readEntity: async () => entity,
      linkBase: () => '',
      requestId: 'socket-1',
    });
  const { token } = (
    await handle('POST', '/tokens', undefined, `Bearer ${await service.refreshToken('alice')}`)
  ).entity as { token: string };
  const bearer = `Bearer ${token}`;
  const created = await handle('POST', '/queries', audioQuery, bearer);
  const entity = created.entity as Json;
  t.equal(created.status, 201);
  t.equal(created.principal?.uid, 'alice');
  t.equal(entity._links.self.href, `/queries/${entity.id}`, 'links are paths');
  hasShape(t, schemas.queryEntitySchema, entity);
  t.match(await handle('GET', entity._links.self.href, undefined, bearer), {
    status: 200,
    entity: { id: entity.id },
  });
  t.match(await handle('POST', `${entity._links.self.href}/feedback`, { rating: 1 }, bearer), {
    status: 200,
    entity: {},
  });
  t.match(await handle('POST', `${entity._links.self.href}/cancellation`, null, bearer), {
    status: 200,
    entity: {},
  });
  t.match(await handle('POST', '/conversations', { locale: 'en-US' }, bearer), { status: 201 });
  t.match(await handle('POST', '/queries', textQuery('red'), bearer), {
    status: 201,
    entity: { intent: 'newSearch' },
  });
  t.match(await handle('POST', '/queries', textQuery('red')), {
    status: 401,
    entity: { code: 'unauthorized', requestId: 'socket-1' },
  });
  t.match(await handle('POST', `${entity._links.self.href}/audio`, {}, bearer), { status: 400 });
  t.match(await handle('PUT', '/queries', {}, bearer), { status: 405 });
  t.match(await handle('OPTIONS', '/queries'), { status: 204, entity: { allow: ['POST', 'OPTIONS'] } });
  const other = '11111111-1111-4111-8111-111111111111';
  for (const path of ['/queries/42', `/queries/${other}%2Faudio`, '/conversations/*']) {
    t.match(await handle('PATCH', path, {}, bearer), { status: 404 }, path);
  }
  for (const path of [`/queries/${other}`, '/queries/*/audio', `/conversations/${other}`]) {
    t.match(await handle('PATCH', path, {}, bearer), { status: 405 }, path);
  }
  t.match(await handle('GET', '/nowhere', {}, bearer), { status: 404 });
});
