import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { launchChromium, openLibraryPage, withMicrophone } from './chromium.js';
import { openKiosk } from './kiosk-page.js';
import { cannotRun, heard, type RunningService, recordings, runService } from './running-service.js';

const skip = cannotRun();

/** The page of a pack, ready, in a browser of its own. */
async function openPageOf(t: Test, pack: string): Promise<Page> {
  const service = await runService(t, { pack });
  const browser = await launchChromium({ recording: recordings.search });
  t.teardown(() => browser.close());
  const { page } = await openKiosk(browser, `${service.url}/`);
  await page.waitForSelector('body[data-state=ready]');
  return page;
}

t.test('the kiosk page', { skip }, async (t) => {
  const service = await runService(t);
  const browser = await launchChromium({ recording: recordings.search });
  t.teardown(() => browser.close());

  t.test('pressed and spoken to: words, answer, context; then written to', async (t) => {
    const { page, complaints } = await openKiosk(browser, `${service.url}/`);
    t.equal(await page.textContent('#invitation'), 'What are you looking for?');
    t.match(await page.locator('#suggestions button').allTextContents(), [/shoes/, /jacket/, /headphones/]);
    t.equal(await page.getByRole('log').count(), 1, 'there before the first answer, which is read out then');
    await page.click('#talk');
    await page.locator('#live', { hasText: /\w+ \w+/ }).waitFor();
    await page.waitForSelector('.turn');
    t.match(await page.textContent('.turn .said'), heard);
    t.ok(await page.textContent('.turn .reply'));
    t.equal(await page.isVisible('#timings'), false, 'how long it took is for whoever asks with ?debug');
    await page.waitForSelector('body[data-state=ready]');
    t.equal(await page.textContent('#live'), '');

    await page.fill('#text', 'sort by price low to high');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.turn:nth-child(2)');
    t.match(await page.textContent('.turn:nth-child(2)'), /sort/);
    t.match(await page.textContent('#remembered'), /price low to high/);
    await page.click('#start-over');
    t.equal(await page.locator('.turn').count(), 0);
    t.ok(await page.isVisible('#welcome'));
    t.equal(await page.getByRole('log').count(), 1);
    t.strictSame(complaints, []);
    await page.close();
  });

  t.test('?debug shows how long an answer took', async (t) => {
    const { page } = await openKiosk(browser, `${service.url}/?debug`);
    await page.fill('#text', 'blue socks');
    await page.keyboard.press('Enter');
    await page.waitForSelector('body[data-state=ready] .turn');
    t.match(await page.textContent('#timings'), /Answer after .*(ms|s) · /);
    t.ok(await page.isVisible('#timings'));
    await page.close();
  });

  t.test('by keyboard alone: space speaks, space ends, escape gives up', async (t) => {
    const { page } = await openKiosk(browser, `${service.url}/`);
    await page.keyboard.press('Space');
    await page.waitForSelector('body[data-state=listening]');
    await page.locator('#live', { hasText: /\w/ }).waitFor();
    await page.keyboard.press('Space');
    await page.waitForSelector('.turn');
    await page.waitForSelector('body[data-state=ready]');
    await page.keyboard.press('Space');
    await page.waitForSelector('body[data-state=listening]');
    await page.keyboard.press('Escape');
    await page.waitForSelector('body[data-state=ready]');
    t.equal(await page.locator('.turn').count(), 1);
    await page.keyboard.press('/');
    t.equal(await page.evaluate('document.activeElement.id'), 'text');
    const names = await page.locator('body').ariaSnapshot();
    for (const name of [
      /button "Speak"/,
      /textbox "Ask in writing"/,
      /switch "Hands-free"/,
      /log "Conversation so far"/,
    ]) {
      t.match(names, name);
    }
    await page.close();
  });

  t.test('by keyboard alone: the focus is never lost', async (t) => {
    const { page } = await openKiosk(browser, `${service.url}/`);
    const focused = () => page.evaluate('document.activeElement.id');
    await page.focus('#suggestions button');
    await page.keyboard.press('Enter');
    await page.waitForSelector('body[data-state=ready] .turn');
    t.equal(await focused(), 'talk', 'the suggestion that was picked is gone');
    await page.keyboard.press('Enter');
    await page.locator('#live', { hasText: /\w/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForSelector('body[data-state=ready] .turn:nth-child(2)');
    t.equal(await focused(), 'talk', 'the button could not be pressed for a moment');
    await page.fill('#text', 'blue socks');
    await page.keyboard.press('Enter');
    await page.waitForSelector('body[data-state=ready] .turn:nth-child(3)');
    t.equal(await focused(), 'text', 'who writes goes on writing');
    await page.close();
  });

  t.test('who writes while the microphone is open has changed their mind', async (t) => {
    const page = await browser.newPage(withMicrophone);
    // The service hears nothing, so that it listens for as long as the writing takes.
    await page.routeWebSocket(/websocketapi/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((message) => typeof message === 'string' && server.send(message));
    });
    await page.goto(`${service.url}/`);
    await page.waitForSelector('body[data-state=ready]');
    await page.click('#talk');
    await page.waitForSelector('body[data-state=listening]');
    await page.fill('#text', 'blue socks');
    await page.keyboard.press('Enter');
    await page.waitForSelector('body[data-state=ready] .turn');
    t.equal(await page.inputValue('#text'), '');
    t.equal(await page.isVisible('#notice'), false);
    await page.click('#talk');
    await page.waitForSelector('body[data-state=listening]');
    await page.fill('#text', 'size ten');
    await page.keyboard.press('Enter');
    await page.waitForSelector('body[data-state=ready] .turn:nth-child(2)');
    t.strictSame(await page.locator('.said').allTextContents(), ['blue socks', 'size ten']);
    await page.close();
  });

  t.test('hands-free: it answers whoever speaks', async (t) => {
    const { page } = await openKiosk(browser, `${service.url}/`);
    await page.click('#hands-free');
    await page.waitForSelector('#hands-free[aria-checked=true]');
    await page.waitForSelector('.turn');
    t.match(await page.textContent('.turn .said'), heard);
    await page.click('#hands-free');
    t.equal(await page.getAttribute('#hands-free', 'aria-checked'), 'false');
    await page.close();
  });

  t.test('replies are read aloud by a voice of this device, if it has one and that is wanted', async (t) => {
    const spoken: { text: string; voice: string }[] = [];
    const context = await browser.newContext(withMicrophone);
    await context.exposeFunction('onSpoken', (text: string, voice: string) => spoken.push({ text, voice }));
    const open = async (voices: { name: string; lang: string; localService: boolean }[]) => {
      const page = await context.newPage();
      await page.addInitScript(`{
        const voices = ${JSON.stringify(voices)};
        window.SpeechSynthesisUtterance = class extends EventTarget {
          constructor(text) { super(); this.text = text; }
        };
        const speak = (utterance) => {
          onSpoken(utterance.text, utterance.voice.name);
          utterance.dispatchEvent(new Event('end'));
        };
        const synthesis = { getVoices: () => voices, speak, cancel() {} };
        Object.defineProperty(window, 'speechSynthesis', { value: synthesis });
      }`);
      await page.goto(`${service.url}/`);
      await page.waitForSelector('body[data-state=ready]');
      return page;
    };
    const far = { name: 'far', lang: 'en-US', localService: false };
    const page = await open([far]);
    t.equal(await page.isVisible('#read-aloud'), false, 'a reply is not sent elsewhere to be spoken');
    await page.close();

    const near = [
      far,
      { name: 'british', lang: 'en-GB', localService: true },
      { name: 'near', lang: 'en_US', localService: true },
    ];
    const talking = await open(near);
    const ask = async (text: string, turn: number) => {
      await talking.fill('#text', text);
      await talking.keyboard.press('Enter');
      await talking.waitForSelector(`.turn:nth-child(${turn})`);
      return talking.textContent(`.turn:nth-child(${turn}) .reply`);
    };
    await ask('red running shoes', 1);
    t.strictSame(spoken, [], 'nobody asked for that');
    await talking.click('#read-aloud');
    t.equal(await talking.getAttribute('#read-aloud', 'aria-checked'), 'true');
    const reply = await ask('only nike', 2);
    t.strictSame(spoken, [{ text: reply, voice: 'near' }]);
    await talking.close();

    const again = await open(near);
    t.equal(await again.getAttribute('#read-aloud', 'aria-checked'), 'true', 'the choice is kept');

    const isSpeaking = await again.evaluate(`(async () => {
      const { ReadAloud } = await import('/kiosk/read-aloud.js');
      const utterances = [];
      speechSynthesis.speak = (utterance) => utterances.push(utterance);
      const readAloud = new ReadAloud({ toggle: document.createElement('button'), onChange: () => {} });
      readAloud.offer('en-US');
      readAloud.say('one');
      readAloud.say('two');
      utterances[0].dispatchEvent(new Event('error'));
      await new Promise((resolve) => setTimeout(resolve, 400));
      return readAloud.isSpeaking;
    })()`);
    t.ok(isSpeaking, 'the end of a reply that was cut short is not the end of the one after it');
    await context.close();
  });
});

t.test('the page of another pack greets by it, and shows what is ordered', { skip }, async (t) => {
  const page = await openPageOf(t, 'coffee-bar');
  t.equal(await page.textContent('#invitation'), 'What can I get you?');
  await page.locator('#suggestions button', { hasText: 'muffin' }).click();
  await page.waitForSelector('.turn');
  const remembered = await page.locator('#remembered .chip').allTextContents();
  t.match(remembered, ['1 × small, cappuccino', '1 × blueberry muffin', /to go$/]);
  await page.fill('#text', 'make it a large one');
  await page.keyboard.press('Enter');
  await page.locator('#remembered .chip', { hasText: 'large' }).waitFor();
  await page.fill('#text', "two coffees that's it");
  await page.keyboard.press('Enter');
  await page.locator('.turn:last-child .said', { hasText: 'two coffees' }).waitFor();
  t.strictSame(
    await page
      .locator('.turn:last-child .chips')
      .evaluateAll((rows) => rows.map((row) => row.firstElementChild?.textContent)),
    ['2 × coffee'],
    'what was said without a thing to it is not named',
  );
  await page.close();
});

t.test('spans of time and days are shown as people write them', { skip }, async (t) => {
  const page = await openPageOf(t, 'home-control');
  await page.fill('#text', 'set a timer for an hour and twenty minutes');
  await page.keyboard.press('Enter');
  await page.locator('#remembered .chip', { hasText: '1 hour 20 minutes' }).waitFor();
  await page.fill('#text', 'wake me up tomorrow at seven');
  await page.keyboard.press('Enter');
  await page.locator('#remembered .chip', { hasText: '07:00' }).waitFor();
  const remembered = (await page.locator('#remembered .chip').allTextContents()).join();
  t.match(remembered, /day[A-Z][a-z]{2}, [A-Z][a-z]{2} \d/);
  t.notMatch(remembered, /\d{4}-|hour/, 'and the timer is not spoken of any more');
  await page.close();
});

t.test('the same page over TLS and under a path prefix', { skip }, async (t) => {
  // With a prefix there is a proxy in front, for all that is known, so anonymous access must be asked for.
  const service: RunningService = await runService(t, {
    tlsSelfSigned: true,
    basePath: '/voice',
    kioskAccess: 'on',
  });
  t.match(service.url, /^https:.*\/voice$/);
  const browser = await launchChromium({ recording: recordings.search });
  t.teardown(() => browser.close());
  const page = await browser.newPage(withMicrophone);
  page.setDefaultTimeout(60_000);
  await page.goto(`${service.url}/`);
  await page.waitForSelector('body[data-state=ready]');
  await page.click('#talk');
  await page.waitForSelector('.turn');
  t.match(await page.textContent('.turn .said'), heard);
  await page.close();

  // Another name than loopback is a secure page too, now.
  const library = await openLibraryPage(browser, `https://kiosk.test:${service.port}/voice`);
  const text =
    await library.evaluate(`new ServiceSession({ host: location.host + '/voice', audioProfileId: profile, refreshToken: '${await service.refreshToken()}' })
    .sendAudioQuery('en-US').then(({ textQuery }) => textQuery.text, (error) => error.message)`);
  t.match(text, heard);
  const authority = await library.evaluate(`fetch('tls/authority.pem').then((response) => response.text())`);
  t.match(authority, /BEGIN CERTIFICATE/);
  await library.close();
});
