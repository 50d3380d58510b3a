import { randomUUID } from 'node:crypto';
import t from 'tap';
import * as schemas from '../../src/http/schemas/schemas.js';
import { speak } from '../query/energy-transcriber.js';
import { base64, call, hasShape, type Reply, textQuery } from './calls.js';
import { startService } from './service.js';
import { streamedWav } from './streamed-wav.js';

t.test('conversations', async (t) => {
  const service = await startService();
  t.teardown(() => service.close());
  const token = await service.sessionToken();
  const { base } = service;

  /** A conversation with one turn. */
  const begin = async () => {
    const first = await call(service, '/queries', { token, json: textQuery('shoes') });
    const { conversationId } = first.json;
    return { first: first.json, conversationId, path: `/conversations/${conversationId}` };
  };

  await t.test('a query in a conversation has its locale and goes on from its context', async (t) => {
    const { first, path } = await begin();
    t.equal(first._links.conversation.href, base + path);
    const created = await call(service, `${path}/queries`, {
      token,
      json: { queryType: 'audio', audioQuery: { mimeType: 'audio/wav' } },
      headers: { 'X-Service-Audio-Profile': randomUUID() },
    });
    t.equal(created.status, 201);
    hasShape(t, schemas.queryEntitySchema, created.json);
    t.equal(created.json.locale, 'en-US');
    const { self, audio, conversation } = created.json._links;
    t.equal(self.href, `${base}${path}/queries/${created.json.id}`);
    t.equal(audio.href, `${self.href}/audio`);
    t.equal(conversation.href, base + path);

    const uploaded = await call(service, audio.href, {
      token,
      headers: { 'Content-Type': 'audio/wav' },
      body: streamedWav(speak('red'), 16),
    });
    t.equal(uploaded.status, 200);
    hasShape(t, schemas.uploadEntitySchema, uploaded.json);
    t.match(uploaded.json, {
      intent: 'refine',
      context: { keywords: ['shoes'], attributes: { color: ['red'] } },
    });
    t.equal(uploaded.json._links.self.href, `${audio.href}/${uploaded.json.id}`);
    t.equal((await call(service, uploaded.json._links.self.href, { token })).status, 200);
    t.equal((await call(service, self.href, { token })).json.state, 'completed');
    const repeat = await call(service, `${path}/queries`, { token, json: textQuery('repeat that') });
    t.equal(repeat.json.intent, 'repeat');
    t.equal(repeat.json.reply.text, uploaded.json.reply.text, 'memory is handed on');

    const implicit = await call(service, `${path}/queries`, {
      token,
      headers: { 'Content-Type': 'audio/pcm', 'X-Service-Entity': base64({}) },
      body: speak('blue'),
    });
    t.equal(implicit.status, 200);
    t.match(implicit.json.context, { keywords: ['shoes'], attributes: { color: ['blue'] } });
  });

  await t.test("a client's own context takes the place of that of the conversation", async (t) => {
    const { path, conversationId } = await begin();
    const own = await call(service, `${path}/queries`, {
      token,
      json: {
        ...textQuery('blue'),
        context: { keywords: ['shirts'], attributes: { size: 'M', fit: ['slim'] }, price: {} },
      },
    });
    t.match(own.json.context, {
      keywords: ['shirts'],
      attributes: { size: ['M'], fit: ['slim'], color: ['blue'] },
      price: {},
    });
    const byBody = await call(service, '/queries', { token, json: { ...textQuery('red'), conversationId } });
    t.match(byBody.json.context, { keywords: ['shirts'], attributes: { size: ['M'], color: ['red'] } });
    const both = { ...textQuery('red'), conversationId };
    t.equal((await call(service, `${path}/queries`, { token, json: both })).status, 201, 'said twice');
    const other = { ...both, conversationId: (await begin()).conversationId };
    t.match(await call(service, `${path}/queries`, { token, json: other }), {
      status: 400,
      json: { errors: [{ pointer: '/conversationId', detail: 'must be the conversation of the address' }] },
    });
  });

  await t.test('a conversation tells its context and lists its queries, the oldest first', async (t) => {
    const { first, path, conversationId } = await begin();
    const second = await call(service, `${path}/queries`, { token, json: textQuery('red') });
    const conversation = await call(service, path, { token });
    t.equal(conversation.status, 200);
    hasShape(t, schemas.conversationEntitySchema, conversation.json);
    t.match(conversation.json, { id: conversationId, turns: 2, context: second.json.context });
    const listed = await call(service, conversation.json._links.queries.href, { token });
    hasShape(t, schemas.queryPageSchema, listed.json);
    t.strictSame(
      listed.json._embedded.queries.map(({ id }: { id: string }) => id),
      [first.id, second.json.id],
    );
  });

  await t.test('nothing has to be said of a query in a conversation, which it stays in', async (t) => {
    const { path } = await begin();
    const plain = await call(service, `${path}/queries`, { token, body: '' });
    t.match(plain, { status: 201, json: { queryType: 'audio', locale: 'en-US' } });
    const nothing = await call(service, `${path}/queries`, { token, json: null });
    t.match(nothing, { status: 400, json: { code: 'invalid_request' } }, 'but null is not nothing');
    const other = await call(service, '/conversations', { token, json: { locale: 'en-GB' } });
    const elsewhere = `/conversations/${other.json.id}/queries/${plain.json.id}`;
    t.equal((await call(service, elsewhere, { token })).status, 404);
  });

  await t.test('conversations are created and listed page by page', async (t) => {
    const token = await service.sessionToken('pager');
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) {
      const reply = await call(service, '/conversations', {
        token,
        json: { locale: 'en-US', context: { keywords: [`k${index}`] } },
      });
      t.equal(reply.status, 201);
      hasShape(t, schemas.conversationEntitySchema, reply.json);
      t.equal(reply.headers.get('location'), reply.json._links.self.href);
      ids.unshift(reply.json.id);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const seen: string[] = [];
    let next: string | undefined = '/conversations?limit=2';
    let pages = 0;
    while (next !== undefined) {
      const page: Reply = await call(service, next, { token });
      t.equal(page.status, 200);
      hasShape(t, schemas.conversationPageSchema, page.json);
      seen.push(...page.json._embedded.conversations.map((each: { id: string }) => each.id));
      next = page.json._links.next?.href;
      pages++;
    }
    t.equal(pages, 3);
    t.strictSame(seen, ids, 'newest first, none twice, none left out');
    for (const limit of ['0', '101', 'x', '1.5', '', '0x10', '1e1', '+5']) {
      const reply = await call(service, `/conversations?limit=${encodeURIComponent(limit)}`, { token });
      t.match(reply.json, { status: 400, code: 'invalid_request', errors: [{ pointer: '/limit' }] }, limit);
    }
    const twice = await call(service, '/conversations?limit=2&limit=3', { token });
    t.match(twice.json, { status: 400, code: 'invalid_request', errors: [{ pointer: '/limit' }] });
  });
});
