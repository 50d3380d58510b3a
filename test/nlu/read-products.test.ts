import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import t, { type Test } from 'tap';
import type { Product } from '../../src/nlu/catalogue/catalogue.js';
import { type BadRow, readProducts } from '../../src/nlu/catalogue/read-products.js';

async function read(t: Test, name: string, content: string | Buffer, attributes?: readonly string[]) {
  const file = join(t.testdir(), name);
  writeFileSync(file, content);
  const products: Product[] = [];
  const bad: BadRow[] = [];
  for await (const product of readProducts(file, { attributes, onBadRow: (row) => bad.push(row) }))
    products.push(product);
  return { products, bad };
}

const shoe = { id: 'a1', title: 'Red shoe, wide', price: 1299.5, attributes: { color: ['red'] } };

t.test('the same products from every format', async (t) => {
  const files: Record<string, string> = {
    'comma.csv': 'SKU,Product Name,Price,Colour\na1,"Red shoe, wide","1,299.50",red\n',
    'semicolon.csv': '\uFEFFid;title;price;color\r\na1;Red shoe, wide;1.299,50 €;red\r\n',
    'excel.csv': '\uFEFFsep=;\r\nid;title;price;color\r\na1;Red shoe, wide;1.299,50 €;red\r\n',
    'tab.tsv': 'id\ttitle\tsale_price\tcolor\na1\tRed shoe, wide\t$1299.50\tred',
    'lines.jsonl': '\uFEFF{"id":"a1","title":"Red shoe, wide","price":1299.5,"color":"red"}\n\n',
    'array.json': JSON.stringify([{ sku: 'a1', name: 'Red shoe, wide', price: '1299.50', colors: ['red'] }]),
    'object.json': JSON.stringify({ products: [{ ...shoe }] }),
  };
  for (const [name, content] of Object.entries(files)) {
    t.strictSame(await read(t, name, content), { products: [shoe], bad: [] }, name);
  }
});

t.test('quoted line ends and doubled quotes', async (t) => {
  const { products } = await read(
    t,
    'a.csv',
    'id,title,description\n1,"12"" wheel","two\nlines"\n2,Plain,x\n',
  );
  t.strictSame(
    products.map(({ title }) => title),
    ['12" wheel', 'Plain'],
  );
});

t.test('prices as shops write them', async (t) => {
  const prices: Record<string, number | undefined> = {
    'Rs. 1,299': 1299,
    'Rs.499': 499,
    'S/. 25.50': 25.5,
    '49,-': 49,
    "CHF 1'299.–": 1299,
    '1 299,00 €': 1299,
    '$.99': 0.99,
    ' ': undefined,
  };
  const rows = Object.keys(prices).map((price, index) => ({ id: String(index), title: 'Hat', price }));
  const { products, bad } = await read(t, 'a.json', JSON.stringify(rows));
  t.strictSame(bad, []);
  t.strictSame(
    products.map(({ price }) => price),
    Object.values(prices),
  );
});

t.test('what is not one price is told, not guessed', async (t) => {
  const odd = ['49.99 (was 59.99)', '2 for 10', '2 x 4.99', '16GB 199', '1e3', '2k', '3 M'];
  const rows = odd.map((price, index) => ({ id: String(index), title: 'Hat', price }));
  const { products, bad } = await read(t, 'a.json', JSON.stringify(rows));
  t.strictSame(products, []);
  t.strictSame(
    bad.map(({ reason }) => odd.some((price) => reason.includes(`price "${price}"`))),
    odd.map(() => true),
  );
});

t.test('values of an attribute are split where there are several', async (t) => {
  const cases: Record<string, string[]> = {
    'red/blue': ['red', 'blue'],
    '8/9/10': ['8', '9', '10'],
    'S, M; L | XL': ['S', 'M', 'L', 'XL'],
    '1/2 inch': ['1/2 inch'],
    'W32/34': ['W32/34'],
    '3/4 inch, 1/2 inch': ['3/4 inch', '1/2 inch'],
  };
  const rows = Object.keys(cases).map((size, index) => ({ id: String(index), title: 'Hat', price: 1, size }));
  const { products } = await read(t, 'a.json', JSON.stringify(rows));
  t.strictSame(
    products.map(({ attributes }) => attributes?.size),
    Object.values(cases),
  );
});

