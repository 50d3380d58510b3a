import t from 'tap';
import { configuredPack } from '../../src/cli/configured-pack.js';
import {
  CatalogueIndex,
  createUnderstander,
  type Product,
  type UnderstandResult,
} from '../../src/nlu/index.js';
import { english } from '../../src/nlu/locales/en.js';
import { sayTo, typed } from './say-to.js';
import { catalogue } from './small-catalogue.js';

const pack = configuredPack({ pack: 'product-search' });
let clock = Date.UTC(2026, 10, 20);
const understander = createUnderstander(pack, { now: () => new Date(clock) });
const say = sayTo(understander);

t.test('memory: repeat, undo, expiry, and whatever else comes back as memory', async (t) => {
  const first = say('red shoes under fifty dollars');
  t.equal(say('repeat that', first).reply.text, first.reply.text);
  const second = say('only adidas', first);
  t.same(say('undo', second).context, first.context);
  const without = say('not leather', second);
  t.same(without.entities.excluded, ['leather']);
  const undone = say('undo', without);
  t.equal(undone.entities.excluded, undefined, 'what was not wanted is undone, too');
  t.same(undone.context, second.context);
  t.same(JSON.parse(JSON.stringify(second.memory)), second.memory, 'plain JSON');
  clock += 3_600_000;
  t.same(say('undo', second).context, second.context, 'too old to undo');
  clock -= 3_600_000;
  for (const memory of [null, 7, 'x', [], { v: 2 }, { v: 1, history: 'no' }]) {
    t.equal(understander.understand({ locale: 'en-US', ...typed('red shoes'), memory }).intent, 'newSearch');
  }
  t.equal(
    say('red shoes', first).reply.text,
    say('red shoes', first).reply.text,
    'the same turn gets the same reply',
  );
});

t.test('what alone is kept of a search, and the search that came first', async (t) => {
  const euros = say('size nine', say('red shoes under fifty euros but not leather'));
  const kept = say('start over but keep the price', euros);
  t.same(kept.context, { keywords: [], attributes: {}, price: { type: 'lessThan', value: 50 }, sortBy: '' });
  t.equal(kept.entities.excluded, undefined, 'what was not wanted goes, too');
  t.match(kept.reply.text, /under €50/, 'the currency stays with the price');
  const sized = say('keep the size and drop the rest', euros);
  t.match(sized.context, { keywords: ['shoes'], attributes: { size: ['9'] }, price: {} });
  const hats = say('blue ones', say('hats', euros));
  const first = say('back to the first search', hats);
  t.same(first.context, euros.context, 'as it was left');
  t.same(first.entities.excluded, ['leather']);
  t.same(say('undo', first).context, hats.context);
});

t.test('a currency that was said is kept with the price, and goes with it', async (t) => {
  const euros = say('a suitcase for about eighty euros');
  t.match(euros.reply.text, /€80/);
  t.same(euros.context.price, { type: 'approx', value: 80 }, 'the wire knows whole units only');
  const more = say('or maybe up to a hundred', euros);
  t.match(more.reply.text, /under €100/);
  t.same(more.entities.amounts, [{ amount: '100', currency: 'EUR', text: 'up to a hundred' }]);
  t.match(say('make it blue', more).reply.text, /€100/);
  const undone = say('undo', say('under fifty dollars', more));
  t.match(say('show me all of them', undone).reply.text, /under €100/);
  t.match(say('a lamp under thirty', more).reply.text, /under \$30/);
  const none = say('any price', more);
  t.match(say('under sixty', none).reply.text, /under \$60/);
});

t.test('a number is in the currency of the products, where they all have the same one', async (t) => {
  const index = new CatalogueIndex(english);
  index.add({ id: '1', title: 'Suitcase', price: 70, currency: 'eur' });
  const abroad = sayTo(createUnderstander(pack, { catalogue: index, now: () => new Date(clock) }));
  const euros = abroad('a suitcase under eighty');
  t.match(euros.reply.text, /under €80/);
  t.same(euros.entities.amounts, [{ amount: '80', currency: 'EUR', text: 'under eighty' }]);
  t.match(abroad('a suitcase under eighty dollars').reply.text, /under \$80/);
  index.add({ id: '2', title: 'Trunk', price: 90 });
  t.match(
    abroad('a suitcase under eighty').reply.text,
    /under \$80/,
    'a price without one is in that of the region',
  );
});

const shop = createUnderstander(pack, { catalogue, now: () => new Date(clock) });

