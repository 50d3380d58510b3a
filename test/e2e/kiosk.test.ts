import type { Browser } from 'playwright-core';
import t from 'tap';
import { launchChromium, openLibraryPage, setMicrophonePermission, withMicrophone } from './chromium.js';
import { startCuttableProxy } from './cuttable-proxy.js';
import { cannotRun, type RunningService, recordings, runService } from './running-service.js';

const skip = cannotRun();
const heard = /shoes|running|dollars|fifty/;

t.test('the kiosk page', { skip }, async (t) => {
  const service = await runService(t);
  const browser = await launchChromium({ recording: recordings.search });
  t.teardown(() => browser.close());

  /** Opens the page; what it asked of others than the service, and what it complained about, is kept. */
  async function openKiosk(url: string, options: Parameters<Browser['newPage']>[0] = {}) {
    const page = await browser.newPage({ ...withMicrophone, ...options });
    page.setDefaultTimeout(60_000);
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      const { host, protocol } = new URL(request.url());
      if (host !== new URL(url).host && !/^(data|blob):$/.test(protocol))
        complaints.push(`asked ${request.url()}`);
    });
    await page.goto(url);
    await page.waitForSelector('body:not([data-state=starting])');
    return { page, complaints };
  }
  t.test('pressed and spoken to: words, answer, context, timings; then written to', async (t) => {
    const { page, complaints } = await openKiosk(`${service.url}/`);
    t.equal(await page.textContent('#invitation'), 'What are you looking for?');
    t.match(await page.locator('#suggestions button').allTextContents(), [/shoes/, /jacket/, /headphones/]);
    await page.click('#talk');
    await page.locator('#live', { hasText: /\w+ \w+/ }).waitFor();
    await page.waitForSelector('.turn');
    t.match(await page.textContent('.turn .said'), heard);
    t.ok(await page.textContent('.turn .reply'));
    t.match(await page.textContent('.turn .intent'), /search/);
    t.match(await page.textContent('#timings'), /Answer after .*(ms|s) · /);
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
    t.strictSame(complaints, []);
    await page.close();
  });

  t.test('by keyboard alone: space speaks, space ends, escape gives up', async (t) => {
    const { page } = await openKiosk(`${service.url}/`);
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

  t.test('for the next person nothing is left of the one before', async (t) => {
    let answersWait = Promise.resolve();
    const page = await browser.newPage(withMicrophone);
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
    await ask('blue jacket');
    await page.waitForSelector('.turn');
    t.notMatch(await page.textContent('#remembered'), /nike|red/, 'what the conversation was about');

    await page.evaluate(`document.body.dataset.resetSeconds = '1'`);
    await ask('in black');
    await page.waitForSelector('.turn:nth-child(2)');
    await page.locator('#text').pressSequentially('size nine and a half', { delay: 100 });
    t.equal(await page.inputValue('#text'), 'size nine and a half', 'who is writing is still there');
    t.equal(await page.locator('.turn').count(), 2);
    await page.waitForSelector('#welcome:not([hidden])');
    t.equal(await page.inputValue('#text'), '');
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

  t.test('hands-free: it answers whoever speaks', async (t) => {
    const { page } = await openKiosk(`${service.url}/`);
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
      const readAloud = new ReadAloud({ toggle: document.createElement('button') });
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

  t.test('without a microphone it says why and takes writing', async (t) => {
    const { page } = await openKiosk(`${service.url}/`);
    await setMicrophonePermission(page, 'denied');
    await page.click('#talk');
    await page.waitForSelector('#notice:not([hidden])');
    t.match(await page.textContent('#notice'), /microphone is not allowed/);
    await page.click('#suggestions button');
    await page.waitForSelector('.turn');
    t.equal(await page.isVisible('#notice'), false);
    await page.close();

    const { page: plain } = await openKiosk(
      `http://kiosk.test:${service.port}/#token=${await service.refreshToken()}`,
    );
    await plain.waitForSelector('body[data-state=mute]');
    t.match(await plain.textContent('#notice'), /needs a secure page.*--tls self-signed/s);
    t.ok(await plain.isDisabled('#talk'));
    await plain.close();
  });

  t.test('while the service is away it says so, and goes on when it is back', async (t) => {
    const proxy = await startCuttableProxy(service.port);
    t.teardown(() => proxy.close());
    const { page } = await openKiosk(`http://127.0.0.1:${proxy.port}/`);
    await page.waitForSelector('#connection[data-online=true]');
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

  t.test('a page that was opened at a bad moment gets its access a little later', async (t) => {
    const page = await browser.newPage(withMicrophone);
    const refusals = [429, 500];
    await page.route('**/kiosk/session', (route) => {
      const status = refusals.shift();
      return status === undefined
        ? route.continue()
        : route.fulfill({ status, json: { status, detail: 'Not now.' } });
    });
    await page.goto(`${service.url}/`);
    await page.waitForSelector('body[data-state=ready]');
    t.strictSame(refusals, []);
    await page.close();
  });

  t.test(
    'a conversation that the service has no more does not stand in the way of the next one',
    async (t) => {
      const { page } = await openKiosk(`${service.url}/`);
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
    const { page } = await openKiosk(`http://kiosk.test:${service.port}/`);
    await page.waitForSelector('body[data-state=shut]');
    t.match(await page.textContent('#notice'), /no access.*#token=/s);
    await page.close();
    const given = await service.refreshToken();
    const { page: invited } = await openKiosk(`http://kiosk.test:${service.port}/#token=${given}`);
    await invited.waitForSelector('body[data-state=mute]');
    t.notMatch(invited.url(), /token/, 'the token does not stay in the address');
    await invited.close();
  });

  t.test('it can be read: contrast, and what a screen reader is told', async (t) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await openKiosk(`${service.url}/`, { colorScheme, reducedMotion: 'reduce' });
      await page.waitForSelector('body[data-state=ready]');
      const unreadable = () =>
        page.evaluate(`(() => {
          const rgba = (colour) => colour.match(/[\\d.]+/g).map(Number);
          const over = ([r, g, b, a = 1], below) => [r, g, b].map((value, i) => value * a + below[i] * (1 - a));
          const light = (colour) => {
            const [r, g, b] = colour.map((v) => (v / 255 <= 0.04 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
            return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
          };
          const ratio = (a, b) => Math.max(light(a) / light(b), light(b) / light(a));
          // What is behind an element's text, and the text itself, as seen through all that fades them.
          const behind = (node) => {
            const chain = [];
            for (let at = node; at; at = at.parentElement) chain.unshift(at);
            return chain.reduce(
              (below, at) => {
                const { backgroundColor, opacity } = getComputedStyle(at);
                const [r, g, b, a = 1] = rgba(backgroundColor);
                return { colour: over([r, g, b, a * opacity * below.opacity], below.colour), opacity: below.opacity * opacity };
              },
              { colour: [255, 255, 255], opacity: 1 },
            );
          };
          return [...document.body.querySelectorAll('*')]
            .filter((node) => node.checkVisibility() && [...node.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim()))
            .map((node) => {
              const { colour, opacity } = behind(node);
              const [r, g, b, a = 1] = rgba(getComputedStyle(node).color);
              return [ratio(over([r, g, b, a * opacity], colour), colour), node.textContent.trim()];
            })
            .filter(([contrast]) => contrast < 4.5);
        })()`);
      t.strictSame(await unreadable(), [], colorScheme);
      for (const text of ['red running shoes', 'cheaper than fifty']) {
        await page.fill('#text', text);
        await page.keyboard.press('Enter');
        await page.locator('[data-state=ready] .turn:last-child .said', { hasText: text }).waitFor();
      }
      t.strictSame(await unreadable(), [], `${colorScheme}, with turns`);
      t.match(
        await page.locator('#conversation').ariaSnapshot(),
        /log.*article:.*red running shoes.*article:/s,
      );
      await page.close();
    }
  });

  t.test('nothing is cut off on a phone, a laptop and a stand', async (t) => {
    for (const [width, height] of [
      [320, 568],
      [390, 844],
      [844, 390],
      [1366, 768],
      [1080, 1920],
    ]) {
      const { page } = await openKiosk(`${service.url}/`, { viewport: { width, height } });
      await page.waitForSelector('body[data-state=ready]');
      const [talk, text] = await Promise.all(
        ['#talk', '#text'].map((css) => page.locator(css).boundingBox()),
      );
      t.ok(
        Math.abs(talk!.x + talk!.width / 2 - width / 2) < 2 || Math.abs(talk!.y - text!.y) < talk!.height,
        `${width}x${height}: the button is in the middle, or beside the field`,
      );
      for (const text of [
        'show me red running shoes under fifty dollars',
        'only size nine',
        'sort by price low to high',
      ]) {
        await page.fill('#text', text);
        await page.keyboard.press('Enter');
        await page.locator('[data-state=ready] .turn:last-child .said', { hasText: text }).waitFor();
      }
      const overflow = await page.evaluate(`(() => {
        const { scrollWidth, scrollHeight } = document.documentElement;
        const box = (css) => document.querySelector(css).getBoundingClientRect();
        const boxes = ['#talk', '#text', '#hands-free', '#start-over', '#writing button'].map(box);
        const [said, reply, shown] = ['.turn:last-child .said', '.turn:last-child .reply', '#conversation'].map(box);
        return [scrollWidth - innerWidth, scrollHeight - innerHeight, boxes.every(({ left, right, top, bottom, height }) =>
          left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight && height >= 32),
          box('#writing').right <= box('header').right && box('#writing').left >= box('header').left,
          said.top >= shown.top && reply.bottom <= shown.bottom];
      })()`);
      t.strictSame(overflow, [0, 0, true, true, true], `${width}x${height}`);
      const crowded = await page.evaluate(`(async () => {
        const { describeAnswer, describeContext } = await import('/kiosk/answer.js');
        const [live, remembered, conversation] = ['live', 'remembered', 'conversation'].map((id) => document.getElementById(id));
        live.textContent = 'and a long sentence '.repeat(25);
        remembered.replaceChildren(...describeContext({ order: Array(20).fill({ quantity: 2, drink: 'cappuccino with oat milk' }) }));
        const connection = document.getElementById('connection');
        connection.dataset.online = 'false';
        connection.textContent = 'Not connected';
        conversation.append(describeAnswer({ entities: { products: [{ title: 'Length'.repeat(40) }] } }));
        const { scrollWidth, scrollHeight } = document.documentElement;
        const [{ height }, rem] = [conversation.querySelector('.products li').getBoundingClientRect(), parseFloat(getComputedStyle(document.documentElement).fontSize)];
        return [scrollWidth - innerWidth, scrollHeight - innerHeight, conversation.scrollWidth - conversation.clientWidth, height < 8 * rem];
      })()`);
      t.strictSame(
        crowded,
        [0, 0, 0, true],
        `${width}x${height}: however much was said, ordered and found, and without a connection`,
      );
      await page.close();
    }
  });
});

t.test('the page of another pack greets by it, and shows what is ordered', { skip }, async (t) => {
  const service = await runService(t, { pack: 'coffee-bar' });
  const browser = await launchChromium({ recording: recordings.search });
  t.teardown(() => browser.close());
  const page = await browser.newPage(withMicrophone);
  await page.goto(`${service.url}/`);
  await page.waitForSelector('body[data-state=ready]');
  t.equal(await page.textContent('#invitation'), 'What can I get you?');
  await page.locator('#suggestions button', { hasText: 'muffin' }).click();
  await page.waitForSelector('.turn');
  const remembered = await page.locator('#remembered .chip').allTextContents();
  t.match(remembered, ['1 × small, cappuccino', '1 × blueberry muffin', /to go$/]);
  await page.fill('#text', 'make it a large one');
  await page.keyboard.press('Enter');
  await page.locator('#remembered .chip', { hasText: 'large' }).waitFor();
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
      'Too many are speaking just nowPlease try again in a moment.',
    );
    await first.waitForSelector('.turn');
    await second.click('#talk');
    await second.waitForSelector('.turn');
    t.match(await second.textContent('.turn .said'), heard);
  },
);

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