t.test('columns by the names that shop systems give them', async (t) => {
  const { products } = await read(
    t,
    'a.csv',
    'Handle,Title,Body (HTML),Variant Price\nhat,Hat,<p>Warm</p>,5\n',
  );
  t.match(products, [{ id: 'hat', title: 'Hat', description: / Warm /, price: 5 }]);
});

t.test('what a pack names is taken from columns beside the known ones', async (t) => {
  const files = {
    'a.csv': 'title,Artist,room no.,Maker,type,cost\nNight Ferry,"Brandauer, Ilse",3|4,Kunst AG,oil,900\n',
    'a.json': JSON.stringify([
      { title: 'Night Ferry', artist: 'Brandauer, Ilse', roomNo: [3, 4], maker: 'Kunst AG', type: 'oil' },
    ]),
  };
  for (const [name, content] of Object.entries(files)) {
    const { products } = await read(t, name, content, ['artist', 'roomNo', 'type']);
    t.match(products, [{ brand: 'Kunst AG', category: 'oil' }], 'a known one as well');
    t.strictSame(
      products[0].attributes,
      { artist: ['Brandauer, Ilse'], roomNo: ['3', '4'], type: ['oil'] },
      'whole, but for several',
    );
  }
});

t.test('columns that nothing is taken from are named once', async (t) => {
  const file = join(
    t.testdir({ 'a.csv': 'title,Warehouse,price,Shelf,none\nHat,B,5,7,\nCap,C,6,8,\n' }),
    'a.csv',
  );
  const unused: string[] = [];
  for await (const product of readProducts(file, {
    onBadRow() {},
    onUnusedColumn: (name) => unused.push(name),
  }))
    t.ok(product.price);
  t.strictSame(unused, ['Warehouse', 'Shelf'], 'an empty one holds nothing that could be missed');
});

t.test('a row without an id takes none that another row has', async (t) => {
  const { products, bad } = await read(t, 'a.csv', 'id,title\n,Hat\n2,Cap\n1,Scarf\n,Glove\n');
  t.strictSame(bad, []);
  t.strictSame(
    products.map(({ id }) => id),
    ['row-2', '2', '1', 'row-5'],
  );
});

t.test('bad rows are named with their line, good ones kept', async (t) => {
  const csv = await read(t, 'a.csv', 'id,title,price\n1,,5\n2,Hat,dear\n3,Scarf\n4,Glove,7\n4,Again,7\n');
  t.strictSame(
    csv.products.map(({ id }) => id),
    ['4'],
  );
  t.match(csv.bad, [
    { line: 2, reason: /title is missing/ },
    { line: 3, reason: /price "dear"/ },
    { line: 4, reason: /2 fields, but the header has 3/ },
    { line: 6, reason: /"4" appears twice/ },
  ]);
  const lines = await read(t, 'a.jsonl', '{"title":"Hat"}\n{broken\n[]\n{"title":"Cap","price":-1}\n');
  t.strictSame(lines.products, [{ id: 'row-1', title: 'Hat' }]);
  t.match(lines.bad, [{ line: 2, reason: /not valid JSON/ }, { line: 3 }, { line: 4, reason: /price/ }]);
});

t.test('files that hold no products are refused as a whole', async (t) => {
  await t.rejects(read(t, 'a.csv', 'colour,weight\nred,1\n'), {
    code: 'invalid_catalogue',
    message: /title/,
  });
  await t.rejects(read(t, 'a.json', '{"items":[]}'), { code: 'invalid_catalogue' });
  for (const cut of ['', '{"products":', '[{"title":"Hat"},'])
    await t.rejects(read(t, 'a.json', cut), { code: 'invalid_catalogue', message: /cut short.*again/ }, cut);
  await t.rejects(read(t, 'a.json', '{"title":"Hat"}\n{"title":"Cap"}\n'), {
    message: /a\.json:2: not valid JSON: .*\.jsonl/,
  });
  await t.rejects(read(t, 'a.xlsx', 'PK'), { code: 'invalid_catalogue', message: /\.csv/ });
  await t.rejects(readProducts('nowhere.csv', { onBadRow() {} }).next(), {
    message: /Cannot read nowhere.csv/,
  });
  await t.rejects(read(t, 'a.csv', 'id,title\n1,Hat\n2,"Cap\n3,Scarf\n'), { message: /a\.csv:3: .*quote/ });
  await t.rejects(read(t, 'a.json', '[\n{"title":"Hat"},\n{"title":"Cap",}]'), { message: /a\.json:3: / });
  t.strictSame(await read(t, 'empty.jsonl', ''), { products: [], bad: [] });
});

