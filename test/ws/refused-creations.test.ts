import t from 'tap';
import { speak } from '../query/energy-transcriber.js';
import type { FrameClient } from './frame-client.js';
import { complete, request, startSocketService } from './socket-service.js';

t.test('a creation that is refused while an earlier query waits', async (t) => {
  const service = await startSocketService(t);
  const token = await service.sessionToken();
  const entity = { locale: 'en-US', queryType: 'audio', audioQuery: { mimeType: 'audio/pcm' } };
  const conversationId = '11111111-1111-4111-8111-111111111111';
  const refusals = {
    400: request(token, { entity: { ...entity, locale: 5 } }),
    401: request('wrong'),
    404: request(token, { entity: { ...entity, conversationId } }),
    406: request(token, { headers: { Accept: 'text/plain' } }),
    415: request(token, { entity: { ...entity, audioQuery: { mimeType: 'video/mp4' } } }),
    422: request(token, { entity: { ...entity, locale: 'tlh-QO' } }),
  };
  const stray = { notificationType: 'client_error', entity: { code: 'conflict', id: undefined } };
  const created = async (client: FrameClient) => {
    client.sendJson(request(token));
    return (await client.nextJson()).entity;
  };
  const stateOf = async (client: FrameClient, query: { _links: { self: { href: string } } }) => {
    client.sendJson(request(token, { method: 'GET', restUri: query._links.self.href, entity: null }));
    return (await client.nextJson()).entity.state;
  };

  for (const [status, refused] of Object.entries(refusals)) {
    t.test(`${status}: one that has no audio yet gets none of it`, async (t) => {
      const client = await service.connect();
      const first = await created(client);
      client.sendJson(refused);
      client.sendAudio(speak('blue shirts'), 333);
      client.endAudio();
      t.match(await client.nextJson(), { responseCode: Number(status) });
      t.match(await client.nextJson(), stray);
      t.equal(await stateOf(client, first), 'created', 'nothing else was told in between');
      client.sendAudio(speak('red shoes'), 333);
      client.endAudio();
      t.match(await complete(client), { entity: { id: first.id, textQuery: { text: 'red shoes' } } });
      client.destroy();
    });

    t.test(`${status}: one that is streaming gets all of it`, async (t) => {
      const client = await service.connect();
      client.sendJson(request(token));
      client.sendAudio(speak('show me'), 333);
      client.sendJson(refused);
      client.sendAudio(speak('red'), 333);
      client.sendJson(refused);
      client.sendAudio(speak('shoes'), 333);
      client.endAudio();
      t.match(await client.nextJson(), { responseCode: 201 });
      t.match(await client.nextJson(), { responseCode: Number(status) });
      t.match(await client.nextJson(), { responseCode: Number(status) });
      t.match(await complete(client), { entity: { textQuery: { text: 'show me red shoes' } } });
      client.destroy();
    });
  }

  t.test('audio that arrives partly before and partly after the refusal stays together', async (t) => {
    const client = await service.connect();
    const first = await created(client);
    client.sendJson(refusals[422]);
    client.sendAudio(speak('blue'));
    t.match(await client.nextJson(), { responseCode: 422 });
    t.match(await client.nextJson(), stray);
    client.sendAudio(speak('shirts'));
    client.endAudio();
    t.equal(await stateOf(client, first), 'created');
    client.destroy();

    const streaming = await service.connect();
    await created(streaming);
    streaming.sendAudio(speak('show me'));
    streaming.sendJson(refusals[422]);
    streaming.sendAudio(speak('red'));
    t.match(await streaming.nextJson(), { responseCode: 422 });
    streaming.sendAudio(speak('shoes'));
    streaming.endAudio();
    t.match(await complete(streaming), { entity: { textQuery: { text: 'show me red shoes' } } });
    streaming.destroy();
  });

  t.test('the next creation ends what is dropped', async (t) => {
    const client = await service.connect();
    await created(client);
    client.sendJson(refusals[401]);
    client.sendAudio(speak('blue'));
    client.sendJson(request(token));
    client.sendAudio(speak('red shoes'));
    client.endAudio();
    t.match(await client.nextJson(), { responseCode: 401 });
    t.match(await client.nextJson(), stray);
    const { entity: second } = await client.nextJson();
    t.match(await complete(client), { entity: { id: second.id, textQuery: { text: 'red shoes' } } });
    client.destroy();
  });

  t.test('one whose audio has ended is told its result, and nobody gets the audio', async (t) => {
    const client = await service.connect();
    const first = await created(client);
    client.sendAudio(speak('red shoes'));
    client.endAudio();
    client.sendJson(refusals[422]);
    client.sendAudio(speak('blue'));
    client.endAudio();
    const told = [await client.nextJson(), await client.nextJson(), await client.nextJson()];
    const of = (type: string | undefined) => told.find(({ notificationType }) => notificationType === type);
    t.match(of(undefined), { responseCode: 422 });
    t.match(of('client_error'), stray);
    t.match(of('query_complete'), { entity: { id: first.id, textQuery: { text: 'red shoes' } } });
    t.ok(await client.staysSilent());
    client.destroy();
  });

  t.test('without an earlier one, the client is told once that nobody takes the audio', async (t) => {
    const client = await service.connect();
    client.sendJson(refusals[401]);
    client.sendAudio(Buffer.alloc(3_000));
    client.endAudio();
    t.match(await client.nextJson(), { responseCode: 401 });
    t.match(await client.nextJson(), stray);
    t.ok(await client.staysSilent());
    client.destroy();
  });
});
