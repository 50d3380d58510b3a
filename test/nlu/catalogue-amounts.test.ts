import fc from 'fast-check';
import t from 'tap';
import { CatalogueIndex, type Product } from '../../src/nlu/index.js';
import { english } from '../../src/nlu/locales/en.js';

const retrieval = { keywords: 'keywords', attributes: 'attributes', omit: [], intents: [] };

/** A catalogue of these products, and how the titles begin that it finds. */
function shop(...products: Omit<Product, 'id'>[]) {
  const index = new CatalogueIndex(english);
  for (const [id, product] of products.entries()) index.add({ id: String(id), ...product });
  return (keywords: string[], attributes: Record<string, string[]>, excluded: string[] = []) => {
    const { products: found, isPartial } = index.search({
      context: { keywords, attributes },
      retrieval,
      excluded,
    });
    const titles = found.map(({ title }) => title.split(' ').slice(0, 2).join(' ')).sort();
    return isPartial ? `none but ${titles.length}` : titles.join(', ');
  };
}

const sized = (title: string, ...size: string[]) => ({ title, attributes: { size } });

t.test('bounds of a size are compared as numbers, in whatever unit', (t) => {
  const find = shop(
    sized('TV A', '43 inch'),
    sized('TV B', '55"'),
    sized('TV C', '65-inch'),
    sized('TV D', '140 cm'),
  );
  for (const [sizes, titles] of [
    [['over 50 inch'], 'TV B, TV C, TV D'],
    [['over 55 inch'], 'TV C, TV D'],
    [['at least 55 inch'], 'TV B, TV C, TV D'],
    [['under 55 inch'], 'TV A'],
    [['at most 55 inch'], 'TV A, TV B'],
    [['50 to 60 inch'], 'TV B, TV D'],
    [['50 inch to 60'], 'TV B, TV D'],
    [['over 50 inch', 'under 60 inch'], 'TV B, TV D'],
    [['43 inch', '65 inch'], 'TV A, TV C'],
    [['over 60 inch', '43 inch'], 'TV A, TV C'],
    [['55 inch'], 'TV B, TV D'],
    [['over 150 cm'], 'TV C'],
    [['over 70 inch'], 'none but 4'],
  ] as const)
    t.equal(find(['tv'], { size: [...sizes] }), titles, sizes.join(' and '));
  t.equal(find(['tv'], {}, ['over 60 inch']), 'TV A, TV B, TV D', 'not wanted');
  t.end();
});

t.test('sizes without a unit are numbers, too', (t) => {
  const find = shop(
    sized('Shoe A', '8'),
    sized('Shoe B', '9', '9.5'),
    sized('Shoe C', '8.5'),
    sized('Shirt', 'M'),
  );
  for (const [sizes, titles] of [
    [['8', '9'], 'Shoe A, Shoe B'],
    [['8 to 9'], 'Shoe A, Shoe B, Shoe C'],
    [['9.5'], 'Shoe B'],
    [['11 to 12'], 'none but 3'],
  ] as const)
    t.equal(find(['shoe'], { size: [...sizes] }), titles, sizes.join(' and '));
  t.end();
});

t.test('a weight and a length are asked for together; what has no attribute is read from the title', (t) => {
  const find = shop(
    { title: 'Laptop A 15.6 inch 16 GB 1.8 kg' },
    { title: 'Laptop B 14" 32GB', description: 'Weighs 1,400 g.' },
    { title: 'Laptop C 17 in, 8 GB, 2.5 kg', attributes: { size: ['17.3 inch'] } },
  );
  for (const [sizes, titles] of [
    [['at least 16 gigabyte'], 'Laptop A, Laptop B'],
    [['at least 15 inch', 'at most 2 kilogram'], 'Laptop A'],
    [['at most 2 kilogram'], 'Laptop A, Laptop B'],
    [['17 inch'], 'none but 3'],
    [['17.3 inch'], 'Laptop C'],
  ] as const)
    t.equal(find(['laptop'], { size: [...sizes] }), titles, sizes.join(' and '));
  t.end();
});

t.test('what is counted in no unit is compared within its attribute', (t) => {
  const tent = (title: string, capacity: string) => ({ title, attributes: { capacity: [capacity] } });
  const find = shop(tent('Tent A', '2 person'), tent('Tent B', '4 persons'), tent('Tent C', '6'));
  t.equal(find(['tent'], { capacity: ['over 3 person'] }), 'Tent B, Tent C');
  t.equal(find(['tent'], { capacity: ['2 to 4 person'] }), 'Tent A, Tent B');
  t.equal(find(['tent'], { capacity: ['4 person'] }), 'Tent B');
  t.end();
});

t.test('sides are no single length', (t) => {
  const find = shop({ title: 'Rug A 100 x 150 cm' }, { title: 'Rug B 140 cm' });
  t.equal(find(['rug'], { size: ['over 120 cm'] }), 'Rug B');
  t.end();
});

t.test('of any amounts a bound finds those beyond it, and its counterpart the others', (t) => {
  const title = (one: number) => `pole ${one}`;
  const amount = fc.integer({ min: 1, max: 400 });
  fc.assert(
    fc.property(fc.uniqueArray(amount, { minLength: 1, maxLength: 8 }), amount, (amounts, bound) => {
      const find = shop(...amounts.map((one) => sized(title(one), `${one} cm`)));
      const isRight = (words: string, isWithin: (one: number) => boolean) => {
        const wanted = amounts.filter(isWithin).map(title).sort();
        const found = find(['pole'], { size: [`${words} ${bound} cm`] });
        return found === (wanted.length > 0 ? wanted.join(', ') : `none but ${amounts.length}`);
      };
      return (
        isRight('over', (one) => one > bound) &&
        isRight('under', (one) => one < bound) &&
        isRight('at least', (one) => one >= bound) &&
        isRight('at most', (one) => one <= bound)
      );
    }),
  );
  t.end();
});
