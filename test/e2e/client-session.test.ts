import t from 'tap';
import { openLibraryPage, setMicrophonePermission } from './chromium.js';
import { messagesOf, startLibraryStage } from './library-stage.js';
import { cannotRun, heard } from './running-service.js';

const skip = cannotRun();

t.test('sessions of the client library', { skip }, async (t) => {
  const { service, browser, inPage } = await startLibraryStage(t);

  t.test('helpful rejections', async (t) => {
    const page = await openLibraryPage(browser, service.url);
    await setMicrophonePermission(page, 'denied');
    t.match(await inPage(`return session.sendAudioQuery('en-US')`, { page }), {
      error: { name: 'ServiceError', code: 'permission_denied', message: /Allow the microphone/ },
    });
    await setMicrophonePermission(page, 'granted');
    t.match(
      await inPage(`return session.sendAudioQuery('en-US')`, { page }),
      { value: { textQuery: { text: heard } } },
      'it works once it is allowed',
    );
    const without = (name: string) => `
      navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('', '${name}'); };
      return session.sendAudioQuery('en-US')`;
    t.match(await inPage(without('NotFoundError'), { page }), {
      error: { code: 'no_microphone', message: /Connect a microphone/ },
    });
    t.match(await inPage(without('NotReadableError'), { page }), { error: { code: 'microphone_failed' } });
    t.match(await inPage(`return session.sendAudioQuery()`, { page }), {
      error: { code: 'invalid_argument' },
    });
    t.match(await inPage(`return session.streamAudio()`, { page }), { error: { code: 'invalid_argument' } });
    t.match(await inPage(`return session.sendTextQuery('hello', 'tlh-QO')`, { page }), {
      error: { code: 'request_failed', responseCode: 422, message: /en-US/ },
    });
    t.match(await inPage(`return new ServiceSession({ host: 'x' })`, { page }), {
      error: { code: 'invalid_argument', message: /audioProfileId/ },
    });
    t.match(
      await inPage(
        `return new ServiceSession({ host: 'x', audioProfileId: profile, audioBufferSize: 2 ** 20 + 1 })`,
        { page },
      ),
      { error: { code: 'invalid_argument', message: /"audioBufferSize".*1048576/ } },
    );
    t.match(
      await inPage(
        `return new ServiceSession({ host: '127.0.0.1:1', audioProfileId: profile }).sendTextQuery('a', 'en-US')`,
        { page },
      ),
      { error: { code: 'connection_failed' } },
    );
    t.match(
      await inPage(
        `return new ServiceSession({ host: location.host, audioProfileId: profile, refreshToken: 'wrong' }).connect()`,
        { page },
      ),
      { error: { code: 'token_refused', responseCode: 403 } },
    );
    t.match(
      await inPage(
        `return new ServiceSession({ host: location.host, audioProfileId: profile }).sendTextQuery('a', 'en-US')`,
        { page },
      ),
      {
        error: {
          code: 'token_refused',
          responseCode: 401,
          message: /made without a refreshToken\. Get a new refresh token/,
        },
      },
    );
    await page.close();

    const other = await openLibraryPage(browser, `http://kiosk.test:${service.port}`);
    const answer = await inPage(
      `
      const spoken = await outcome(session.sendAudioQuery('en-US'));
      const written = await outcome(session.sendTextQuery('red shoes', 'en-US'));
      return { spoken, written, supported: ServiceSession.isStreamingAudioSupported() };
    `,
      { page: other },
    );
    t.match(answer.value, {
      supported: false,
      spoken: { error: { code: 'insecure_page', message: /https/ } },
      written: { value: { queryType: 'text' } },
    });
    await other.close();

    const guarded = await browser.newPage();
    await guarded.goto(`${service.url}/docs/`);
    const startedAt = performance.now();
    const code = await guarded.evaluate(`(async () => {
      const { ServiceSession } = await import('/js/service.mjs');
      const session = new ServiceSession({ host: 'http://localhost:1', audioProfileId: crypto.randomUUID(), refreshToken: 'esr_x' });
      return session.connect().catch(({ code }) => code);
    })()`);
    t.equal(code, 'connection_failed');
    t.ok(performance.now() - startedAt < 8000, "the page's own policy forbids it: no need to wait");
    await guarded.close();
  });

  t.test('a permission that is withdrawn is not a microphone that broke', async (t) => {
    const page = await openLibraryPage(browser, service.url);
    const hold = `new Promise((resolve) => session.openMicrophone({ onError: ({ code }) => resolve(code) }).then(async () => {
      await new Promise((settled) => setTimeout(settled, 300));
      window.isOpen = true;
    }))`;
    await inPage('', { page });
    await page.evaluate(`window.lost = ${hold}; void 0`);
    await page.waitForFunction('window.isOpen');
    await setMicrophonePermission(page, 'denied');
    // Browsers end the track then; this one, with its false microphone, may not.
    await page.evaluate(`tracks.at(-1).dispatchEvent(new Event('ended'))`);
    t.equal(await page.evaluate('lost'), 'permission_denied');
    await setMicrophonePermission(page, 'granted');
    await page.evaluate(`window.isOpen = false; window.lost = ${hold}; void 0`);
    await page.waitForFunction('window.isOpen');
    await page.evaluate(`tracks.at(-1).dispatchEvent(new Event('ended'))`);
    t.equal(await page.evaluate('lost'), 'microphone_failed');
    await page.close();
  });

  t.test('what is no query gets no feedback, and what refreshToken throws is handed on', async (t) => {
    const { value, error } = await inPage(`
      const nothing = [undefined, null, {}, { _links: {} }];
      const refused = await Promise.all(nothing.map((query) => outcome(session.sendFeedback(query, { rating: 1 }))));
      const refreshToken = () => { throw Object.assign(new Error('Sign in first.'), { code: 'signed_out' }); };
      const other = new ServiceSession({ host: location.host, audioProfileId: profile, refreshToken });
      return { refused, thrown: await outcome(other.sendTextQuery('red shoes', 'en-US')) };
    `);
    t.equal(error, undefined);
    const wanted = { error: { name: 'ServiceError', code: 'invalid_argument', message: /no query/ } };
    t.match(value.refused, [wanted, wanted, wanted, wanted]);
    t.match(value.thrown, { error: { name: 'Error', code: 'signed_out', message: 'Sign in first.' } });
  });

  t.test('too many requests: the time to wait is told once', async (t) => {
    const page = await openLibraryPage(browser, service.url);
    const entity = { detail: 'Too many. Try again in 30 seconds.', retryAfterSeconds: 30 };
    const entities = [entity, { detail: 'Too many.' }];
    await page.routeWebSocket(/websocketapi/, (socket) =>
      socket.onMessage((message) => {
        const { requestId } = JSON.parse(String(message));
        socket.send(
          JSON.stringify({ type: 'response', requestId, responseCode: 429, entity: entities.shift() }),
        );
      }),
    );
    const ask = async () => (await inPage(`return session.connect()`, { page })).error!.message;
    t.match(await ask(), /failed with 429: Too many\. Try again in 30 seconds\.$/);
    t.match(await ask(), /failed with 429: Too many\. Wait before trying again\.$/);
    await page.close();
  });

  t.test('a property that is not known is named to whoever debugs', async (t) => {
    const { value } = await inPage(`
      const written = [];
      console.warn = (...parts) => written.push(parts.join(' '));
      for (const debugEnabled of [false, true]) {
        new ServiceSession({ host: location.host, audioProfileId: profile, debugEnabled, ignoreVAD: true, preRollMs: 300 });
      }
      return written;
    `);
    t.strictSame(value, ['[service] A session has no property ignoreVAD; it is ignored.']);
  });

  t.test('a conversation goes on, by voice and in writing', async (t) => {
    const { value } = await inPage(`
      const first = await session.sendTextQuery('show me blue shirts', 'en-US');
      const second = await session.sendAudioQuery('en-US', undefined, first.conversationId);
      const third = await session.sendTextQuery('sort by price low to high', 'en-US', undefined, second.conversationId);
      return { first, second, third };
    `);
    t.match(value.first.context.attributes, { color: ['blue'] });
    t.equal(value.second.conversationId, value.first.conversationId);
    t.equal(value.third.conversationId, value.first.conversationId);
    t.match(value.third, { intent: 'sort', context: { sortBy: 'priceLowToHigh' } });
  });

  t.test('what is told of an earlier query is not taken for the answer to this one', async (t) => {
    const { value, error } = await inPage(`
      const entity = { id: crypto.randomUUID(), textQuery: { text: 'of another' } };
      const late = JSON.stringify({ type: 'notification', notificationType: 'query_complete', entity, message: '' });
      window.WebSocket = class extends WebSocket {
        constructor(url) {
          super(url);
          this.addEventListener('message', ({ data }) => {
            if (data.includes('"vad_stop"')) this.onmessage({ data: late });
          });
        }
      };
      return session.sendAudioQuery('en-US');
    `);
    t.equal(error, undefined);
    t.match(value.textQuery.text, heard);
  });

  t.test('a session token is used for its life, and replaced within the margin', async (t) => {
    const page = await openLibraryPage(browser, service.url);
    const sent = messagesOf(page);
    const uris = () => sent.map(({ restUri }) => restUri);
    const ask = `await session.sendTextQuery('red shoes', 'en-US');`;
    await inPage(`${ask} ${ask}`, { page });
    t.strictSame(uris(), ['/tokens', '/queries', '/queries']);
    await inPage(ask, { page });
    t.equal(sent.length, 4);
    sent.length = 0;
    // Tokens live 15 minutes: a margin of 16 leaves none of it.
    await inPage(`delete window.session`, { page });
    await inPage(`${ask} ${ask}`, { page, session: 'tokenExpiryMargin: 960000' });
    t.strictSame(uris(), ['/tokens', '/queries', '/tokens', '/queries']);
    await page.close();
  });

  t.test('a token that is refused in mid-session is replaced once; a revoked user is told', async (t) => {
    const page = await openLibraryPage(browser, service.url);
    const local = await service.tokens.findOrganisation('local');
    const { value: given, id } = await service.tokens.issueFor(local!.id, { uid: 'mallory' });
    const { value: fresh } = await service.tokens.issueFor(local!.id, { uid: 'other' });
    await page.evaluate(`
      window.given = [${JSON.stringify(given)}, ${JSON.stringify(fresh)}];
      window.session = new ServiceSession({ host: location.host, audioProfileId: profile, refreshToken: () => given.shift() ?? 'none' });
      session.sendTextQuery('red shoes', 'en-US')`);
    await service.tokens.revokeToken(id);
    t.match(await inPage(`return session.sendTextQuery('red shoes', 'en-US')`, { page }), {
      value: { queryType: 'text' },
    });
    await service.tokens.revokeUid(local!.id, 'other');
    t.match(await inPage(`return session.sendTextQuery('red shoes', 'en-US')`, { page }), {
      error: { code: 'token_refused', message: /refresh token/ },
    });
    await page.close();
  });

  t.test('a function that gives no refresh token is told so, and asked again', async (t) => {
    const { value, error } = await inPage(`
      const { refreshToken } = session.options;
      const given = [undefined, '', { value: refreshToken }, 'wrong', undefined, refreshToken];
      const calledWith = [];
      window.session = new ServiceSession({
        host: location.host, audioProfileId: profile,
        refreshToken: async (refusal) => {
          calledWith.push(refusal?.code);
          return given.shift();
        },
      });
      const outcomes = [];
      while (given.length > 0) outcomes.push(await outcome(session.sendTextQuery('red shoes', 'en-US')));
      const promised = await outcome((async () =>
        new ServiceSession({ host: location.host, audioProfileId: profile, refreshToken: Promise.resolve(refreshToken) }))());
      return { outcomes, calledWith, promised };
    `);
    t.equal(error, undefined);
    t.match(value.outcomes, [
      {
        error: { code: 'invalid_argument', message: /gave no token but a value of type undefined.*"value"/ },
      },
      { error: { code: 'invalid_argument', message: /gave no token but an empty text/ } },
      { error: { code: 'invalid_argument', message: /gave no token but a value of type object/ } },
      { error: { code: 'invalid_argument' } },
      { value: { queryType: 'text' } },
    ]);
    t.strictSame(value.calledWith, [
      undefined,
      undefined,
      undefined,
      undefined,
      'token_refused',
      'token_refused',
    ]);
    t.match(value.promised, {
      error: { code: 'invalid_argument', message: /"refreshToken" must be a string/ },
    });
  });
});
