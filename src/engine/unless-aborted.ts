import { Readable } from 'node:stream';

/** What a promise brings, unless one of the signals comes first. @throws The reason of that signal. */
export async function unlessAborted<T>(promise: PromiseLike<T>, signals: readonly AbortSignal[]): Promise<T> {
  let reject: (reason: unknown) => void = () => {};
  const aborted = new Promise<never>((_, fail) => {
    reject = fail;
  });
  const stop = () => reject(signals.find((signal) => signal.aborted)?.reason);
  for (const signal of signals) signal.addEventListener('abort', stop);
  if (signals.some((signal) => signal.aborted)) stop();
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    for (const signal of signals) signal.removeEventListener('abort', stop);
  }
}

/**
 * What a source gives, until one of the signals comes. The source is then ended, a Node.js stream destroyed, but not
 * waited for: it may be one that never gives anything again.
 *
 * @throws The reason of that signal.
 */
export async function* untilAborted<T>(
  source: AsyncIterable<T>,
  signals: readonly AbortSignal[],
): AsyncGenerator<T> {
  const items = source[Symbol.asyncIterator]();
  let isDone = false;
  try {
    for (;;) {
      const next = await unlessAborted(items.next(), signals);
      isDone = next.done === true;
      if (next.done) return;
      yield next.value;
    }
  } finally {
    if (!isDone) items.return?.().then(undefined, () => undefined);
    if (!isDone && source instanceof Readable) source.destroy();
  }
}
