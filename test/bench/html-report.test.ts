import t from 'tap';
import { renderReport } from '../../bench/html-report.js';

/** The cells of each row of the page. */
function rowsOf(html: string): string[][] {
  return [...html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row]) =>
    [...row.matchAll(/<t[dh]>(.*?)<\/t[dh]>/g)].map(([, cell]) => cell),
  );
}

function tablesOf(result: object): string[][] {
  return rowsOf(renderReport([{ name: 'a bench', result, pictures: [] }]));
}

t.test('of a list the rows are named by what they are of', async (t) => {
  const table = [
    { set: 'books & more', 'WER %': 13, ttfsMs: { p50: 200 } },
    { set: 'numbers', 'WER %': 1.9, cutOff: 0 },
  ];
  t.strictSame(tablesOf({ table }), [
    ['set', 'WER %', 'ttfsMs.p50', 'cutOff'],
    ['books &amp; more', '13', '200', ''],
    ['numbers', '1.9', '', '0'],
  ]);
});

t.test(
  'of a distribution the columns are its quantiles, other figures and words have a row each',
  async (t) => {
    const result = { bench: 'a bench', model: 'tiny', streams: 8, ttfsMs: { count: 3, p50: 200, p95: 400 } };
    t.strictSame(tablesOf(result), [
      ['', 'count', 'mean', 'p50', 'p90', 'p95', 'p99', 'max'],
      ['ttfsMs', '3', '', '200', '', '400', '', ''],
      ['model', 'tiny'],
      ['streams', '8'],
    ]);
  },
);

t.test('a curve has no table', async (t) => {
  const memory = Array.from({ length: 120 }, (_, minute) => ({ minute, miB: 400 }));
  t.strictSame(tablesOf({ memory }), []);
});