t.test('products: found, filtered, sorted, and spoken of', async (t) => {
  const ask = sayTo(shop);
  const ids = (result: UnderstandResult) => (result.entities.products as Product[]).map(({ id }) => id);
  const all = ask('running shoes');
  t.same(ids(all).sort(), ['1', '2', '3']);
  t.match(all.reply.text, /3 /);
  t.same(ids(ask('red running shoes')).sort(), ['1', '3']);
  t.same(ids(ask('running shoes under sixty dollars')).sort(), ['2', '3']);
  t.same(
    ids(ask('running shoes for thirty nine dollars or less')),
    ['3'],
    'the amount itself is one of them',
  );
  t.same(ids(ask('boots for at least a hundred and twenty dollars')), ['4']);
  t.same(ids(ask('running shoes size ten')).sort(), ['1', '2']);
  t.same(ids(ask("men's running shoes")), ['1']);
  t.same(
    ids(ask('brown running shoes')).sort(),
    ['1', '2', '3'],
    'what has not all of it, but is such a thing',
  );
  t.match(ask('brown running shoes').reply.text, /^No exact match for brown running shoes\. 3 products/);
  t.equal(ask('brown running shoes').entities.partial, true);
  t.equal(ask('red running shoes').entities.partial, undefined);
  t.same(ids(ask('red hats')), [], 'never what only has the color of it');
  t.equal(ask('red hats').reply.text, 'I found nothing for red hats.');
  const sorted = ask('sort by price low to high', all);
  t.same(ids(sorted), ['3', '2', '1']);
  t.same(ids(ask('sort by rating', all)), ['3', '1', '2']);
  const second = ask('the second one', sorted);
  t.same(second.entities.selected, {
    ...{ position: 2, id: '2', title: 'Adidas running shoe', price: 59.5, brand: 'Adidas' },
    attributes: { color: ['blue'], size: ['10'], department: ["Women's"] },
    rating: 3.9,
  });
  t.match(second.reply.text, /Adidas running shoe, \$59\.50\./);
  t.match(ask('how much is it', second).reply.text, /is \$59\.50\.$/);
  t.match(ask('what is the price of the first one', second).reply.text, /is £39\.$/, 'by its own currency');
  const cheaper = ask('show me cheaper ones', second);
  t.same(cheaper.context.price, { type: 'lessThan', value: 60 });
  t.match(ask('add it to my cart', second).reply.text, /Adidas running shoe/);
  t.match(ask('the ninth one', sorted).reply.text, /no such/);
  t.match(ask('next', second).entities.selected, { id: '1' });
  t.same(ids(ask('iphone eleven case')), ['5'], 'spoken numbers find written ones');
  t.same(ids(ask('creme brulee torch')), ['6'], 'accents that nobody says');
  t.same(ids(ask('jalapeño chips')), ['7']);
  t.same(ids(ask('purple elephants')), []);
  t.match(ask('purple elephants').reply.text, /0 |nothing|no /i);
  const others = ask('not adidas', all);
  t.notOk(ids(others).includes('2'), 'what is not wanted is not found');
  t.notOk(ids(ask('under a hundred dollars', others)).includes('2'), 'nor later');
  t.ok(ids(ask('adidas', others)).includes('2'), 'until it is asked for');
  t.same(ids(ask('rated at least four and a half stars', all)).sort(), ['1', '3']);
});

t.test('the search text is of what was said, or of the whole search once that goes on', async (t) => {
  const text = (result: UnderstandResult) => result.entities.queryString;
  const wired = say('show me wired headphones with a microphone');
  t.equal(text(wired), 'wired headphones with microphone');
  const wireless = say('wireless', wired);
  t.equal(text(wireless), 'headphones microphone wireless', 'also where one took the place of another');
  t.equal(text(say('remove wireless', wireless)), 'headphones microphone', 'also where one is gone');
  t.equal(text(say('show me lamps made of glass', wireless)), 'lamps glass', 'another search is its own');
  t.equal(text(say('not the red ones show me blue jackets', wireless)), 'blue jackets');
});

t.test('of an alarm and of a reminder that is put right stays what nobody spoke of', async (t) => {
  const home = createUnderstander(configuredPack({ pack: 'home-control' }), {
    now: () => new Date(2026, 10, 20, 12),
  });
  const replies = (...said: string[]) => {
    let state: Partial<ReturnType<typeof home.understand>> = {};
    return said.map((text) => {
      const { context, memory } = state;
      state = home.understand({ locale: 'en-US', ...typed(text), context, memory });
      return state.reply?.text;
    });
  };
  t.same(replies('wake me at six tomorrow', 'no half past six', 'make it sunday', 'actually every weekday'), [
    'Alarm set for 06:00 on Saturday, November 21.',
    'Alarm set for 06:30 on Saturday, November 21.',
    'Alarm set for 06:30 on Sunday, November 22.',
    'Alarm set for 06:30, weekdays.',
  ]);
  t.same(replies('set an alarm for monday at seven', 'set an alarm for eight'), [
    'Alarm set for 07:00 on Monday, November 23.',
    'Alarm set for 08:00.',
  ]);
  t.same(replies('remind me to ring grandma', 'on sunday', 'at four', 'no in ten minutes'), [
    'When shall I remind you?',
    "I'll remind you to ring grandma on Sunday, November 22.",
    "I'll remind you to ring grandma on Sunday, November 22 at 16:00.",
    "I'll remind you to ring grandma in 10 minutes.",
  ]);
});
