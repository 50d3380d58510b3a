import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import t from 'tap';
import { launchChromium, withMicrophone } from './chromium.js';
import { startCuttableProxy } from './cuttable-proxy.js';
import { openKiosk } from './kiosk-page.js';
import { cannotRun, heard, recordings, runService } from './running-service.js';

const skip = cannotRun();

/** The page with a deadline of three seconds, so that nobody waits for twenty here. */
async function openImpatient(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage(withMicrophone);
  page.setDefaultTimeout(60_000);
  await page.route('**/kiosk/kiosk.js', async (route) => {
    const script = await (await route.fetch()).text();
    const body = script.replace('new ServiceSession({', '$& streamingAudioDeadline: 3000,');
    await route.fulfill({ body, contentType: 'text/javascript' });
  });
  await page.goto(url);
  return page;
}

t.test('the kiosk page and its connection', { skip }, async (t) => {
  const service = await runService(t);
  const browser = await launchChromium({ recording: recordings.search });
  t.teardown(() => browser.close());

  t.test('while the service is away it says so, and goes on when it is back', async (t) => {
    const proxy = await startCuttableProxy(service.port);
    t.teardown(() => proxy.close());
    const page = await openImpatient(browser, `http://127.0.0.1:${proxy.port}/`);
    await page.waitForSelector('body[data-state=ready]');
    t.equal(await page.getAttribute('#connection', 'data-online'), 'true');
    proxy.breakDown();
    await page.waitForSelector('#connection[data-online=false]');
    t.equal(await page.textContent('#hint'), 'Waiting for the service…');
    await page.click('#talk');
    await page.waitForSelector('#notice:not([hidden])');
    t.match(await page.textContent('#notice'), /service cannot be reached/);
    await page.waitForSelector('body[data-state=ready]');
    await page.fill('#text', 'red running shoes');
    await page.keyboard.press('Enter');
    await page.waitForSelector('body[data-state=ready]');
    t.equal(await page.inputValue('#text'), 'red running shoes', 'nothing that was written is lost');
    proxy.mend();
    await page.waitForSelector('#connection[data-online=true]');
    t.equal(await page.isVisible('#notice'), false);
    await page.click('#talk');
    await page.waitForSelector('.turn');
    t.match(await page.textContent('.turn .said'), heard);
    await page.close();
  });

  t.test('who speaks while the service is away for a moment is told so, and answered', async (t) => {
    const proxy = await startCuttableProxy(service.port);
    t.teardown(() => proxy.close());
    const { page } = await openKiosk(browser, `http://127.0.0.1:${proxy.port}/`);
    await page.click('#talk');
    await page.waitForSelector('body[data-state=listening]');
    proxy.breakDown();
    await page.locator('#notice', { hasText: /service cannot be reached/ }).waitFor();
    t.equal(await page.getAttribute('body', 'data-state'), 'listening');
    await page.waitForTimeout(5000);
    proxy.mend();
    await page.waitForSelector('.turn');
    t.match(await page.textContent('.turn .said'), heard);
    t.equal(await page.isVisible('#notice'), false);
    await page.close();
  });

  t.test('whose sentence went with the connection is told so, until they ask again', async (t) => {
    const proxy = await startCuttableProxy(service.port);
    t.teardown(() => proxy.close());
    const page = await openImpatient(browser, 'about:blank');
    // The service hears nothing, so that the sentence does not end before the connection does.
    await page.routeWebSocket(/websocketapi/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((message) => typeof message === 'string' && server.send(message));
    });
    await page.goto(`http://127.0.0.1:${proxy.port}/`);
    await page.waitForSelector('body[data-state=ready]');
    await page.click('#talk');
    await page.waitForSelector('body[data-state=listening]');
    proxy.breakDown();
    await page.locator('#notice', { hasText: /service cannot be reached/ }).waitFor();
    await page.waitForSelector('body[data-state=ready]');
    proxy.mend();
    await page.waitForSelector('#connection[data-online=true]');
    t.match(await page.textContent('#notice'), /What you said was lost.*say it again/s);
    await page.fill('#text', 'red running shoes');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.turn');
    t.equal(await page.isVisible('#notice'), false);
    await page.close();
  });

  t.test('a question that is given up while the service hangs leaves nothing behind', async (t) => {
    const proxy = await startCuttableProxy(service.port);
    t.teardown(() => proxy.close());
    const { page } = await openKiosk(browser, `http://127.0.0.1:${proxy.port}/`);
    await page.waitForSelector('body[data-state=ready]');
    await page.fill('#text', 'red running shoes');
    await page.keyboard.press('Enter');
    await page.waitForSelector('body[data-state=ready] .turn');
    proxy.hang();
    for (const giveUp of [() => page.keyboard.press('Escape'), () => page.click('#start-over')]) {
      await page.fill('#text', 'only nike');
      await page.keyboard.press('Enter');
      await page.waitForSelector('body[data-state=thinking]');
      await giveUp();
      await page.waitForSelector('body[data-state=ready]', { timeout: 10_000 });
    }
    t.ok(await page.isVisible('#welcome'));
    t.equal(await page.isVisible('#notice'), false);
    t.equal(await page.inputValue('#text'), '');
    await page.close();
  });

  t.test('behind a proxy that hands on no sockets it says so', async (t) => {
    let takesSockets = false;
    const proxy = createServer(({ method, url, headers }, response) => {
      const onward = request(`${service.url}${url}`, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      });
      onward.end();
    });
    proxy.on('upgrade', ({ url, headers }, socket) => {
      if (!takesSockets) return socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
      const onward = connect(service.port, '127.0.0.1');
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      onward.write(`GET ${url} HTTP/1.1\r\n${lines.join('')}\r\n`);
      for (const one of [socket, onward]) one.on('error', () => {});
      socket.pipe(onward).pipe(socket);
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    t.teardown(() => proxy.close());
    const page = await browser.newPage(withMicrophone);
    await page.goto(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}/`);
    await page.waitForSelector('#notice:not([hidden])');
    t.match(await page.textContent('#notice'), /not its WebSocket.*proxy.*Upgrade/s);
    takesSockets = true;
    await page.waitForSelector('body[data-state=ready]');
    t.equal(await page.isVisible('#notice'), false);
    await page.close();
  });
});

t.test(
  'a connection that was closed as it was idle is opened again, and nobody is told',
  { skip },
  async (t) => {
    const service = await runService(t, { socketIdleMs: 1000 });
    const browser = await launchChromium({ recording: recordings.search });
    t.teardown(() => browser.close());
    const { page } = await openKiosk(browser, `${service.url}/`);
    await page.evaluate(`{
    window.shown = [];
    const sign = document.getElementById('connection');
    new MutationObserver(() => shown.push(sign.textContent)).observe(sign, { childList: true });
  }`);
    await page.waitForEvent('websocket');
    await page.waitForEvent('websocket');
    await page.waitForTimeout(500);
    t.notMatch(await page.evaluate('shown'), ['Not connected']);
    t.equal(await page.getAttribute('#connection', 'data-online'), 'true');
  },
);
