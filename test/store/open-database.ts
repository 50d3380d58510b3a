import type { Test } from 'tap';
import { createLogger, type Logger } from '../../src/log.js';
import { Database, type DatabaseOptions } from '../../src/store/database.js';

export const silentLog: Logger = createLogger({ level: 'silent', format: 'json' });

/** A clock that a test moves. */
export function fakeClock(start = Date.parse('2026-03-01T12:00:00.000Z')) {
  let now = start;
  const clock = () => now;
  return Object.assign(clock, {
    advance(ms: number) {
      now += ms;
    },
  });
}

/** A real database in a folder that goes away with the test. */
export async function openDatabase(t: Test, options: Partial<DatabaseOptions> = {}): Promise<Database> {
  const directory = options.directory ?? t.testdir({});
  const database = await Database.open({ log: silentLog, ...options, directory });
  t.teardown(() => database.close());
  return database;
}
