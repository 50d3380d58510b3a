import t from 'tap';
import { openLibraryPage, withMicrophone } from './chromium.js';
import { messagesOf, startLibraryStage } from './library-stage.js';
import { cannotRun, heard } from './running-service.js';

const skip = cannotRun();

t.test('audio queries of the client library', { skip }, async (t) => {
  const { service, browser, inPage } = await startLibraryStage(t);

  t.test(
    'sendAudioQuery: words as they are spoken, the end of speech, the answer, the microphone let go',
    async (t) => {
      const page = await openLibraryPage(browser, service.url);
      const sent = messagesOf(page);
      const { value, error } = await inPage(
        `
      const seen = { partials: [], levels: 0, order: [] };
      const query = await session.sendAudioQuery('en-US', undefined, undefined, undefined, {
        onListening: () => {
          seen.order.push('listening');
          // A device whose clock is put right.
          const { now } = Date;
          Date.now = () => now() - 3_600_000;
        },
        onSpeechStart: () => seen.order.push('start'),
        onPartial: ({ text }) => seen.partials.push(text),
        onLevel: (level) => { if (level > 0.3) seen.levels++; },
        onSpeechEnd: () => seen.order.push('end'),
      });
      await session.sendFeedback(query, { rating: 5, description: 'good' });
      return { query, seen, tracks: tracks.map((track) => track.readyState), supported: ServiceSession.isStreamingAudioSupported() };
    `,
        { page },
      );
      await page.close();
      t.equal(error, undefined);
      t.match(value.query, {
        queryType: 'audio',
        textQuery: { text: heard },
        intent: String,
        reply: { text: String },
        context: {},
        entities: {},
        audioQuery: { mimeType: /^audio\/pcm;bits=32;rate=\d+;encoding=float/ },
      });
      t.match(value.query._links.self.href, /^\/queries\/[0-9a-f-]{36}$/);
      t.strictSame(value.seen.order, ['listening', 'start', 'end']);
      t.ok(value.seen.partials.length > 0, 'there were partial results');
      t.ok(value.seen.levels > 5, 'the meter moved');
      t.strictSame(value.tracks, ['ended']);
      t.equal(value.supported, true);
      t.match(sent.at(-1), {
        method: 'PATCH',
        restUri: `${value.query._links.self.href}/feedback`,
        entity: { rating: 5, description: 'good', durations: { vad: Number, complete: Number } },
      });
      const { durations } = sent.at(-1)!.entity as { durations: Record<string, number> };
      t.ok(durations.vad > 0 && durations.complete >= durations.vad, `${JSON.stringify(durations)} ms`);
    },
  );

  t.test('listeners of the page that fail cost no audio and no answer', async (t) => {
    const { value, error } = await inPage(`
      const fail = () => { throw new Error('a fault of the page'); };
      const listeners = { onListening: fail, onSpeechStart: fail, onPartial: fail, onLevel: fail, onSpeechEnd: fail };
      const query = await session.sendAudioQuery('en-US', undefined, undefined, undefined, listeners);
      return { text: query.textQuery.text, tracks: tracks.map((track) => track.readyState) };
    `);
    t.equal(error, undefined);
    t.match(value, { text: heard, tracks: ['ended'] });
  });

  t.test('the two-step form, methods handed on bare', async (t) => {
    const { value, error } = await inPage(
      `
      const notifications = [];
      const created = await session.createAudioQuery('en-US');
      const early = tracks.length;
      await session.finishStreaming();
      const { streamAudio } = session;
      // A copy, as frameworks make of what they keep in their state.
      const query = await streamAudio(structuredClone(created), (notification) => notifications.push(notification));
      const again = await outcome(session.streamAudio(created));
      return { created, early, query, notifications, again };
    `,
      { session: "audioEncoding: 'signed-int', audioBufferSize: 2048" },
    );
    t.equal(error, undefined);
    t.match(value.created, {
      queryType: 'audio',
      _embedded: {},
      _links: { self: {}, audio: {}, conversation: {} },
    });
    t.equal(value.early, 0, 'no microphone before streamAudio');
    t.equal(value.query.id, value.created.id);
    t.match(value.query.textQuery.text, heard);
    t.match(value.query.audioQuery.mimeType, /bits=16/);
    t.strictSame(value.notifications, ['vad_stop']);
    t.match(value.again, { error: { code: 'invalid_argument' } });
  });

  t.test('a query that the socket has forgotten is created again in its conversation', async (t) => {
    const { value, error } = await inPage(`
      const older = await session.createAudioQuery('en-US');
      const newer = await session.createAudioQuery('en-US');
      const first = await session.streamAudio(older);
      const cutOff = await session.createAudioQuery('en-US');
      session.connection.close();
      const second = await session.streamAudio(cutOff);
      return { older, newer, first, cutOff, second };
    `);
    t.equal(error, undefined);
    t.match(value.first.textQuery.text, heard);
    t.equal(value.first.conversationId, value.older.conversationId);
    t.not(value.first.conversationId, value.newer.conversationId);
    t.match(value.second.textQuery.text, heard);
    t.equal(value.second.conversationId, value.cutOff.conversationId);
  });

  t.test('finishStreaming ends a query that the service would not end', async (t) => {
    const { value, error } = await inPage(
      `
      const pending = session.sendAudioQuery('en-US', undefined, undefined, undefined, {
        onListening: () => setTimeout(session.finishStreaming, 4000),
      });
      return pending;
    `,
      { session: 'ignoreVad: true' },
    );
    t.equal(error, undefined);
    t.match(value.textQuery.text, heard);
  });

  t.test(
    'a button that is let go of before the microphone is open: the query ends as it begins',
    async (t) => {
      const { value, error } = await inPage(
        `
      let isListening = false;
      const letGo = () => (isListening ? session.finishStreaming() : session.cancel());
      const pending = outcome(session.sendAudioQuery('en-US', undefined, undefined, undefined, {
        onListening: () => { isListening = true; },
      }));
      await session.finishStreaming();
      await letGo();
      return { result: await pending, isListening, query: await session.sendAudioQuery('en-US'), tracks: tracks.map((track) => track.readyState) };
    `,
      );
      t.equal(error, undefined);
      t.match(value.result, { error: { code: 'aborted' } });
      t.equal(value.isListening, false);
      t.match(value.query.textQuery.text, heard, 'the next one is heard');
      t.notMatch(value.tracks, ['live']);
    },
  );

  t.test(
    'the deadline counts from what was said last: who speaks for longer is still answered',
    async (t) => {
      const { value, error } = await inPage(
        `
      let begunAtMs, spokeForMs;
      const query = await session.sendAudioQuery('en-US', undefined, undefined, undefined, {
        onListening: () => { begunAtMs = performance.now(); },
        onSpeechEnd: () => { spokeForMs = performance.now() - begunAtMs; },
      });
      return { query, spokeForMs };
    `,
        { session: 'streamingAudioDeadline: 2000' },
      );
      t.equal(error, undefined);
      t.match(value.query.textQuery.text, heard);
      t.ok(value.spokeForMs > 2000);
    },
  );

  t.test('the deadline: the promise rejects, the microphone is let go, the query is cancelled', async (t) => {
    const { value } = await inPage(
      `
      const created = await session.createAudioQuery('en-US');
      // As of a network that takes nothing any more.
      Object.defineProperty(WebSocket.prototype, 'bufferedAmount', { value: 1 });
      const result = await outcome(session.streamAudio(created));
      const state = await fetchQuery(created);
      async function fetchQuery(query) {
        await new Promise((resolve) => setTimeout(resolve, 300));
        return outcome(session.calls.call('GET', query._links.self.href));
      }
      return { result, state, tracks: tracks.map((track) => track.readyState) };
    `,
      { session: 'ignoreVad: true, streamingAudioDeadline: 1500' },
    );
    t.match(value.result, { error: { code: 'deadline', message: /1500 ms/ } });
    t.match(value.state, { value: { state: 'cancelled' } });
    t.strictSame(value.tracks, ['ended']);
  });

  t.test('one audio query at a time; cancel and AbortSignal end it', async (t) => {
    const { value } = await inPage(`
      const controller = new AbortController();
      const first = outcome(session.sendAudioQuery('en-US', undefined, undefined, undefined, { signal: controller.signal }));
      const second = await outcome(session.sendAudioQuery('en-US'));
      const created = await outcome(session.createAudioQuery('en-US'));
      await new Promise((resolve) => setTimeout(resolve, 1500));
      controller.abort();
      const aborted = await first;
      const third = outcome(session.sendAudioQuery('en-US', undefined, undefined, undefined, { onListening: session.cancel }));
      return { second, created, aborted, third: await third, tracks: tracks.map((track) => track.readyState), last: await session.sendAudioQuery('en-US') };
    `);
    t.match(value.second, { error: { code: 'busy' } });
    t.match(value.created, { error: { code: 'busy' } });
    t.match(value.aborted, { error: { code: 'aborted', name: 'AbortError' } });
    t.match(value.third, { error: { code: 'aborted' } });
    t.notMatch(value.tracks, ['live']);
    t.match(value.last.textQuery.text, heard, 'the next query is not disturbed by what was cancelled');
  });

  t.test('a page that records with MediaRecorder, as known clients do', async (t) => {
    const { value, error } = await inPage(`
      const { token } = await session.calls.issueToken(session.options.refreshToken);
      const socket = new WebSocket('ws://' + location.host + '/websocketapi');
      await new Promise((resolve) => { socket.onopen = resolve; });
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      const recorder = new MediaRecorder(stream, { mimeType: 'audio/webm;codecs=pcm', audioBitsPerSecond: 128000 });
      const seen = [];
      return new Promise((resolve) => {
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(data);
          seen.push(message.notificationType ?? message.responseCode);
          if (message.type === 'response') recorder.start(128);
          if (message.notificationType === 'vad_stop') recorder.stop();
          if (/complete|error/.test(message.notificationType)) resolve({ seen, entity: message.entity });
        };
        recorder.ondataavailable = ({ data }) => socket.send(data);
        socket.send(JSON.stringify({
          type: 'request', requestId: '1', method: 'POST', restUri: '/queries',
          headers: { Authorization: 'Bearer ' + token, 'X-Service-Audio-Profile-Id': profile, 'X-Service-Ignore-Vad': false, Accept: 'application/vnd.servicequery.v1+json' },
          entity: { locale: 'en-US', queryType: 'audio', audioQuery: { mimeType: 'audio/webm' }, context: {} },
        }));
      });
    `);
    t.equal(error, undefined);
    t.strictSame(value.seen, [201, 'vad_stop', 'query_complete']);
    t.match(value.entity.textQuery.text, heard);
  });

  t.test('where blob: scripts are refused, the worklet comes from beside the library', async (t) => {
    const page = await browser.newPage(withMicrophone);
    page.setDefaultTimeout(60_000);
    await page.goto(`${service.url}/docs/`);
    await page.addScriptTag({ url: `${service.url}/js/service.min.js` });
    const refreshToken = await service.refreshToken();
    const outcome = (await page.evaluate(`
      new ServiceSession({ host: location.host, audioProfileId: '6f2b1b8e-6d0c-4b5e-9b43-0b1f4f3d2c1a', refreshToken: '${refreshToken}' })
        .sendAudioQuery('en-US').then((value) => value.textQuery.text, (error) => error.message)`)) as string;
    t.match(outcome, heard);
    await page.close();
  });
});
