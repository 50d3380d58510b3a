import t from 'tap';
import { launchChromium, setMicrophonePermission, withMicrophone } from './chromium.js';
import { openKiosk } from './kiosk-page.js';
import { cannotRun, recordings, runService } from './running-service.js';

const skip = cannotRun();

t.test('the kiosk page in trouble', { skip }, async (t) => {
  const service = await runService(t);
  const browser = await launchChromium({ recording: recordings.search });
  t.teardown(() => browser.close());

  t.test('for the next person nothing is left of the one before', async (t) => {
    let answersWait = Promise.resolve();
    const page = await browser.newPage(withMicrophone);
    await page.clock.install();
    await page.routeWebSocket(/websocketapi/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((message) => server.send(message));
      server.onMessage((message) => answersWait.then(() => socket.send(message)));
    });
    await page.goto(`${service.url}/`);
    await page.waitForSelector('body[data-state=ready]');
    const ask = async (text: string) => {
      await page.fill('#text', text);
      await page.keyboard.press('Enter');
    };
    await ask('red running shoes');
    await page.waitForSelector('body[data-state=ready] .turn');
    let answer = () => {};
    answersWait = new Promise((resolve) => {
      answer = resolve;
    });
    await ask('only nike');
    await page.fill('#text', 'half a word');
    await page.click('#start-over');
    answer();
    await page.waitForSelector('body[data-state=ready]');
    t.equal(await page.locator('.turn').count(), 0, 'an answer that comes late');
    t.equal(await page.inputValue('#text'), '', 'what was written and not sent');
    t.equal(await page.evaluate('document.activeElement.id'), 'talk', 'the next one begins at the button');
    await ask('blue jacket');
    await page.waitForSelector('.turn');
    t.notMatch(await page.textContent('#remembered'), /nike|red/, 'what the conversation was about');

    await ask('in black');
    await page.waitForSelector('body[data-state=ready] .turn:nth-child(2)');
    await page.clock.fastForward('02:00');
    await page.locator('#text').pressSequentially('size nine');
    await page.clock.fastForward('02:00');
    t.equal(await page.inputValue('#text'), 'size nine', 'who is writing is still there');
    t.equal(await page.locator('.turn').count(), 2);
    await page.clock.fastForward('01:30');
    await page.waitForSelector('#welcome:not([hidden])');
    t.equal(await page.inputValue('#text'), '');

    await ask('blue socks');
    await page.waitForSelector('body[data-state=ready] .turn');
    // A device that sleeps: the time goes on, and the timers stand.
    await page.clock.setSystemTime(Date.now() + 8 * 3600_000);
    await page.waitForSelector('#welcome:not([hidden])', { timeout: 20_000 });
    await page.close();
  });

  t.test('a conversation that the service has forgotten is begun anew', async (t) => {
    const page = await browser.newPage(withMicrophone);
    await page.routeWebSocket(/websocketapi/, (socket) => {
      const server = socket.connectToServer();
      const forgotten = '"conversationId":"6f2b1b8e-6d0c-4b5e-9b43-0b1f4f3d2c1a"';
      socket.onMessage((message) =>
        server.send(String(message).replace(/"conversationId":"[^"]+"/, forgotten)),
      );
    });
    await page.goto(`${service.url}/`);
    await page.waitForSelector('body[data-state=ready]');
    await page.fill('#text', 'red running shoes');
    await page.keyboard.press('Enter');
    await page.waitForSelector('body[data-state=ready] .turn');
    await page.fill('#text', 'blue jacket');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#notice:not([hidden])');
    t.equal(await page.inputValue('#text'), 'blue jacket');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.turn:nth-child(2)', { timeout: 10_000 });
    await page.close();
  });

  t.test('without a microphone it says why and takes writing', async (t) => {
    const { page } = await openKiosk(browser, `${service.url}/`);
    await setMicrophonePermission(page, 'denied');
    await page.click('#talk');
    await page.waitForSelector('#notice:not([hidden])');
    t.match(await page.textContent('#notice'), /microphone is not allowed/);
    await page.click('#suggestions button');
    await page.waitForSelector('.turn');
    t.equal(await page.isVisible('#notice'), false);
    await page.close();

    const { page: plain } = await openKiosk(
      browser,
      `http://kiosk.test:${service.port}/#token=${await service.refreshToken()}`,
    );
    await plain.waitForSelector('body[data-state=mute]');
    t.match(await plain.textContent('#notice'), /needs a secure page.*--tls self-signed/s);
    t.ok(await plain.isDisabled('#talk'));
    t.notMatch(await plain.textContent('#lead'), /button/);
    await plain.close();
  });

  t.test(
    'while the browser asks for the microphone the page says so, and the question can be given up',
    async (t) => {
      const { page } = await openKiosk(browser, `${service.url}/`, {
        permissions: undefined,
      });
      await page.evaluate('navigator.mediaDevices.getUserMedia = () => new Promise(() => {})');
      await page.dblclick('#talk');
      await page.locator('#hint', { hasText: 'Please allow the microphone' }).waitFor();
      t.equal(await page.getAttribute('body', 'data-state'), 'opening', 'a double-click is one');
      await page.click('#talk');
      await page.waitForSelector('body[data-state=ready]');
      t.equal(await page.isVisible('#notice'), false);
      await page.click('#hands-free');
      await page.locator('#hint', { hasText: 'Please allow the microphone' }).waitFor();
      await page.close();
    },
  );

  t.test('a microphone that is muted is called so', async (t) => {
    const { page } = await openKiosk(browser, `${service.url}/`);
    await page.evaluate(`
      const silence = new AudioContext().createMediaStreamDestination().stream;
      navigator.mediaDevices.getUserMedia = async () => silence.clone();`);
    await page.click('#talk');
    await page.waitForSelector('body[data-state=listening]');
    await page.click('#talk');
    await page.locator('#notice', { hasText: 'If you spoke, it is muted' }).waitFor();
    await page.fill('#text', 'blue socks');
    await page.keyboard.press('Enter');
    await page.waitForSelector('body[data-state=ready] .turn:nth-child(2)');
    t.equal(await page.isVisible('#notice'), false, 'of no concern to who writes');
    await page.close();
  });

  t.test(
    'a microphone that is muted while hands-free listens is called so until it gives sound',
    async (t) => {
      const { page } = await openKiosk(browser, `${service.url}/`);
      await page.evaluate(`
      const context = new AudioContext();
      const output = context.createMediaStreamDestination();
      navigator.mediaDevices.getUserMedia = async () => {
        await context.resume();
        return output.stream.clone();
      };
      window.unmute = () => {
        const hum = new ConstantSourceNode(context, { offset: 0.0001 });
        hum.connect(output);
        hum.start();
      };`);
      await page.click('#hands-free');
      await page.locator('#notice', { hasText: 'If you spoke, it is muted' }).waitFor();
      await page.evaluate('window.unmute()');
      await page.waitForSelector('#notice', { state: 'hidden' });
      t.equal(await page.getAttribute('#hands-free', 'aria-checked'), 'true');
      await page.close();
    },
  );

  t.test('hands-free goes on when the microphone is back, and after a reload', async (t) => {
    const { page } = await openKiosk(browser, `${service.url}/`);
    await page.evaluate(`
      const { mediaDevices } = navigator;
      const open = mediaDevices.getUserMedia.bind(mediaDevices);
      window.isPlugged = true;
      mediaDevices.getUserMedia = async (constraints) => {
        if (!window.isPlugged) throw new DOMException('no device', 'NotFoundError');
        const stream = await open(constraints);
        window.unplug = () => {
          window.isPlugged = false;
          stream.getTracks()[0].dispatchEvent(new Event('ended'));
        };
        return stream;
      };`);
    await page.click('#hands-free');
    await page.locator('#hint', { hasText: 'Just start talking' }).waitFor();
    await page.evaluate('window.unplug()');
    await page.locator('#notice', { hasText: 'There is no microphone' }).waitFor();
    t.notMatch(await page.textContent('#hint'), /Just start talking/);
    await page.evaluate('window.isPlugged = true');
    await page.locator('#hint', { hasText: 'Just start talking' }).waitFor();
    t.equal(await page.isVisible('#notice'), false);
    await page.reload();
    await page.locator('#hint', { hasText: 'Just start talking' }).waitFor();
    await page.click('#hands-free');
    t.equal(await page.getAttribute('#hands-free', 'aria-checked'), 'false');
    await page.close();
  });

  t.test('a page that was opened at a bad moment says so, and gets its access a little later', async (t) => {
    const page = await browser.newPage(withMicrophone);
    const refusals: [number, Record<string, string>][] = [
      [429, { 'Retry-After': '2' }],
      [500, {}],
    ];
    await page.route('**/kiosk/session', (route) => {
      const refusal = refusals.shift();
      if (refusal === undefined) return route.continue();
      const [status, headers] = refusal;
      return route.fulfill({ status, headers, json: { status, detail: 'Not now.' } });
    });
    await page.goto(`${service.url}/`);
    await page.locator('#notice', { hasText: /Too many requests.*It goes on at \d+:\d\d/ }).waitFor();
    t.equal(await page.getAttribute('#connection', 'data-online'), 'true', 'the service is there');
    await page.locator('#notice', { hasText: /no access just now.*by itself/ }).waitFor();
    await page.waitForSelector('body[data-state=ready]');
    t.equal(await page.isVisible('#notice'), false);
    t.strictSame(refusals, []);
    await page.close();
  });

  t.test(
    'a conversation that the service has no more does not stand in the way of the next one',
    async (t) => {
      const { page } = await openKiosk(browser, `${service.url}/`);
      const ask = async (text: string) => {
        await page.fill('#text', text);
        await page.keyboard.press('Enter');
        await page.waitForSelector('body[data-state=ready]');
      };
      await ask('red running shoes');
      const local = await service.tokens.findOrganisation('local');
      for (const { uid } of await service.tokens.list(local!.id)) {
        if (uid?.startsWith('kiosk-')) await service.tokens.revokeUid(local!.id, uid);
      }
      await ask('only nike');
      t.match(await page.textContent('#notice'), /conversation is over/);
      await ask('blue jackets');
      t.match(await page.textContent('.turn:last-child .said'), /blue jackets/);
      await page.close();
    },
  );

  t.test('a page from another device has no anonymous access, and says so', async (t) => {
    const { page } = await openKiosk(browser, `http://kiosk.test:${service.port}/`);
    await page.waitForSelector('body[data-state=shut]');
    t.match(await page.textContent('#notice'), /no access.*another device.*--kiosk-access on.*#token=/s);
    await page.route('**/kiosk/session', (route) => {
      const detail = 'There is no anonymous access here: it is turned off.';
      return route.fulfill({ status: 404, json: { detail } });
    });
    await page.goto(`${service.url}/`);
    await page.waitForSelector('body[data-state=shut]');
    t.match(await page.textContent('#notice'), /turned off.*#token=/s, 'for the reason that the service has');
    await page.close();
    const given = await service.refreshToken();
    const { page: invited } = await openKiosk(browser, `http://kiosk.test:${service.port}/#token=${given}`);
    await invited.waitForSelector('body[data-state=mute]');
    t.notMatch(invited.url(), /token/, 'the token does not stay in the address');
    await invited.close();
  });
});
