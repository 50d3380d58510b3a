import { randomUUID } from 'node:crypto';
import t from 'tap';
import * as schemas from '../../src/http/schemas/schemas.js';
import { speak } from '../query/energy-transcriber.js';
import { audioQuery, base64, call, hasShape, mediaType, textQuery } from './calls.js';
import { startService } from './service.js';

t.test('queries', async (t) => {
  const service = await startService();
  t.teardown(() => service.close());
  const token = await service.sessionToken();
  const { base } = service;

  await t.test('an audio query is created, as it was asked for', async (t) => {
    const profile = randomUUID();
    const created = await call(service, '/queries', {
      token,
      json: { ...audioQuery, userId: 'u-1', interactionType: 'kiosk', dataType: 'demo', unknown: { a: 1 } },
      headers: {
        Accept: mediaType,
        'X-Service-Audio-Profile-Id': profile,
        'X-Service-Client-Info': '{"os":"kiosk"}',
      },
    });
    t.equal(created.status, 201);
    t.equal(created.headers.get('content-type'), mediaType);
    hasShape(t, schemas.queryEntitySchema, created.json);
    const { id, _links } = created.json;
    t.match(created.json, {
      locale: 'en-US',
      queryType: 'audio',
      audioQuery: { mimeType: 'audio/pcm;bits=16;rate=16000' },
      state: 'created',
      userId: 'u-1',
      interactionType: 'kiosk',
      dataType: 'demo',
      _embedded: {},
    });
    t.notOk('unknown' in created.json || 'textQuery' in created.json || 'intent' in created.json);
    t.equal(_links.self.href, `${base}/queries/${id}`);
    t.equal(_links.audio.href, `${base}/queries/${id}/audio`);
    t.equal(created.headers.get('location'), _links.self.href);

    t.match(
      await service.store.getQuery(id),
      { audioProfileId: profile, clientInfo: { os: 'kiosk' } },
      'stored',
    );
    t.notOk('clientInfo' in created.json);

    const found = await call(service, _links.self.href, { token });
    t.equal(found.status, 200);
    t.equal(found.json.state, 'created');
  });

  await t.test(
    'its audio is answered with what was understood, which is kept with it for a day',
    async (t) => {
      const json = { ...audioQuery, userId: 'u-1' };
      const created = await call(service, '/queries', { token, json });
      const { id, _links } = created.json;
      const uploaded = await call(service, _links.audio.href, {
        token,
        headers: { 'Content-Type': 'audio/pcm;bits=16;rate=16000', Accept: mediaType },
        body: speak('show me red shoes'),
      });
      t.equal(uploaded.status, 200);
      hasShape(t, schemas.uploadEntitySchema, uploaded.json);
      t.not(uploaded.json.id, id, 'the answer to an upload has an id of its own');
      t.equal(uploaded.json._links.query.href, _links.self.href);
      t.match(uploaded.json, {
        state: 'completed',
        textQuery: { text: 'show me red shoes' },
        intent: 'newSearch',
        reply: { text: /red shoes/ },
        context: { keywords: ['shoes'], attributes: { color: ['red'] } },
        entities: { keywords: ['shoes'], queryString: 'red shoes' },
        confidence: { 'textQuery.text': 0.9 },
        conversationId: created.json.conversationId,
        userId: 'u-1',
      });
      t.equal(uploaded.json.textQuery.words.length, 4);

      const audio = await call(service, uploaded.json._links.self.href, { token });
      t.equal(audio.status, 200);
      hasShape(t, schemas.audioEntitySchema, audio.json);
      t.match(audio.json, { id: uploaded.json.id, queryId: id, bytes: 19_200, seconds: 0.6 });
      t.equal((await call(service, `/queries/${id}/audio/${randomUUID()}`, { token })).status, 404);

      const after = await call(service, _links.self.href, {
        token,
        headers: { 'Content-Type': 'application/json' },
      });
      t.equal(after.status, 200);
      hasShape(t, schemas.queryEntitySchema, after.json);
      t.match(after.json, {
        id,
        state: 'completed',
        textQuery: { text: 'show me red shoes' },
        intent: 'newSearch',
      });
      t.equal(after.json._links.audio.href, _links.audio.href);
      const lifetimeMs = Date.parse(after.json.expiresAt) - Date.parse(after.json.updatedAt);
      t.equal(lifetimeMs, 24 * 3_600_000);

      const again = await call(service, _links.audio.href, { token, body: speak('red') });
      t.equal(again.status, 409);
      t.match(again.json, { code: 'conflict', state: 'completed' });
    },
  );

  await t.test('an upload that carries its query creates it', async (t) => {
    const body = speak('blue shirts');
    for (const [name, entity] of Object.entries({
      'with padding': base64({ locale: 'en-US' }),
      'without padding': base64({ locale: 'en-US' }).replace(/=+$/, ''),
      base64url: Buffer.from('{"locale":"en-US","userId":"??>>~~ü"}').toString('base64url'),
      complete: base64(audioQuery),
    })) {
      const reply = await call(service, '/queries', {
        token,
        headers: { 'Content-Type': 'audio/pcm;bits=16;rate=16000', 'X-Service-Entity': entity },
        body,
      });
      t.equal(reply.status, 200, name);
      hasShape(t, schemas.uploadEntitySchema, reply.json);
      t.match(reply.json, {
        queryType: 'audio',
        audioQuery: { mimeType: 'audio/pcm;bits=16;rate=16000' },
        textQuery: { text: 'blue shirts' },
      });
      const query = await call(service, reply.json._links.query.href, { token });
      t.equal(query.json.textQuery.text, 'blue shirts');
    }
    // Known clients name one type in the entity, whatever the body is; Content-Type tells what it is.
    const mimeType = 'audio/pcm;encoding=signed-int;bits=16;rate=16000;channels=1;big-endian=True';
    const reply = await call(service, '/queries', {
      token,
      headers: { 'Content-Type': mimeType, 'X-Service-Entity': base64(audioQuery) },
      body: Buffer.from(body).swap16(),
    });
    t.match(reply.json, { audioQuery: { mimeType }, textQuery: { text: 'blue shirts' } });
  });

  await t.test('text queries are processed at once', async (t) => {
    for (const json of [
      textQuery('red shoes'),
      { locale: 'en-US', textQuery: { text: 'red shoes' }, queryType: null },
    ]) {
      const reply = await call(service, '/queries', { token, json });
      t.equal(reply.status, 201);
      hasShape(t, schemas.queryEntitySchema, reply.json);
      t.match(reply.json, {
        state: 'completed',
        queryType: 'text',
        textQuery: { text: 'red shoes' },
        intent: 'newSearch',
        confidence: { 'textQuery.text': 1 },
      });
      t.notOk('audio' in reply.json._links);
      t.equal((await call(service, reply.json._links.self.href, { token })).json.intent, 'newSearch');
      const upload = await call(service, `/queries/${reply.json.id}/audio`, { token, body: speak('red') });
      t.equal(upload.status, 409, 'a text query takes no audio');
    }
  });

  await t.test('members that are null are absent', async (t) => {
    const reply = await call(service, '/queries', {
      token,
      json: {
        ...textQuery('in red'),
        audioQuery: null,
        conversationId: null,
        context: {
          keywords: ['shoes'],
          sortBy: null,
          attributes: { size: null, fit: 'slim' },
          price: { type: 'lessThan', value: 50, from: null, to: null },
        },
      },
    });
    t.equal(reply.status, 201);
    t.match(reply.json.context, { attributes: { fit: ['slim'] }, price: { type: 'lessThan', value: 50 } });
    t.notOk('size' in reply.json.context.attributes);
    const empty = { type: null, value: null, from: null, to: null };
    const none = await call(service, '/queries', {
      token,
      json: { ...textQuery('red shoes'), context: { keywords: ['shirts'], price: empty } },
    });
    t.strictSame(none.json.context.price, {});
  });

  await t.test('a locale in any case is the same one', async (t) => {
    const reply = await call(service, '/queries', { token, json: { ...textQuery('red'), locale: 'EN-us' } });
    t.match(reply, { status: 201, json: { locale: 'en-US' } });
  });

  await t.test('a type without a body means nothing', async (t) => {
    const query = await call(service, '/queries', { token, json: textQuery('red') });
    for (const type of ['application/x-www-form-urlencoded', 'text/plain;charset=UTF-8']) {
      for (const what of ['feedback', 'cancellation']) {
        const reply = await call(service, `${query.json._links.self.href}/${what}`, {
          token,
          body: '',
          headers: { 'Content-Type': type },
        });
        t.equal(reply.status, 200, `${what} ${type}`);
      }
    }
  });

  await t.test('an address may be written in other ways', async (t) => {
    const { json } = await call(service, '/queries', { token, json: textQuery('red') });
    const encoded = `%${json.id.charCodeAt(0).toString(16)}${json.id.slice(1)}`;
    for (const path of [`/queries/${encoded}`, `/queries/${json.id}/`, `//queries/${json.id}`]) {
      t.match(await call(service, path, { token }), { status: 200, json: { id: json.id } }, path);
    }
    for (const path of [`/queries/%zz${json.id}`, `/queries/${json.id}//`, `/Queries/${json.id}`]) {
      t.equal((await call(service, path, { token })).status, 404, path);
    }
  });

  await t.test('an empty type says nothing', async (t) => {
    const headers = { 'Content-Type': '' };
    const created = await call(service, '/queries', { token, body: JSON.stringify(audioQuery), headers });
    t.equal(created.status, 201);
    const uploaded = await call(service, created.json._links.audio.href, {
      token,
      headers,
      body: speak('red'),
    });
    t.match(uploaded, { status: 200, json: { textQuery: { text: 'red' } } });
  });
});
