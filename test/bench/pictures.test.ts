import { readdirSync, readFileSync } from 'node:fs';
import t from 'tap';
import { pictures } from '../../bench/pictures.js';

/** What stands in a picture, in its order. */
function textsOf(svg: string): string[] {
  return [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);
}

const row = (of: string, name: string, condition: string, wer: number) => ({ of, name, condition, wer });

t.test('word errors at several levels of noise are lines over these, a set each', async (t) => {
  const table = ['all', 'an4'].flatMap((name) =>
    ['clean', '10 dB', '0 dB', 'room'].map((condition, at) => row('set', name, condition, 0.1 + at / 10)),
  );
  const svg = pictures.wer({ table });
  t.equal(svg.match(/<polyline/g)?.length, 2);
  const texts = textsOf(svg);
  t.strictSame(texts.slice(0, 4), ['Word error rate in noise', 'clean', '10 dB', '0 dB']);
  t.strictSame(texts.slice(-2), ['all', 'an4']);
});

t.test(
  'other word errors are bars, sets apart from speakers, and none where nothing was measured',
  async (t) => {
    const svg = pictures.wer({
      table: [
        row('set', 'all', 'clean', 0.113),
        row('set', 'all', 'clean, no LM', 0.2),
        row('group', 'Scots & others', 'clean', 0.054),
      ],
    });
    t.equal(svg.match(/<rect [^>]*height="12"/g)?.length, 3);
    const texts = textsOf(svg);
    t.ok(texts.indexOf('Sets') < texts.indexOf('all'));
    t.ok(texts.indexOf('all') < texts.indexOf('Speakers'));
    t.ok(texts.indexOf('Speakers') < texts.indexOf('Scots &amp; others'));
    for (const value of ['11.3', '20', '5.4']) t.ok(texts.includes(value), value);
  },
);

t.test('words of a target are drawn after the bars', async (t) => {
  const http = { name: 'a query, Earshot', share: 0.65, cpuShare: 0.5 };
  const svg = pictures.http({ rows: [{ ...http, name: 'a query, bare Koa' }, http] });
  t.ok(svg.lastIndexOf('target: at least') > svg.lastIndexOf('height="12"'));
  t.notOk(textsOf(svg).some((text) => text.includes('bare Koa') && text.includes('query')));
});

t.test('a soak has panels of memory and latency, and names the minutes that it leaves out', async (t) => {
  const soak = (first: number[]) =>
    pictures.soak({
      streams: 20,
      minutes: 6,
      memory: [1, 2, 3].map((minute) => ({ minute, miB: 440 + minute })),
      latency: [...first, 470, 480, 500, 490].map((p95, at) => [at + 1, p95] as const),
    });
  const texts = textsOf(soak([10_443]));
  t.ok(texts.includes('minutes; the first, still warming up, is not drawn (10443 ms)'));
  t.notOk(texts.includes('10000'));
  t.ok(
    textsOf(soak([9000, 5700])).includes(
      'minutes; the first 2, still warming up, are not drawn (9000, 5700 ms)',
    ),
  );
  t.equal(textsOf(soak([600])).filter((text) => text === 'minutes').length, 2);
});

t.test('an axis that does not start at 0 says so', async (t) => {
  const isSaid = (curve: number[]) =>
    textsOf(pictures.memory({ curve: curve.map((miB, at) => [at, miB]) })).some((text) =>
      text.includes('does not start at 0'),
    );
  t.ok(isSaid([300, 330]));
  t.notOk(isSaid([1, 330]));
});

t.test('no picture of a result that is kept has a place that is not a number', async (t) => {
  const folder = 'bench/results';
  for (const name of readdirSync(folder).filter((name) => name.endsWith('.svg')))
    t.notMatch(readFileSync(`${folder}/${name}`, 'utf8'), /NaN|Infinity|undefined/, name);
});
