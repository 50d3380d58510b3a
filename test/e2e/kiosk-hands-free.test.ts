import type { Page } from 'playwright-core';
import t from 'tap';
import { launchChromium, withMicrophone } from './chromium.js';
import { openKiosk } from './kiosk-page.js';
import { cannotRun, recordings, runService } from './running-service.js';

/** Voices that this device has, and utterances that end when the test says so. */
const voices = `{
  window.SpeechSynthesisUtterance = class extends EventTarget {
    constructor(text) { super(); this.text = text; }
  };
  const speechSynthesis = {
    getVoices: () => [{ name: 'near', lang: 'en-US', localService: true }],
    speak: (utterance) => { window.utterance = utterance; },
    cancel() {},
  };
  Object.defineProperty(window, 'speechSynthesis', { value: speechSynthesis });
}`;

/** A microphone that hears a hum, too soft for speech, until `window.hum` is stopped: the page's own voice, say. */
const humming = `{
  const context = new AudioContext();
  const output = context.createMediaStreamDestination();
  window.hum = new ConstantSourceNode(context, { offset: 0.002 });
  window.hum.connect(output);
  window.hum.start();
  navigator.mediaDevices.getUserMedia = async () => {
    await context.resume();
    return output.stream.clone();
  };
}`;

t.test('the kiosk page, hands-free', { skip: cannotRun() }, async (t) => {
  const service = await runService(t);
  const browser = await launchChromium({ recording: recordings.search });
  t.teardown(() => browser.close());
  const isListening = (page: Page) => page.locator('#hint', { hasText: 'Just start talking' }).waitFor();

  t.test('of several tabs one listens: the one that was switched on or opened last', async (t) => {
    const context = await browser.newContext(withMicrophone);
    context.setDefaultTimeout(60_000);
    const [first, second] = await Promise.all([context.newPage(), context.newPage()]);
    await first.goto(`${service.url}/`);
    await first.click('#hands-free');
    await isListening(first);
    await second.goto(`${service.url}/`);
    await isListening(second);
    await first.locator('#notice', { hasText: 'Another tab of this page listens now' }).waitFor();
    t.equal(await first.getAttribute('#hands-free', 'aria-checked'), 'false');
    await first.click('#hands-free');
    await isListening(first);
    await second.locator('#notice', { hasText: 'Another tab' }).waitFor();
    t.equal(await first.isVisible('#notice'), false);
    await context.close();
  });

  t.test('sound that stops without a word is started again', async (t) => {
    const { page } = await openKiosk(browser, `${service.url}/`);
    await page.evaluate(`window.AudioContext = class extends AudioContext {
      constructor() { super(); window.context = this; }
    }`);
    await page.click('#hands-free');
    await isListening(page);
    const isRunningAgain = await page.evaluate(`new Promise((resolve) => {
      const { context } = window;
      context.onstatechange = () => context.state === 'running' && resolve(true);
      context.suspend();
    })`);
    t.ok(isRunningAgain);
    await page.evaluate(`{
      const { context } = window;
      context.onstatechange = null;
      context.resume = () => new Promise(() => {});
      context.suspend();
    }`);
    await page.locator('#notice', { hasText: 'The browser needs a touch first' }).waitFor();
    t.notMatch(await page.textContent('#hint'), /Just start talking/);
    await page.evaluate('delete window.context.resume');
    await isListening(page);
    t.equal(await page.isVisible('#notice'), false);
    await page.close();
  });

  t.test('while a reply is read aloud it does not ask to be spoken to, nor send its own voice', async (t) => {
    const context = await browser.newContext(withMicrophone);
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    await page.addInitScript(voices);
    await page.addInitScript(humming);
    await page.goto(`${service.url}/`);
    await page.click('#read-aloud');
    await page.click('#hands-free');
    await isListening(page);
    const ask = async (text: string) => {
      await page.fill('#text', text);
      await page.keyboard.press('Enter');
      await page.locator('#hint', { hasText: 'Reading the answer' }).waitFor();
    };
    await ask('red running shoes');
    await page.evaluate(`window.utterance.dispatchEvent(new Event('end'))`);
    await isListening(page);
    await ask('only nike');
    const isHumSent = await page.evaluate(`new Promise((resolve) => {
      const { send } = WebSocket.prototype;
      WebSocket.prototype.send = function (data) {
        if (typeof data !== 'string') resolve(new Float32Array(data.buffer, data.byteOffset, data.byteLength / 4).some((sample) => sample > 0.001));
        return send.call(this, data);
      };
      // What is heard before is sent from half a second before on.
      setTimeout(() => {
        window.hum.stop();
        setTimeout(() => document.getElementById('talk').click(), 150);
      }, 1000);
    })`);
    t.equal(isHumSent, false);
    await context.close();
  });

  t.test('a voice that never says that it has ended does not keep the page from listening', async (t) => {
    const { page } = await openKiosk(browser, `${service.url}/`);
    await page.addInitScript(voices);
    await page.clock.install();
    await page.reload();
    await page.click('#read-aloud');
    await page.fill('#text', 'blue socks');
    await page.keyboard.press('Enter');
    await page.waitForSelector('body[data-state=ready] .turn');
    await page.click('#hands-free');
    await page.locator('#hint', { hasText: 'Reading the answer' }).waitFor();
    await page.clock.runFor(60_000);
    await isListening(page);
    t.equal(await page.isVisible('#notice'), false);
    await page.close();
  });
});