t.test(
  'a file in another encoding is refused with what to do, and not read with broken letters',
  async (t) => {
    const rows = `title,price\n${'plain,1\n'.repeat(2000)}`;
    for (const [content, line] of [
      [Buffer.from(`${rows}café,2\n`, 'latin1'), 2002],
      [Buffer.from('\uFEFFtitle,price\ncafé,2\n', 'utf16le'), 1],
      [Buffer.concat([Buffer.from('title,price\ncaf'), Buffer.from('é').subarray(0, 1)]), 2],
    ] as const) {
      const refused = await read(t, 'a.csv', content).catch((error) => error);
      t.match(refused, { code: 'invalid_catalogue' });
      t.match(refused.message, /not in UTF-8 \(from line \d+ on\): save it as "CSV UTF-8"/);
      t.ok(Math.abs(Number(/line (\d+)/.exec(refused.message)?.[1]) - line) < 600);
    }
  },
);

t.test('anything can be in a file', async (t) => {
  const header = 'id,title,price\n';
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 80 }), async (text) => {
      for (const name of ['any.csv', 'any.jsonl']) {
        const { products } = await read(t, name, name === 'any.csv' ? header + text : text);
        for (const { title } of products) if (title.trim() === '') return false;
      }
      return true;
    }),
    { numRuns: 60 },
  );
});

t.test(
  'what a product says of itself is taken in any form that means it, and nothing that does not',
  async (t) => {
    const one = async (row: object) =>
      (await read(t, 'a.jsonl', `${JSON.stringify({ title: 'Hat', ...row })}\n`)).products[0];
    const plain = { id: 'row-1', title: 'Hat' };
    t.same(await one({ id: null, rating: 'great', popularity: null, brand: {}, url: ' ' }), plain);
    t.same(await one({ rating: '4.5', popularity: 12 }), { ...plain, rating: 4.5, popularity: 12 });
    t.same(await one({ title: ['Cap', 'Hat'], id: 7 }), { id: '7', title: 'Cap' });
    for (const [onSale, expected] of [
      ['yes', true],
      ['Y', true],
      [1, true],
      [true, true],
      ['no', false],
      [0, false],
      ['was once', false],
    ])
      t.same(await one({ on_sale: onSale }), { ...plain, onSale: expected }, `${onSale}`);
    t.same(await one({ colors: ['red', '', null, {}, 5] }), {
      ...plain,
      attributes: { color: ['red', '5'] },
    });
    t.same(await one({ attributes: { Color: 'red, blue', fit: null, size: { eu: 40 }, material: [''] } }), {
      ...plain,
      attributes: { color: ['red', 'blue'] },
    });
    t.same(await one({ attributes: 'red' }), plain);
    t.same(await one({ price: '1.299.500' }), { ...plain, price: 1_299_500 });
    t.same(await one({ price: '1.500.000,50' }), { ...plain, price: 1_500_000.5 });
  },
);

t.test(
  'a file of a header alone, or of no line end, holds no products, and what is no object is no row',
  async (t) => {
    t.same(await read(t, 'a.csv', 'id,title'), { products: [], bad: [] });
    const { products, bad } = await read(t, 'a.jsonl', 'null\n5\n"Hat"\n{"title":"Cap"}\n');
    t.equal(products.length, 1);
    t.same(
      bad.map(({ line, reason }) => `${line}: ${reason}`),
      ['1: not an object', '2: not an object', '3: not an object'],
    );
  },
);

t.test('of keys that are data a hundred are told', async (t) => {
  const file = join(t.testdir(), 'a.jsonl');
  writeFileSync(
    file,
    Array.from({ length: 150 }, (_, at) => JSON.stringify({ title: 'Hat', [`stock of shop ${at}`]: 1 })).join(
      '\n',
    ),
  );
  const unused: string[] = [];
  for await (const product of readProducts(file, {
    onBadRow() {},
    onUnusedColumn: (name) => unused.push(name),
  }))
    t.equal(product.title, 'Hat');
  t.equal(unused.length, 100);
});
