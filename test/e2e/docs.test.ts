import t from 'tap';
import { launchChromium } from './chromium.js';
import { cannotRun, recordings, runService } from './running-service.js';

t.test('the API reference', { skip: cannotRun() }, async (t) => {
  const service = await runService(t, { pack: 'coffee-bar' });
  const browser = await launchChromium({ recording: recordings.search });
  t.teardown(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  page.setDefaultTimeout(60_000);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(`${service.url}/docs/#createQuery`);

  t.test('a phone shows no column that is too narrow to be read', async (t) => {
    const narrow = await page.evaluate(`(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
      return [...document.querySelectorAll('td')].filter((cell) => cell.textContent.trim().length > 12 && cell.clientWidth < 100).length;
    })()`);
    t.equal(narrow, 0);
    t.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0);
  });

  t.test('its contents name each operation once, by method and path', async (t) => {
    const entries = await page.locator('#contents li li').allTextContents();
    t.match(entries.slice(0, 3), [
      'POST /queries',
      'GET /queries/{queryId}',
      'POST /queries/{queryId}/audio',
    ]);
    t.ok(entries.includes('GET /conversations/{conversationId}/queries'), 'which there is only within one');
    t.notOk(entries.includes('POST /conversations/{conversationId}/queries'));
    t.equal(new Set(entries).size, entries.length);
  });

  t.test('paths are cut before slashes only, and the contents have them whole', async (t) => {
    const cut = (css: string) =>
      page.evaluate(`[...document.querySelectorAll('${css}')].flatMap((path) => [...path.querySelectorAll('span')].flatMap(({ childNodes }) => [...childNodes]))
        .filter((part) => {
          const range = document.createRange();
          range.selectNodeContents(part);
          return range.getClientRects().length > 1;
        })
        .map((part) => part.textContent)`);
    t.ok(await page.locator('.path wbr').count());
    t.strictSame(await cut('#operations .path'), []);
    await page.setViewportSize({ width: 1366, height: 768 });
    t.strictSame(await cut('#contents li li a'), []);
    const hidden = await page.evaluate(
      "[...document.querySelectorAll('#contents a')].filter((link) => link.scrollWidth > link.clientWidth + 1).length",
    );
    t.equal(hidden, 0);
    await page.setViewportSize({ width: 390, height: 844 });
  });

  t.test('an operation shows an answer as an example', async (t) => {
    t.match(await page.textContent('#getQuery .example pre'), /"intent": "newSearch"/);
    t.match(await page.textContent('#messages .example >> nth=0'), /query_partial/);
  });

  t.test('it is tried out with a sentence of the pack', async (t) => {
    t.match(await page.inputValue('[name=text]'), /latte/);
    await page.click('#try button');
    await page.locator('#answer', { hasText: '"intent": "order"' }).waitFor();
    t.match(await page.inputValue('[name=token]'), /^ess_/, 'the token that it was sent with');
  });

  t.test('what is not answered does not look like the answer before', async () => {
    await page.route('**/queries', (route) => route.abort());
    await page.click('#try button');
    await page.locator('#answer', { hasText: 'No answer from the service' }).waitFor();
    await page.unroute('**/queries');
    await page.route('**/tokens', (route) => route.fulfill({ status: 429, json: { code: 'rate_limited' } }));
    await page.fill('[name=token]', '');
    await page.click('#try button');
    await page.locator('#answer', { hasText: 'rate_limited' }).waitFor();
  });

  t.test('the page does not glide for those who want no motion', async (t) => {
    const behaviours = [];
    for (const reducedMotion of ['reduce', 'no-preference'] as const) {
      await page.emulateMedia({ reducedMotion });
      behaviours.push(await page.evaluate('getComputedStyle(document.documentElement).scrollBehavior'));
    }
    t.strictSame(behaviours, ['auto', 'smooth']);
  });
  t.strictSame(faults, []);
});
