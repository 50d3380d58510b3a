import { join } from 'node:path';
import t from 'tap';
import { earshot } from './run-earshot.js';

const shop = `
name: hats
locales: [en-US]
lists: { thing: { inflect: true, values: [hat, cap] } }
entities: { thing: { into: keywords } }
fields: { keywords: { kind: list } }
retrieval: { keywords: keywords, intents: [find] }
intents: { find: { sentences: ["{thing}"], context: [replace], replies: ["{total}."] } }
fallback: { silence: [Yes?], none: ["What?"] }
`;

t.test('a catalogue is imported, and searched with what a pack understands', async (t) => {
  const rows = ['title,price,brand', 'Hat,5,Acme', 'Top hat,20.5,', ...Array<string>(25).fill('Cap,dear,')];
  const folder = t.testdir({
    'hats.csv': `${rows.join('\n')}\n`,
    'shop.yaml': shop,
    'talk.yaml': shop.replace(/retrieval.*\n/, ''),
    data: {},
  });
  const data = join(folder, 'data');
  const search = (sentence: string, ...more: string[]) =>
    earshot(['catalogue', 'search', sentence, '--data', data, '--pack', join(folder, 'shop.yaml'), ...more]);

  t.match(await search('hats'), { code: 1, err: /no catalogue in .*; import one with: / });
  const pack = ['--data', data, '--pack', join(folder, 'shop.yaml')];
  const imported = await earshot(['catalogue', 'import', join(folder, 'hats.csv'), ...pack]);
  t.equal(imported.code, 0);
  t.match(imported.out, /hats\.csv:4: the price "dear" is not a number\n/);
  t.match(
    imported.out,
    /\n\.\.\. and 5 more rows left out\n2 products imported, 25 rows left out, [\d.]+ s\n$/,
  );

  t.match(await search('hats'), { code: 0, out: '2.\n      5.00  Hat (Acme)\n     20.50  Top hat\n' });
  t.match(JSON.parse((await search('hat', '--json')).out), {
    intent: 'find',
    context: { keywords: ['hat'] },
    entities: { products: [{ title: 'Hat' }, { title: 'Top hat' }] },
  });
  t.match(await search('hats', '--locale', 'de-DE'), { code: 1, err: /locale de-DE. Served: en-US\./ });
  t.match(await search('hats', '--pack', join(folder, 'talk.yaml')), {
    code: 1,
    err: /The pack hats searches no products; name one that does with --pack\./,
  });
});
