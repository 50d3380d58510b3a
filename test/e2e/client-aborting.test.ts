import type { Page } from 'playwright-core';
import t from 'tap';
import { openLibraryPage } from './chromium.js';
import { startCuttableProxy } from './cuttable-proxy.js';
import { type Outcome, startLibraryStage } from './library-stage.js';
import { cannotRun } from './running-service.js';

const skip = cannotRun();

t.test('what is given up', { skip }, async (t) => {
  const { service, browser, inPage } = await startLibraryStage(t);

  /** What became of a promise, or that it is still waited for when a request would long have been given up. */
  const settled = (page: Page, name: string) =>
    page.evaluate(`Promise.race([
      ${name},
      new Promise((resolve) => setTimeout(resolve, 10_000, 'it waits on')),
    ])`) as Promise<Outcome | string>;

  t.test('a written question is given up at once, however long the service takes', async (t) => {
    const proxy = await startCuttableProxy(service.port);
    t.teardown(() => proxy.close());
    const page = await openLibraryPage(browser, `http://127.0.0.1:${proxy.port}`);
    const ask = `
      window.question = new AbortController();
      const { signal } = question;
      window.asked = outcome(session.sendTextQuery('red shoes', 'en-US', undefined, undefined, { signal }));`;
    await inPage('await session.connect();', { page });
    proxy.hang();
    await inPage(ask, { page });
    await page.evaluate(`question.abort(new Error('changed my mind'))`);
    t.match(await settled(page, 'asked'), { error: { name: 'AbortError', code: 'aborted' } });
    proxy.cut();
    proxy.mend();
    t.match(await inPage(`return session.sendTextQuery('red shoes', 'en-US')`, { page }), {
      value: { queryType: 'text' },
    });
    await page.close();
  });

  t.test('a written question that waits for its token is not sent any more', async (t) => {
    const { value, error } = await inPage(`
      const sent = [];
      window.WebSocket = class extends WebSocket {
        send(data) { sent.push(JSON.parse(data).restUri); super.send(data); }
      };
      let give;
      const { refreshToken } = session.options;
      const other = new ServiceSession({
        host: location.host, audioProfileId: profile, refreshToken: () => new Promise((resolve) => { give = resolve; }),
      });
      const question = new AbortController();
      const { signal } = question;
      const asked = outcome(other.sendTextQuery('red shoes', 'en-US', undefined, undefined, { signal }));
      await Promise.resolve();
      question.abort();
      const refused = await asked;
      give(refreshToken);
      await other.connect();
      return { refused, sent };
    `);
    t.equal(error, undefined);
    t.match(value.refused, { error: { code: 'aborted' } });
    t.strictSame(value.sent, ['/tokens']);
  });
});
