import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';
import { loadConfig } from '../../src/config/load-config.js';
import { packageRoot } from '../../src/config/package-root.js';
import { createLogger } from '../../src/log.js';
import { type Service, startService } from '../../src/service/service.js';
import { findChromium } from './chromium.js';

export const recordings = {
  search: join(packageRoot(), 'test/fixtures/speech/show-me-red-running-shoes-under-fifty-dollars.wav'),
};

/** One of the words of {@link recordings}; what becomes of all of them is the recogniser's test. */
export const heard = /shoes|running|dollars|fifty/;

/** Why these tests cannot run here, or false. */
export function cannotRun(): string | false {
  if (!findChromium()) {
    return 'Chromium is not installed (Debian: apt-get install chromium; or name one in EARSHOT_CHROMIUM)';
  }
  return false;
}

export interface RunningService extends Service {
  port: number;
  refreshToken(uid?: string): Promise<string>;
}

/** The service as `npm start` runs it, on a free port and an empty store. */
export async function runService(t: Test, flags: Record<string, unknown> = {}): Promise<RunningService> {
  const data = await mkdtemp(join(tmpdir(), 'earshot-e2e-'));
  const { config } = loadConfig({
    flags: { port: 0, data, ...flags },
    env: {},
    cwd: packageRoot(),
  });
  const service = await startService(config, createLogger({ level: 'error', format: 'json' }));
  t.teardown(async () => {
    await service.close();
    await rm(data, { recursive: true, force: true });
  });
  return {
    ...service,
    port: Number(new URL(service.url).port),
    async refreshToken(uid = 'someone') {
      const local = await service.tokens.findOrganisation('local');
      return (await service.tokens.issueFor(local!.id, { uid })).value;
    },
  };
}
