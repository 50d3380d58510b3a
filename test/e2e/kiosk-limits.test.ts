// The kiosk page where the service gives no more for a while.
import t from 'tap';
import { launchChromium, withMicrophone } from './chromium.js';
import { cannotRun, heard, recordings, runService } from './running-service.js';

const skip = cannotRun();

t.test('a page that is loaded again and again keeps its access', { skip }, async (t) => {
  const service = await runService(t, { rateLimitSessionTokens: 2 });
  const browser = await launchChromium({ recording: recordings.search });
  t.teardown(() => browser.close());
  const page = await browser.newPage(withMicrophone);
  let opened = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/kiosk/session')) opened++;
  });
  const load = async () => {
    await page.goto(`${service.url}/`);
    await page.waitForSelector('body[data-state=ready]', { timeout: 10_000 });
  };
  await load();
  await load();
  t.equal(opened, 1, 'its token is good for every load');
  await load();
  t.equal(opened, 2, 'until the service limits it');
  const local = await service.tokens.findOrganisation('local');
  for (const { uid } of await service.tokens.list(local!.id)) {
    if (uid?.startsWith('kiosk-')) await service.tokens.revokeUid(local!.id, uid);
  }
  await load();
  t.equal(opened, 3, 'or refuses it');

  const given = await service.refreshToken();
  const address = `${service.url}/#token=${given}`;
  for (let load = 0; load < 2; load++) {
    await page.goto('about:blank');
    await page.goto(address);
    await page.waitForSelector('body[data-state=ready]');
  }
  await page.goto('about:blank');
  await page.goto(address);
  await page.locator('#notice', { hasText: /Too many requests.*It goes on at/ }).waitFor();
  t.equal(opened, 3, 'whoever was given a token does not become someone else');
  await page.close();
});

t.test(
  'while all places are taken it asks for a moment, in words for whoever stands there',
  { skip },
  async (t) => {
    const service = await runService(t, { inferenceMaxStreams: 1 });
    const browser = await launchChromium({ recording: recordings.search });
    t.teardown(() => browser.close());
    const open = async () => {
      const page = await browser.newPage(withMicrophone);
      await page.goto(`${service.url}/`);
      await page.waitForSelector('body[data-state=ready]');
      return page;
    };
    const [first, second] = [await open(), await open()];
    await first.click('#talk');
    await first.locator('#live', { hasText: /\w/ }).waitFor();
    await second.click('#talk');
    await second.waitForSelector('#notice:not([hidden])');
    t.equal(
      await second.textContent('#notice'),
      'Too many people are speaking just nowPlease try again in a moment.',
    );
    await first.waitForSelector('.turn');
    await second.click('#talk');
    await second.waitForSelector('.turn');
    t.match(await second.textContent('.turn .said'), heard);
  },
);
