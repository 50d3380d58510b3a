import { setTimeout as sleep } from 'node:timers/promises';
import { ControlClient } from '../auth/control-client.js';
import { DirectTokenAdmin, type TokenAdmin } from '../auth/token-admin.js';
import { TokenService } from '../auth/token-service.js';
import type { Config } from '../config/options.js';
import { EarshotError } from '../errors.js';
import type { Logger } from '../log.js';
import { Database } from '../store/database.js';
import { LevelTokenStore } from '../store/level-token-store.js';
import type { StoreOwner } from '../store/owner-lock.js';
import { actAsOwnerOf } from './act-as-owner.js';
import { commandLogger } from './terminal.js';

/** How long to wait for an owner that is just starting or ending. */
const patienceMs = 5000;
const retryMs = 100;

/**
 * Runs `action` on the tokens of the configured store: directly when nobody has it open, else through the control
 * socket of the process that has.
 *
 * @throws EarshotError `store_locked` when the owner has no control socket
 */
export async function withTokenAdmin<Result>(
  config: Config,
  action: (admin: TokenAdmin) => Promise<Result>,
): Promise<Result> {
  const log = commandLogger(config.log);
  actAsOwnerOf(config.data);
  const deadline = performance.now() + patienceMs;
  while (true) {
    try {
      return await runDirectly(config, log, action);
    } catch (error) {
      if (!(error instanceof EarshotError) || error.code !== 'store_locked') throw error;
      const control = (error.extra?.owner as StoreOwner | undefined)?.control;
      try {
        if (control !== undefined) return await action(new ControlClient(control));
      } catch (failure) {
        // Refused before anything was asked: the owner has just gone.
        if (!isRefused(failure) || performance.now() >= deadline) throw failure;
      }
      if (performance.now() >= deadline) throw error;
      await sleep(retryMs);
    }
  }
}

async function runDirectly<Result>(
  config: Config,
  log: Logger,
  action: (admin: TokenAdmin) => Promise<Result>,
): Promise<Result> {
  const database = await Database.open({ directory: config.data, log });
  try {
    const { sessionTokenLifetime, refreshTokenLifetime, refreshTokenMaxLifetime } = config.auth;
    const tokens = new TokenService({
      store: new LevelTokenStore(database),
      log,
      sessionTokenLifetimeMs: sessionTokenLifetime.ms,
      refreshTokenLifetimeMs: refreshTokenLifetime.ms,
      refreshTokenMaxLifetimeMs: refreshTokenMaxLifetime.ms,
    });
    return await action(new DirectTokenAdmin(tokens));
  } finally {
    await database.close();
  }
}

function isRefused(error: unknown): boolean {
  const code = ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code;
  return code === 'ECONNREFUSED' || code === 'ENOENT';
}
