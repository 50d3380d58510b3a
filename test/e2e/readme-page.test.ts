import { readFileSync } from 'node:fs';
import t from 'tap';
import { launchChromium, withMicrophone } from './chromium.js';
import { cannotRun, recordings, runService } from './running-service.js';

t.test('the pages in README.md work as they stand', { skip: cannotRun() }, async (t) => {
  const service = await runService(t);
  const browser = await launchChromium({ recording: recordings.search });
  t.teardown(() => browser.close());
  const readme = readFileSync('README.md', 'utf8');
  const chapter = readme.slice(readme.indexOf('## In a browser'));
  const [html, js] = ['html', 'js'].map((language) =>
    chapter.slice(chapter.indexOf(`\`\`\`${language}\n`) + language.length + 4).split('```', 1),
  );
  const value = await service.refreshToken();
  const open = async (script: string) => {
    const page = await browser.newPage(withMicrophone);
    page.setDefaultTimeout(60_000);
    await page.route('**/my-token', (route) => route.fulfill({ json: { value } }));
    const body = `<button id="button">Ask</button><button id="cross">x</button><button id="hands">Hold</button><p id="output"></p>
      <form id="form"><input name="text"><button>Send</button></form><meter id="meter"></meter>${html}${script}`;
    // At an address of the service, as pages that a test makes up are of no network that may use one on this machine.
    await page.goto(`${service.url}/health`);
    await page.setContent(body);
    return page;
  };

  t.test('the first: press, speak, read', async (t) => {
    const page = await open('');
    await page.click('#button');
    await page.locator('#output', { hasText: /(shoes|running|dollars|fifty).*: / }).waitFor();
    t.match(await page.evaluate('localStorage.device'), /^[0-9a-f-]{36}$/, 'it stays the same device');
    await page.close();
  });

  t.test('the second: hold, speak, let go; write', async (t) => {
    const page = await open(`<script>button.onclick = null;\n${js}</script>`);
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await page.click('#button');
    await page.waitForTimeout(500);
    t.equal(await page.textContent('#output'), '', 'let go of at once: nothing was asked');
    const isAnswered = async () => {
      await page.locator('#output', { hasText: /\.$/ }).waitFor();
      await page.evaluate(`output.textContent = ''`);
    };
    const words = () => page.locator('#output', { hasText: 'shoes' }).waitFor();
    await page.hover('#form');
    await page.mouse.down();
    await page.hover('#button');
    await page.mouse.up();
    await page.mouse.down();
    await words();
    await page.mouse.move(500, 500);
    await page.mouse.up();
    await isAnswered();
    await page.focus('#button');
    await page.keyboard.down('Space');
    await words();
    await page.keyboard.down('Space');
    await page.keyboard.up('Space');
    await isAnswered();
    t.strictSame(errors, [], 'let go of over the button, pressed elsewhere');
    await page.fill('[name=text]', 'sort by price low to high');
    await page.keyboard.press('Enter');
    await page.locator('#output', { hasText: /sorted|order/i }).waitFor();
    await page.click('#hands');
    await page.waitForFunction('meter.value > 0');
    await page.close();
  });
});
