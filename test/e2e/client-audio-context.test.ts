import t from 'tap';
import { openLibraryPage } from './chromium.js';
import { startLibraryStage } from './library-stage.js';
import { cannotRun, heard } from './running-service.js';

const skip = cannotRun();

t.test('audio contexts of the client library', { skip }, async (t) => {
  const { service, browser, inPage } = await startLibraryStage(t);

  t.test('close: no socket is opened after it, and no audio context runs on', async (t) => {
    const { value, error } = await inPage(`
      const made = { sockets: [], contexts: [] };
      window.WebSocket = class extends WebSocket { constructor(url) { super(url); made.sockets.push(this); } };
      window.AudioContext = class extends AudioContext { constructor() { super(); made.contexts.push(this); } };
      const connecting = outcome(session.connect());
      await session.close();
      const refused = await connecting;
      const { textQuery } = await session.sendAudioQuery('en-US');
      await session.close();
      const isOpen = () => made.sockets.some(({ readyState }) => readyState !== WebSocket.CLOSED);
      for (let wait = 0; isOpen() && wait < 100; wait++) await new Promise((resolve) => setTimeout(resolve, 100));
      return { refused, textQuery, sockets: made.sockets.map((one) => one.readyState), contexts: made.contexts.map((one) => one.state) };
    `);
    t.equal(error, undefined);
    t.match(value.refused, { error: { code: 'aborted' } });
    t.match(value.textQuery.text, heard, 'a later call connects again');
    t.strictSame(value.sockets, [3, 3]);
    t.strictSame(value.contexts, ['closed']);
  });

  t.test(
    'a page that asks for days keeps no more of the browser than one that asked a few times',
    async (t) => {
      const page = await openLibraryPage(browser, service.url);
      const { value, error } = await inPage(
        `
      const made = [];
      window.AudioContext = class extends AudioContext { constructor() { super(); made.push(this); } };
      for (let opening = 0; opening < 60; opening++) {
        await session.openMicrophone();
        await session.closeMicrophone();
      }
      const { textQuery } = await session.sendAudioQuery('en-US');
      return { textQuery, contexts: made.map((one) => one.state) };
    `,
        { page },
      );
      t.equal(error, undefined);
      t.match(value.textQuery.text, heard, 'it is heard with the context of that time');
      t.strictSame(value.contexts, ['closed', 'closed', 'running']);
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('Performance.enable');
      const processors = async () => {
        await devtools.send('HeapProfiler.collectGarbage');
        const { metrics } = await devtools.send('Performance.getMetrics');
        return metrics.find(({ name }) => name === 'AudioWorkletProcessors')!.value;
      };
      let left = await processors();
      for (let wait = 0; left > 25 && wait < 50; wait++) {
        await page.waitForTimeout(100);
        left = await processors();
      }
      t.ok(left <= 25, `${left} processors are left of 61`);
      await page.close();
    },
  );

  t.test('a page may close its audio context between two queries', async (t) => {
    const { value, error } = await inPage(`
      const context = new AudioContext();
      await session.sendAudioQuery('en-US', undefined, undefined, context);
      await context.close();
      return session.sendAudioQuery('en-US');
    `);
    t.equal(error, undefined);
    t.match(value.textQuery.text, heard);
  });

  t.test(
    'a microphone that is held open is recorded at its own rate, whatever context a query brings',
    async (t) => {
      const page = await openLibraryPage(browser, service.url);
      const declared: string[] = [];
      page.on('websocket', (socket) =>
        socket.on('framesent', ({ payload }) => {
          if (typeof payload === 'string' && payload.includes('mimeType')) declared.push(payload);
        }),
      );
      const { value, error } = await inPage(
        `
      await session.openMicrophone({ audioContext: new AudioContext({ sampleRate: 48_000 }) });
      return session.sendAudioQuery('en-US', undefined, undefined, new AudioContext({ sampleRate: 16_000 }));
    `,
        { page },
      );
      t.equal(error, undefined);
      t.match(declared, [/rate=48000/]);
      t.match(value.textQuery.text, heard);
      await page.close();
    },
  );

  t.test('an audio context that the page closes while it records is told of at once', async (t) => {
    const { value, error } = await inPage(`
      const errors = [];
      const held = new AudioContext();
      await session.openMicrophone({ audioContext: held, onError: ({ code }) => errors.push(code) });
      await held.close();
      const next = await outcome(session.sendAudioQuery('en-US'));
      const during = new AudioContext();
      const onListening = () => setTimeout(() => during.close(), 100);
      const cut = await outcome(session.sendAudioQuery('en-US', undefined, undefined, during, { onListening }));
      await new Promise((resolve) => setTimeout(resolve, 100));
      return { errors, next, cut, tracks: tracks.map(({ readyState }) => readyState) };
    `);
    t.equal(error, undefined);
    t.strictSame(value.errors, ['microphone_failed']);
    t.match(
      value.next,
      { value: { textQuery: { text: heard } } },
      'the next query opens the microphone anew',
    );
    t.match(value.cut, { error: { code: 'microphone_failed', message: /audio context was closed/ } });
    t.strictSame(value.tracks, ['ended', 'ended', 'ended']);
  });

  t.test('an audio context of the page records the query that it was given for, and no other', async (t) => {
    const page = await openLibraryPage(browser, service.url);
    const declared: string[] = [];
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => {
        if (typeof payload === 'string' && payload.includes('mimeType'))
          declared.push(/rate=\d+/.exec(payload)![0]);
      }),
    );
    const { value, error } = await inPage(
      `
      const made = [];
      const given = new AudioContext({ sampleRate: 16_000 });
      const other = new AudioContext({ sampleRate: 32_000 });
      window.AudioContext = class extends AudioContext {
        constructor() { super({ sampleRate: 24_000 }); made.push(this); }
      };
      await session.sendAudioQuery('en-US', undefined, undefined, given);
      await given.suspend();
      const own = await session.sendAudioQuery('en-US');
      await session.createAudioQuery('en-US', undefined, undefined, given);
      const streamed = await session.streamAudio();
      await session.createAudioQuery('en-US', undefined, undefined, given);
      await session.openMicrophone({ audioContext: other });
      const held = await session.streamAudio();
      await session.closeMicrophone();
      return { texts: [own, streamed, held].map(({ textQuery }) => textQuery.text), made: made.length };
    `,
      { page },
    );
    t.equal(error, undefined);
    t.strictSame(
      declared,
      ['rate=16000', 'rate=24000', 'rate=16000', 'rate=16000', 'rate=32000'],
      'a query that was created for another rate than that of the open microphone is created again',
    );
    t.match(value.texts, [heard, heard, heard]);
    t.equal(value.made, 1);
    await page.close();
  });
});
