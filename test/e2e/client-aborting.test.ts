import type { Page } from 'playwright-core';
import t from 'tap';
import { openLibraryPage } from './chromium.js';
import { startCuttableProxy } from './cuttable-proxy.js';
import { type Outcome, startLibraryStage } from './library-stage.js';
import { cannotRun, heard } from './running-service.js';

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

  t.test('close: what was begun before rejects at once, and nothing of it connects again', async (t) => {
    const { value, error } = await inPage(`
      const sockets = [];
      window.WebSocket = class extends WebSocket { constructor(url) { super(url); sockets.push(this); } };
      const { refreshToken } = session.options;
      const given = [];
      const other = new ServiceSession({
        host: location.host, audioProfileId: profile, refreshToken: () => new Promise((resolve) => given.push(resolve)),
      });
      const begun = [
        () => other.connect(),
        () => other.sendTextQuery('red shoes', 'en-US'),
        () => other.createAudioQuery('en-US'),
        () => other.sendAudioQuery('en-US'),
      ];
      const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
      const outcomes = [];
      for (const begin of begun) {
        const pending = outcome(begin());
        await pause(300);
        await other.close();
        outcomes.push(await Promise.race([pending.then(({ error }) => error?.code), pause(3000)]));
      }
      const before = sockets.length;
      for (const give of given.splice(0)) give(refreshToken);
      await pause(300);
      const after = sockets.map(({ readyState }) => readyState);
      const later = other.sendTextQuery('red shoes', 'en-US');
      await pause(300);
      for (const give of given) give(refreshToken);
      const { queryType } = await later;
      return { outcomes, openedLater: after.length - before, after, queryType, tracks: tracks.map((one) => one.readyState) };
    `);
    t.equal(error, undefined);
    t.strictSame(value.outcomes, ['aborted', 'aborted', 'aborted', 'aborted']);
    t.equal(value.openedLater, 0);
    t.strictSame(new Set(value.after), new Set([3]));
    t.equal(value.queryType, 'text', 'a later call connects again');
    t.notOk(value.tracks.includes('live'));
  });

  t.test('close: a request that a hanging service does not answer rejects at once, too', async (t) => {
    const proxy = await startCuttableProxy(service.port);
    t.teardown(() => proxy.close());
    const page = await openLibraryPage(browser, `http://127.0.0.1:${proxy.port}`);
    const session = 'onConnectionChange: (isOpen) => (window.changes ??= []).push(isOpen)';
    await inPage('await session.connect();', { page, session });
    proxy.hang();
    await inPage(`window.asked = outcome(session.sendTextQuery('red shoes', 'en-US'));`, { page });
    await inPage('await session.close();', { page });
    t.match(await settled(page, 'asked'), { error: { code: 'aborted', message: 'The session was closed.' } });
    t.strictSame(await page.evaluate('changes'), [true, false]);
    proxy.cut();
    proxy.mend();
    t.match(await inPage(`return session.sendTextQuery('red shoes', 'en-US')`, { page }), {
      value: { queryType: 'text' },
    });
    t.strictSame(await page.evaluate('changes'), [true, false, true]);
    await page.close();
  });

  t.test(
    'close: a microphone that is still being opened is not kept, nor in the way of the next',
    async (t) => {
      const { value, error } = await inPage(`
      const open = navigator.mediaDevices.getUserMedia;
      const permitted = [];
      navigator.mediaDevices.getUserMedia = async (constraints) => {
        await new Promise((resolve) => permitted.push(resolve));
        return open(constraints);
      };
      const first = outcome(session.openMicrophone());
      await session.close();
      const second = outcome(session.openMicrophone());
      permitted[0]();
      const refused = await first;
      await new Promise((resolve) => setTimeout(resolve, 500));
      permitted[1]();
      const opened = await second;
      const { textQuery } = await session.sendAudioQuery('en-US');
      const held = tracks.map((track) => track.readyState);
      await session.closeMicrophone();
      await new Promise((resolve) => setTimeout(resolve, 100));
      return { refused, opened, textQuery, held, left: tracks.map((track) => track.readyState) };
    `);
      t.equal(error, undefined);
      t.match(value.refused, { error: { code: 'aborted' } });
      t.notMatch(value.opened, { error: {} });
      t.match(value.textQuery.text, heard);
      t.strictSame(value.held, ['ended', 'live']);
      t.strictSame(value.left, ['ended', 'ended']);
    },
  );
});
