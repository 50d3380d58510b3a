import { randomUUID } from 'node:crypto';
import t from 'tap';
import * as schemas from '../../src/http/schemas.js';
import { speak } from '../query/energy-transcriber.js';
import { base64, call, hasShape, type Reply, textQuery } from './calls.js';
import { startService } from './service.js';
import { streamedWav } from './streamed-wav.js';

t.test('conversations', async (t) => {
  const service = await startService();
  t.teardown(() => service.close());
  const token = await service.sessionToken();
  const { base } = service;

  await t.test('in a conversation (endpoints 5, 6, 7)', async (t) => {
    const first = await call(service, '/queries', { token, json: textQuery('shoes') });
    const { conversationId } = first.json;
    const path = `/conversations/${conversationId}`;
    t.equal(first.json._links.conversation.href, base + path);

    const created = await call(service, `${path}/queries`, {
      token,
      json: { queryType: 'audio', audioQuery: { mimeType: 'audio/wav' } },
      headers: { 'X-Service-Audio-Profile': randomUUID() },
    });
    t.equal(created.status, 201);
    hasShape(t, schemas.queryEntitySchema, created.json);
    t.equal(created.json.locale, 'en-US', 'the locale is that of the conversation');
    t.equal(created.json._links.self.href, `${base}${path}/queries/${created.json.id}`);
    t.equal(created.json._links.audio.href, `${created.json._links.self.href}/audio`);
    t.equal(created.json._links.conversation.href, base + path);

    const wav = streamedWav(speak('red'), 16);
    const uploaded = await call(service, created.json._links.audio.href, {
      token,
      headers: { 'Content-Type': 'audio/wav' },
      body: wav,
    });
    t.equal(uploaded.status, 200);
    hasShape(t, schemas.uploadEntitySchema, uploaded.json);
    t.match(uploaded.json, {
      intent: 'refine',
      context: { keywords: ['shoes'], attributes: { color: ['red'] } },
    });
    const repeat = await call(service, `${path}/queries`, { token, json: textQuery('repeat that') });
    t.equal(repeat.json.intent, 'repeat');
    t.equal(repeat.json.reply.text, uploaded.json.reply.text, 'memory is handed on');
    t.equal(uploaded.json._links.self.href, `${created.json._links.audio.href}/${uploaded.json.id}`);
    t.equal((await call(service, uploaded.json._links.self.href, { token })).status, 200);
    t.equal((await call(service, created.json._links.self.href, { token })).json.state, 'completed');

    const implicit = await call(service, `${path}/queries`, {
      token,
      headers: { 'Content-Type': 'audio/pcm', 'X-Service-Entity': base64({}) },
      body: speak('blue'),
    });
    t.equal(implicit.status, 200);
    t.match(implicit.json.context, { keywords: ['shoes'], attributes: { color: ['blue'] } });

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

    const conversation = await call(service, path, { token });
    t.equal(conversation.status, 200);
    hasShape(t, schemas.conversationEntitySchema, conversation.json);
    t.match(conversation.json, { id: conversationId, turns: 6, context: byBody.json.context });

    const listed = await call(service, conversation.json._links.queries.href, { token });
    hasShape(t, schemas.queryPageSchema, listed.json);
    t.equal(listed.json._embedded.queries.length, 6);
    t.equal(listed.json._embedded.queries[0].id, first.json.id, 'oldest first');

    const plain = await call(service, `${path}/queries`, { token, body: '' });
    t.match(plain, { status: 201, json: { queryType: 'audio', locale: 'en-US' } }, 'nothing has to be said');
    const nothing = await call(service, `${path}/queries`, { token, json: null });
    t.match(nothing, { status: 400, json: { code: 'invalid_request' } }, 'but null is not nothing');

    const other = await call(service, '/conversations', { token, json: { locale: 'en-GB' } });
    t.equal(
      (await call(service, `/conversations/${other.json.id}/queries/${created.json.id}`, { token })).status,
      404,
      'a query is not found in another conversation',
    );
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
  });
});
