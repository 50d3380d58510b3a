import fc from 'fast-check';
import t from 'tap';
import { configuredPack } from '../../src/cli/configured-pack.js';
import { requestContextSchema } from '../../src/http/schemas/context-schema.js';
import { createUnderstander } from '../../src/nlu/index.js';
import type { Context } from '../../src/nlu/understanding.js';
import { call, textQuery } from './calls.js';
import { startService } from './service.js';

const amount = fc.oneof(
  fc.integer({ min: 0, max: 5_000 }).map(String),
  fc.double({ min: 0, max: 500, noNaN: true }).map((value) => `$${value.toFixed(2)}`),
  fc.constantFrom(
    'forty nine ninety nine',
    'half a million dollars',
    'nine hundred trillion dollars',
    '0 cents',
  ),
);
const price = fc.oneof(
  fc
    .tuple(fc.constantFrom('under', 'over', 'about', 'exactly', 'at most', 'no more than', ''), amount)
    .map(([comparison, said]) => `${comparison} ${said} dollars`),
  fc.tuple(amount, amount).map(([from, to]) => `between ${from} and ${to} dollars`),
);
const order = fc.constantFrom(
  'newest first',
  'most popular first',
  'sort by price',
  'most expensive first',
  'best rated first',
  'on sale first',
  'sort by relevance',
);
const refinement = fc.constantFrom(
  'in red',
  'cheaper ones',
  'more expensive',
  'go back',
  'any price',
  'start over',
);
const sentence = fc
  .tuple(
    fc.constantFrom('show me red shoes', 'blue shirts', 'only those', '', `show me ${'x'.repeat(1_900)}`),
    fc.oneof(price, order, refinement),
  )
  .map((parts) => parts.join(' ').trim());

t.test('the context of every answer may be sent with the next request', (t) => {
  for (const name of ['product-search', 'coffee-bar', 'home-control']) {
    const understander = createUnderstander(configuredPack({ pack: name }));
    fc.assert(
      fc.property(fc.array(sentence, { minLength: 1, maxLength: 4 }), (sentences) => {
        let context: Context = {};
        for (const text of sentences) {
          const readings = [{ text, confidence: 1 }];
          context = understander.understand({ locale: 'en-US', readings, context }).context;
          const read = requestContextSchema.safeParse(context);
          if (!read.success) throw new Error(`${text}: ${JSON.stringify(context)} ${read.error.message}`);
        }
      }),
      { numRuns: 300 },
    );
  }
  t.end();
});

t.test('over the wire, too, and with it come the fields of others', async (t) => {
  const service = await startService();
  t.teardown(() => service.close());
  const token = await service.sessionToken();
  let context: object | undefined = { theirs: { deep: [null, 1.5] } };
  for (const text of ['red shoes between $20 and $49.50', 'newest first', 'under 30 dollars', 'any price']) {
    const reply = await call(service, '/queries', { token, json: { ...textQuery(text), context } });
    t.equal(reply.status, 201, text);
    t.match(reply.json.context, { theirs: { deep: [null, 1.5] }, sortBy: /^(new)?$/ });
    context = reply.json.context;
  }
});

t.test('a field that would be lost is refused where it stands', async (t) => {
  const service = await startService();
  t.teardown(() => service.close());
  const token = await service.sessionToken();
  // Written out: in a literal it is no field.
  const withProto = (context: string) => JSON.parse(context.replaceAll('proto', '__proto__')) as object;
  const rows = [
    ['{"proto":["x"]}', '/context/__proto__'],
    ['{"attributes":{"color":"red","proto":["x"]}}', '/context/attributes/__proto__'],
    ['{"price":{"type":"exact","value":5,"proto":1}}', '/context/price/__proto__'],
  ];
  for (const [context, pointer] of rows) {
    const json = { locale: 'en-US', context: withProto(context) };
    for (const address of ['/queries', '/conversations']) {
      const reply = await call(service, address, { token, json });
      t.equal(reply.status, 400, `${address}: ${context}`);
      t.strictSame(reply.json.errors, [{ pointer, detail: 'is a name that no field can have' }]);
    }
  }
  const context = withProto('{"theirs":{"proto":{"deep":1}}}');
  const reply = await call(service, '/queries', { token, json: { ...textQuery('red shoes'), context } });
  t.match(
    JSON.stringify(reply.json.context),
    '"theirs":{"__proto__":{"deep":1}}',
    "in others' fields it stays",
  );
});

t.test('what the pack cannot mean in a context is refused, and what it can is said', async (t) => {
  const service = await startService();
  t.teardown(() => service.close());
  const token = await service.sessionToken();
  const orders = 'must be empty or one of priceLowToHigh, priceHighToLow, new, popular, rating, sale';
  for (const address of ['/queries', '/conversations']) {
    const json = { ...textQuery('red shoes'), context: { sortBy: 'price' } };
    const reply = await call(service, address, { token, json });
    t.equal(reply.status, 400, address);
    t.strictSame(reply.json.errors, [{ pointer: '/context/sortBy', detail: orders }], address);
    for (const sortBy of ['', 'priceLowToHigh', null])
      t.equal((await call(service, address, { token, json: { ...json, context: { sortBy } } })).status, 201);
  }
});

t.test("so it is with the kinds of fields of any pack; what it does not know is the client's own", (t) => {
  const bar = createUnderstander(configuredPack({ pack: 'coffee-bar' }));
  const faults = (context: Context) => bar.contextFaults(context).map(({ pointer }) => pointer);
  t.strictSame(faults({ order: 'latte', theirs: 5, sortBy: 'size' }), ['/order']);
  t.strictSame(faults({ order: [{ drink: 'latte' }], name: null }), []);
  const home = createUnderstander(configuredPack({ pack: 'home-control' }));
  t.match(home.contextFaults({ area: ['kitchen'], device: 'light' }), [
    { pointer: '/area', detail: 'must be a string' },
  ]);
  t.strictSame(home.contextFaults({ area: ['kitchen'], device: 'light' }).length, 1);
  const shop = createUnderstander(configuredPack({ pack: 'product-search' }));
  t.strictSame(shop.contextFaults({ attributes: 'red', keywords: [5] } as unknown as Context).length, 2);
  t.end();
});
