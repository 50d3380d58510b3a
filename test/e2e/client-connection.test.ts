import t from 'tap';
import { openLibraryPage } from './chromium.js';
import { startCuttableProxy } from './cuttable-proxy.js';
import { type Outcome, startLibraryStage } from './library-stage.js';
import { cannotRun, heard } from './running-service.js';

const skip = cannotRun();

t.test('connections of the client library', { skip }, async (t) => {
  const { service, browser, inPage } = await startLibraryStage(t);

  t.test('a connection that breaks: idle ones are opened again, spoken words go out again', async (t) => {
    const proxy = await startCuttableProxy(service.port);
    t.teardown(() => proxy.close());
    const page = await openLibraryPage(browser, `http://127.0.0.1:${proxy.port}`);
    t.match(await inPage(`return session.sendTextQuery('red shoes', 'en-US')`, { page }), {
      value: { queryType: 'text' },
    });
    proxy.cut();
    await page.waitForTimeout(200);
    t.match(await inPage(`return session.sendTextQuery('red shoes', 'en-US')`, { page }), {
      value: { queryType: 'text' },
    });

    await page.evaluate(`window.pending = outcome(session.sendAudioQuery('en-US', undefined, undefined, undefined, {
      onListening: () => { window.listening = true; },
    })); void 0`);
    await page.waitForFunction('window.listening');
    await page.waitForTimeout(1_500);
    proxy.cut();
    const { value, error } = (await page.evaluate('pending')) as Outcome;
    t.equal(error, undefined);
    t.match(value.textQuery.text, heard);
    const { value: whole } = await inPage(`return session.sendAudioQuery('en-US')`, { page });
    t.equal(
      value.textQuery.text.split(' ').length >= whole.textQuery.text.split(' ').length - 2,
      true,
      'the words from before the break are there',
    );
    await page.close();
  });

  t.test('what was said waits for a service that is away, up to the deadline', async (t) => {
    const proxy = await startCuttableProxy(service.port);
    t.teardown(() => proxy.close());
    const page = await openLibraryPage(browser, `http://127.0.0.1:${proxy.port}`);
    const ask = async (session = '') => {
      await page.evaluate(`
        window.listening = false;
        window.session = new ServiceSession({
          host: location.host, audioProfileId: profile, refreshToken: '${await service.refreshToken()}', ${session}
        });
        window.pending = outcome(session.sendAudioQuery('en-US', undefined, undefined, undefined, {
          onListening: () => { window.listening = true; },
        })); void 0`);
      await page.waitForFunction('window.listening');
      await page.waitForTimeout(1_500);
      proxy.breakDown();
    };
    await ask();
    await page.waitForTimeout(4_500);
    proxy.mend();
    const { value, error } = (await page.evaluate('pending')) as Outcome;
    t.equal(error, undefined);
    t.match(value.textQuery.text, heard);

    await ask('streamingAudioDeadline: 3000');
    t.match(await page.evaluate('pending'), { error: { code: 'connection_failed' } });
    t.equal(await page.evaluate(`tracks.every((track) => track.readyState === 'ended')`), true);
    await page.close();
  });

  t.test('a service that hangs while somebody speaks is given up, and its connection too', async (t) => {
    const proxy = await startCuttableProxy(service.port);
    t.teardown(() => proxy.close());
    const page = await openLibraryPage(browser, `http://127.0.0.1:${proxy.port}`);
    await page.evaluate(`
      window.connection = [];
      window.session = new ServiceSession({
        host: location.host, audioProfileId: profile, refreshToken: '${await service.refreshToken()}',
        streamingAudioDeadline: 2000, onConnectionChange: (isOpen) => connection.push(isOpen),
      });
      window.pending = outcome(session.sendAudioQuery('en-US', undefined, undefined, undefined, {
        onPartial: () => { window.isHeard = true; },
      })); void 0`);
    await page.waitForFunction('window.isHeard');
    proxy.hang();
    const late = page.waitForTimeout(15_000).then(() => 'it listens on');
    t.match(await Promise.race([page.evaluate('pending'), late]), { error: { code: 'deadline' } });
    await page.waitForFunction('connection.length === 2');
    t.strictSame(await page.evaluate('connection'), [true, false]);
    t.strictSame(await page.evaluate('tracks.map((track) => track.readyState)'), ['ended']);
    proxy.mend();
    await page.evaluate('session.connect()');
    const again = `outcome(session.sendAudioQuery('en-US', undefined, undefined, undefined, { onPartial() {} }))`;
    t.match((await page.evaluate(again)) as Outcome, { value: { textQuery: { text: heard } } });
    await page.close();
  });

  t.test(
    'a service that is away and comes back: no microphone stays open, no reload is needed',
    async (t) => {
      const proxy = await startCuttableProxy(service.port);
      t.teardown(() => proxy.close());
      const page = await openLibraryPage(browser, `http://127.0.0.1:${proxy.port}`);
      await page.evaluate(`
      window.connection = [];
      window.session = new ServiceSession({
        host: location.host, audioProfileId: profile, refreshToken: '${await service.refreshToken()}',
        workletUrl: '/js/service-worklet.js', onConnectionChange: (isOpen) => connection.push(isOpen),
      });`);
      const speak = async () => (await page.evaluate(`outcome(session.sendAudioQuery('en-US'))`)) as Outcome;
      await page.evaluate('session.connect()');
      proxy.breakDown();
      const { error } = await speak();
      t.match(error, { code: 'connection_failed', message: /service-worklet.js cannot be loaded/ });
      t.strictSame(await page.evaluate('connection'), [true, false]);
      t.equal(await page.evaluate(`tracks.every((track) => track.readyState === 'ended')`), true);
      proxy.mend();
      t.match((await speak()).value?.textQuery.text, heard);
      t.equal(await page.evaluate('connection.at(-1)'), true);
      await page.close();
    },
  );
});
