import type { Browser, Page } from 'playwright-core';
import type { Test } from 'tap';
import { launchChromium, openLibraryPage } from './chromium.js';
import { type RunningService, recordings, runService } from './running-service.js';

export interface Outcome {
  // biome-ignore lint/suspicious/noExplicitAny: answers are checked by the tests
  value?: any;
  error?: { name: string; code: string; message: string; responseCode?: number };
}

export interface LibraryOptions {
  /** @default a new one, closed afterwards */
  page?: Page;
  /** Further properties of the session, as source text. */
  session?: string;
}

/** The client library in a browser, before the real service. */
export interface LibraryStage {
  service: RunningService;
  browser: Browser;
  /** Runs a function body in a page that has a `session` of a fresh end-user. */
  inPage(body: string, options?: LibraryOptions): Promise<Outcome>;
}

export async function startLibraryStage(t: Test): Promise<LibraryStage> {
  const service = await runService(t);
  const browser = await launchChromium({ recording: recordings.search });
  t.teardown(() => browser.close());
  return {
    service,
    browser,
    async inPage(body, options = {}) {
      const page = options.page ?? (await openLibraryPage(browser, service.url));
      const refreshToken = await service.refreshToken();
      const outcome = await page.evaluate(`outcome((async () => {
        window.session ??= new ServiceSession({
          host: location.host, audioProfileId: profile, refreshToken: '${refreshToken}', ${options.session ?? ''}
        });
        ${body}
      })())`);
      if (!options.page) await page.close();
      return outcome as Outcome;
    },
  };
}

/** The messages in JSON that a page sends over its sockets from here on. */
export function messagesOf(page: Page): { method: string; restUri: string; entity?: unknown }[] {
  const sent: ReturnType<typeof messagesOf> = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      if (typeof payload === 'string') sent.push(JSON.parse(payload));
    }),
  );
  return sent;
}
