import { randomUUID } from 'node:crypto';
import t from 'tap';
import * as schemas from '../../src/http/schemas/schemas.js';
import { audioQuery, call, entity, hasShape } from '../http/calls.js';
import { streamedWav } from '../http/streamed-wav.js';
import { speak } from '../query/energy-transcriber.js';
import { complete, request, startSocketService } from './socket-service.js';

// The first public clients of the family have `*` in the address where the id of a conversation or query would be,
// which asks for a new one, and say the language in Accept-Language or not at all.
t.test('clients that leave it to the service to make conversation and query', async (t) => {
  const service = await startSocketService(t);
  const token = await service.sessionToken();
  const { base } = service;
  const wav = (text: string, headers: Record<string, string> = {}) => ({
    token,
    body: streamedWav(speak(text), 16),
    headers: { 'Content-Type': 'audio/wav', 'X-Service-Audio-Profile': randomUUID(), ...headers },
  });

  await t.test('audio alone, over HTTP', async (t) => {
    const first = await call(
      service,
      '/conversations/*/queries/*/audio',
      wav('shoes', { 'Accept-Language': 'de-DE;q=0, fr-FR;q=0.4, en-gb;q=0.9, en;q=0.95' }),
    );
    t.equal(first.status, 200, first.text);
    hasShape(t, schemas.uploadEntitySchema, first.json);
    t.match(first.json, {
      locale: 'en-GB',
      textQuery: { text: 'shoes' },
      audioQuery: { mimeType: 'audio/wav' },
    });
    const conversation = `/conversations/${first.json.conversationId}`;
    t.match(first.json._links.query.href, `${base}${conversation}/queries/`);

    const second = await call(service, `${conversation}/queries/%2A/audio`, wav('red'));
    t.match(second.json, {
      locale: 'en-GB',
      conversationId: first.json.conversationId,
      context: { keywords: ['shoes'], attributes: { color: ['red'] } },
    });
    const feedback = `${conversation}/queries/${second.json.id}/feedback`;
    t.equal((await call(service, feedback, { token, json: { rating: 5 } })).status, 200);

    t.equal(
      (await call(service, '/queries/*/audio', wav('red'))).json.locale,
      'en-US',
      'a locale that is served',
    );
    const told = await call(service, '/queries/*/audio', {
      token,
      body: speak('red'),
      headers: entity({ locale: 'en-GB', userId: 'me' }),
    });
    t.match(told.json, { locale: 'en-GB', userId: 'me' });
    const unserved = await call(service, '/queries/*/audio', wav('red', { 'Accept-Language': 'tlh-QO' }));
    t.match(unserved.json, { code: 'unsupported_locale' });
  });

  await t.test('a query that is created first', async (t) => {
    const { locale, ...withoutLocale } = audioQuery;
    const created = await call(service, '/conversations/*/queries', { token, json: withoutLocale });
    t.equal(created.status, 201, created.text);
    t.equal(created.json.locale, locale);
    const path = `/conversations/${created.json.conversationId}/queries/${created.json.id}`;
    t.equal(created.json._links.self.href, base + path);
    t.equal(created.headers.get('location'), base + path);
    const heard = await call(service, `${path}/audio`, {
      token,
      body: speak('red'),
      headers: { 'Content-Type': 'audio/pcm' },
    });
    t.equal(heard.json.textQuery.text, 'red');
    const continued = await call(service, '/conversations/*/queries', {
      token,
      json: { ...withoutLocale, conversationId: created.json.conversationId },
    });
    t.equal(continued.json.conversationId, created.json.conversationId, 'one that is named is no new one');
  });

  await t.test('over the socket', async (t) => {
    const client = await service.connect();
    client.sendJson(
      request(token, {
        restUri: '/conversations/*/queries',
        entity: {
          queryType: 'audio',
          audioQuery: { mimeType: 'audio/wav' },
          context: { prevQuery: 'shoes' },
        },
      }),
    );
    client.sendAudio(streamedWav(speak('red'), 16));
    client.endAudio();
    const created = await client.nextJson();
    t.match(created, { responseCode: 201, entity: { locale: 'en-US' } });
    t.match(created.entity._links.self.href, `/conversations/${created.entity.conversationId}/queries/`);
    t.match(await complete(client), {
      notificationType: 'query_complete',
      entity: { id: created.entity.id, textQuery: { text: 'red' }, _links: created.entity._links },
    });
    client.sendJson(request(token, { restUri: '/conversations', entity: { lang: 'en-us' } }));
    t.match(await client.nextJson(), { responseCode: 201, entity: { locale: 'en-US' } });
    client.destroy();
  });

  await t.test('where nothing is made it is no id', async (t) => {
    const query = await call(service, '/queries', { token, json: audioQuery });
    for (const path of ['/queries/*', '/conversations/*', '/conversations/*/queries']) {
      t.equal((await call(service, path, { token })).status, 404, path);
    }
    t.equal((await call(service, '/queries/*/cancellation', { token, json: {} })).status, 404);
    t.equal((await call(service, `/conversations/*/queries/${query.json.id}/audio`, wav('red'))).status, 404);
    const nothing = await call(service, '/conversations', { token, json: {} });
    t.match(nothing.json, { errors: [{ pointer: '/locale', detail: 'is required' }] });
  });
});
