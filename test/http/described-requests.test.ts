import t from 'tap';
import { audioQuery, call, textQuery } from './calls.js';
import { isValid } from './json-schema-check.js';
import { ask, startPages } from './page-service.js';

t.test('bodies are valid by their description where the service takes them', async (t) => {
  const service = await startPages(t);
  const token = await service.sessionToken();
  const { CreateQuery, CreateConversation } = JSON.parse((await ask(service, 'GET', '/openapi.json')).text)
    .components.schemas;
  const agree = async (path: string, schema: Record<string, unknown>, body: unknown, isTaken: boolean) => {
    const name = JSON.stringify(body);
    const { status } = await call(service, path, { token, json: body });
    t.equal(status === 201, isTaken, `${name} is ${isTaken ? 'taken' : 'refused'}: ${status}`);
    t.equal(isValid(body, schema), isTaken, `${name} is ${isTaken ? 'valid' : 'not valid'}`);
  };
  const query = (body: unknown, isTaken: boolean) => agree('/queries', CreateQuery, body, isTaken);
  const priced = (price: unknown, isTaken: boolean) => query({ ...audioQuery, context: { price } }, isTaken);

  await query(audioQuery, true);
  await query(textQuery('red shoes'), true);
  await query({ locale: 'en-US', textQuery: { text: 'red shoes' } }, true);
  await query({ locale: 'en-US', textQuery: { text: null } }, true);
  await query({ ...audioQuery, textQuery: { text: ' ' } }, true);
  await query(textQuery(' \n'), false);
  await query({ locale: 'en-US', textQuery: { text: '' } }, false);
  await query({ locale: 'en-US', queryType: 'text' }, false);
  await query({ locale: 'en-US', queryType: 'text', textQuery: { text: null } }, false);

  for (const userId of [7, -(2 ** 53) + 1, '9007199254740992', null])
    await query({ ...audioQuery, userId }, true);
  for (const userId of [2 ** 53, -(2 ** 53), 0.5]) await query({ ...audioQuery, userId }, false);
  for (const conversationId of [
    '',
    'F5F8008F-FC5F-44AE-B7D8-3D3EDD262D35',
    'f5f8008f-fc5f-14ae-b7d8-3d3edd262d35',
  ])
    await query({ ...audioQuery, conversationId }, false);

  await priced({}, true);
  await priced({ type: null, value: null }, true);
  await priced({ type: 'exact', value: 0 }, true);
  await priced({ type: 'range', from: 1, to: 2, value: null }, true);
  await priced({ value: 5 }, false);
  await priced({ type: null, from: 5 }, false);
  await priced({ type: 'exact' }, false);
  await priced({ type: 'lessThan', value: null }, false);
  await priced({ type: 'range', from: 1 }, false);
  await priced({ type: 'range', value: 1 }, false);
  await priced({ type: 'approx', value: 2 ** 53 }, false);

  for (const context of [
    '{"__proto__":{}}',
    '{"attributes":{"__proto__":["red"]}}',
    '{"price":{"type":"exact","value":1,"__proto__":1}}',
  ])
    await query({ ...audioQuery, context: JSON.parse(context) }, false);

  const conversation = (body: unknown, isTaken: boolean) =>
    agree('/conversations', CreateConversation, body, isTaken);
  await conversation({ locale: 'en-US' }, true);
  await conversation({ locale: 'en-US', context: { price: { type: 'greaterThan', value: 20 } } }, true);
  await conversation({ locale: 'en-US', context: { price: { type: 'greaterThan' } } }, false);
  await conversation({ locale: null }, false);
});
