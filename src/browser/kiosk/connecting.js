// Finds the service: at the start, and again when it was lost.

import { explain, retryAfterSeconds } from './trouble.js';

/**
 * Tries until the service answers: it may still be starting.
 * @param welcome asks the service for what it greets with
 * @param say shows a trouble, or null for none
 * @returns whether this page has access
 */
export async function findService({ welcome, session, connection, say }) {
  let isWaiting = false;
  for (;;) {
    let isServed = false;
    try {
      await welcome();
      isServed = true;
      await session.connect();
      // Why it took so long.
      if (isWaiting) say(null);
      return true;
    } catch (error) {
      if (!error.code || error.code === 'connection_failed') connection.show(false);
      if (error.code === 'no_access' || error.code === 'token_refused') {
        say(explain(error));
        return false;
      }
      if (isServed && error.code === 'connection_failed') say(explain({ code: 'connection_refused' }));
      isWaiting = /^(rate_limited|no_access_now)$/.test(error.code);
      if (isWaiting) say(explain(error));
      await pause((retryAfterSeconds(error) ?? 3) * 1000);
    }
  }
}

/** The next question need not wait for a connection then, and who looks at the page sees whether it would be heard. */
export async function reconnect(session) {
  try {
    await session.connect();
  } catch (error) {
    if (error.code !== 'connection_failed') return;
    await pause(3000);
    reconnect(session);
  }
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
