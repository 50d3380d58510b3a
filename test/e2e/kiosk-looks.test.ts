import t from 'tap';
import { launchChromium } from './chromium.js';
import { openKiosk } from './kiosk-page.js';
import { cannotRun, recordings, runService } from './running-service.js';

const skip = cannotRun();

t.test('the looks of the kiosk page', { skip }, async (t) => {
  const service = await runService(t);
  const browser = await launchChromium({ recording: recordings.search });
  t.teardown(() => browser.close());

  t.test('it can be read: contrast, and what a screen reader is told', async (t) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await openKiosk(browser, `${service.url}/`, { colorScheme, reducedMotion: 'reduce' });
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
        /log.*article:.*You:.*red running shoes.*Reply:.*group "What was understood".*article:/s,
      );
      t.equal(
        await page.getAttribute('.turn:last-child .chips', 'aria-live'),
        'off',
        'it is not read out again',
      );
      await page.close();
    }
  });

  t.test('an answer shows what it means to whoever asked', async (t) => {
    const { page: kiosk, complaints } = await openKiosk(browser, `${service.url}/`);
    const shown = (query: object) =>
      kiosk.evaluate(`(async () => {
        const { describeAnswer } = await import('/kiosk/answer.js');
        return [...describeAnswer(${JSON.stringify(query)}).querySelectorAll('.chip, li, .more, .understood')].map((node) => node.textContent);
      })()`);
    const page = Array.from({ length: 10 }, (_, at) => ({ title: `Shoe ${at}` }));
    const titles = page.map(({ title }) => title);
    const last = page.slice(0, 5);
    t.strictSame(await shown({ entities: { products: page, total: 25 } }), [...titles, 'and 15 more']);
    t.strictSame(await shown({ entities: { products: page, total: 25, page: 2 } }), [
      ...titles,
      'and 5 more',
    ]);
    t.strictSame(await shown({ entities: { products: last, total: 25, page: 3 } }), titles.slice(0, 5));
    t.strictSame(await shown({ entities: { products: page } }), titles);
    const beside = { doing: 'going', topic: 'to italy', unmatched: ['to italy'] };
    t.strictSame(await shown({ intent: 'none', entities: beside }), ['not understoodto italy']);
    const amounts = [{ amount: '50', currency: 'EUR', text: 'under fifty euros' }];
    const price = { type: 'lessThan', value: 50 };
    const cheaper = {
      intent: 'refine',
      entities: { direction: 'cheaper', position: 2, amounts },
      context: { price },
    };
    t.strictSame(await shown(cheaper), ['under €50'], 'no words of developers, and money as it is written');
    const range = { type: 'range', from: 9.5, to: 20 };
    const priced = [{ title: 'Hat', price: 12, currency: 'USD' }];
    t.strictSame(await shown({ entities: { products: priced }, context: { price: range } }), [
      '$9.50 to $20',
      'Hat$12',
    ]);
    t.strictSame(await shown({ context: { price } }), ['under 50'], 'in a currency that is not known');
    const requests = [
      { intent: 'turnOff', context: { device: 'light' } },
      { intent: 'close', context: { cover: 'blind' } },
    ];
    t.strictSame(await shown({ entities: { requests } }), ['devicelight', 'coverblind']);
    const heard = { textQuery: { text: 'with oat milk', understoodText: 'a latte with oat milk' } };
    t.strictSame(await shown(heard), ['understood as “a latte with oat milk”']);
    const pictures = await kiosk.evaluate(`(async () => {
      const { describeAnswer } = await import('/kiosk/answer.js');
      const images = ['kiosk/icon.svg', 'https://elsewhere.test/shoe.jpg', 'http://', 5, undefined];
      const products = images.map((image, at) => ({ title: 'Shoe ' + at, image }));
      const answer = describeAnswer({ entities: { products } });
      return [...answer.querySelectorAll('li')].map((item) => item.querySelector('img')?.getAttribute('src'));
    })()`);
    t.strictSame(pictures, ['kiosk/icon.svg', undefined, undefined, undefined, undefined]);
    t.strictSame(complaints, [], 'nobody else is asked for a picture');
    await kiosk.close();
  });

  t.test(
    'a phone that is turned or shows its keyboard, and a page that is magnified, still show the newest answer',
    async (t) => {
      const { page } = await openKiosk(browser, `${service.url}/`, { viewport: { width: 390, height: 844 } });
      await page.waitForSelector('body[data-state=ready]');
      for (const text of [
        'red running shoes',
        'only the blue ones',
        'under fifty dollars',
        'sort by price low to high',
      ]) {
        await page.fill('#text', text);
        await page.keyboard.press('Enter');
        await page.locator('[data-state=ready] .turn:last-child .said', { hasText: text }).waitFor();
      }
      const isShown = (css: string) =>
        `(() => {
        const [part, list] = ['${css}', '#conversation'].map((one) => document.querySelector(one).getBoundingClientRect());
        return part.top >= list.top && part.top < list.bottom - 10;
      })()`;
      for (const [width, height] of [
        [844, 390],
        [390, 844],
        [390, 500],
        // a laptop at 400 %
        [320, 256],
      ]) {
        await page.setViewportSize({ width, height });
        await page.waitForTimeout(300);
        t.equal(await page.evaluate(isShown('.turn:last-child .said')), true, `${width}x${height}`);
      }
      await page.locator('#conversation').evaluate((list) => {
        (list as unknown as { scrollTop: number }).scrollTop = 0;
      });
      await page.waitForTimeout(100);
      await page.setViewportSize({ width: 390, height: 600 });
      await page.waitForTimeout(200);
      t.equal(
        await page.evaluate(isShown('.turn:first-child .said')),
        true,
        'who looks at an older one goes on doing so',
      );
      await page.close();
    },
  );

  t.test('the newest answer stays in sight while what is remembered grows above it', async (t) => {
    const { page } = await openKiosk(browser, `${service.url}/`, { viewport: { width: 1280, height: 800 } });
    await page.waitForSelector('body[data-state=ready]');
    const sentences =
      'show me red shoes,in blue,under 50 dollars,size ten,cheapest first,for women,from nike';
    const unseen: string[] = [];
    for (const text of [...sentences.split(','), 'waterproof', 'leather', 'not green', 'in cotton']) {
      await page.fill('#text', text);
      await page.keyboard.press('Enter');
      await page.locator('[data-state=ready] .turn:last-child .said', { hasText: text }).waitFor();
      // Two frames: what was scrolled is told of in the next one.
      const below = await page.evaluate(`new Promise((resolve) => {
        const list = document.getElementById('conversation');
        const measure = () => resolve(list.scrollHeight - list.clientHeight - list.scrollTop);
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(measure)));
      })`);
      if ((below as number) > 1) unseen.push(text);
    }
    t.strictSame(unseen, []);
    await page.close();
  });

  t.test('the ring around the button does not move for those who want no motion', async (t) => {
    const { page } = await openKiosk(browser, `${service.url}/`, { reducedMotion: 'reduce' });
    const sizes = await page.evaluate(`[0, 0.3, 1].map((level) => {
      document.body.style.setProperty('--level', level);
      return getComputedStyle(document.querySelector('.halo')).transform;
    })`);
    t.equal(new Set(sizes as string[]).size, 1, String(sizes));
    await page.close();
  });

  t.test('nothing is cut off on a phone, a laptop and a stand', async (t) => {
    for (const [width, height] of [
      [320, 568],
      [375, 667],
      [390, 844],
      [844, 390],
      [1366, 768],
      [1080, 1920],
    ]) {
      const { page } = await openKiosk(browser, `${service.url}/`, { viewport: { width, height } });
      await page.waitForSelector('body[data-state=ready]');
      const isSuggestionCut = await page.evaluate(`(() => {
        const [shown, last] = ['main', '#suggestions li:last-child'].map((css) => document.querySelector(css).getBoundingClientRect());
        return last.bottom > shown.bottom;
      })()`);
      t.notOk(isSuggestionCut, `${width}x${height}: every suggestion is seen`);
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
      t.ok(
        await page.locator('#remembered .chip').first().isVisible(),
        `${width}x${height}: what is remembered`,
      );
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
