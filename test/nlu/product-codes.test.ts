import t from 'tap';
import { configuredPack } from '../../src/cli/configured-pack.js';
import { CatalogueIndex, createUnderstander } from '../../src/nlu/index.js';
import { english } from '../../src/nlu/locales/en.js';
import { sayTo } from './say-to.js';

const titles = [
  'Samsung Galaxy S22',
  'Samsung Galaxy S24',
  'Samsung Galaxy S23',
  'Samsung Galaxy S9 case',
  'Apple MacBook Air M1',
  'Apple MacBook Air M3',
  'Apple MacBook Air M2',
  'PS 4 controller',
  'Sony PS5 controller',
  'Ford F-100 floor mats',
  'Ford F-150 floor mats',
  'BMW 318d wiper blades',
  'BMW 320d wiper blades',
  'Canon EOS R5 body',
  'Canon EOS R6 body',
  'WD-40 spray',
  'Gigabyte RTX4090 graphics card',
  'Gigabyte RTX 4070 graphics card',
];
const catalogue = new CatalogueIndex(english);
for (const [index, title] of titles.entries()) catalogue.add({ id: String(index), title });
const understander = createUnderstander(configuredPack({ pack: 'product-search' }), { catalogue });

/** The title of the first product that is found. */
function found(text: string): string | undefined {
  const { entities } = sayTo(understander)(text);
  return (entities.products as { title: string }[])[0]?.title;
}

t.test('a code is found however it is written, or said', async (t) => {
  for (const [said, title] of [
    ['galaxy s twenty four', 'Samsung Galaxy S24'],
    ['galaxy s24', 'Samsung Galaxy S24'],
    ['galaxy s 23', 'Samsung Galaxy S23'],
    ['samsung galaxy s nine case', 'Samsung Galaxy S9 case'],
    ['macbook air m three', 'Apple MacBook Air M3'],
    ['macbook air m2', 'Apple MacBook Air M2'],
    ['ps five controller', 'Sony PS5 controller'],
    ['ps 5 controller', 'Sony PS5 controller'],
    ['f one fifty floor mats', 'Ford F-150 floor mats'],
    ['f150 floor mats', 'Ford F-150 floor mats'],
    ['bmw three twenty d wiper blades', 'BMW 320d wiper blades'],
    ['canon eos r six', 'Canon EOS R6 body'],
    ['w d forty', 'WD-40 spray'],
    ['wd40', 'WD-40 spray'],
    ['rtx forty ninety', 'Gigabyte RTX4090 graphics card'],
    ['rtx4070', 'Gigabyte RTX 4070 graphics card'],
  ])
    t.equal(found(said), title, said);
});

t.test('a number that is said in several words is one word of a title', async (t) => {
  const shop = new CatalogueIndex(english);
  for (const [index, title] of ["Levi's 501 jeans", 'Dell 4K monitor', 'Sony QHD monitor'].entries())
    shop.add({ id: String(index), title });
  const say = sayTo(createUnderstander(configuredPack({ pack: 'product-search' }), { catalogue: shop }));
  for (const said of [
    "levi's five oh one",
    "levi's five hundred and one",
    "levi's 501",
    'four k monitor',
    '4k monitor',
  ])
    t.match(say(said).entities, { total: 1, partial: undefined }, said);
});

t.test('what is no code stays what it is', async (t) => {
  const shop = new CatalogueIndex(english);
  shop.add({ id: '1', title: 'Samsung Galaxy A10' });
  shop.add({ id: '2', title: 'Tablet 10 inch' });
  const shopper = createUnderstander(configuredPack({ pack: 'product-search' }), { catalogue: shop });
  const { entities } = sayTo(shopper)('a ten inch tablet');
  t.strictSame(
    (entities.products as { title: string }[]).map(({ title }) => title),
    ['Tablet 10 inch'],
  );
});
