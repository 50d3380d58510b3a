import { constants } from 'node:os';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { loadConfig } from '../config/load-config.js';
import { createLogger, type Logger } from '../log.js';
import type { Service } from '../service/service.js';
import { addConfigOptions } from './config-options.js';

/**
 * `earshot serve`: runs until SIGINT or SIGTERM, or until the terminal that it was started from is closed (SIGHUP); a second
 * signal ends it at once. Without a terminal a SIGHUP, which log rotation likes to send, does nothing.
 */
export function serveCommand(): Command {
  const command = new Command('serve').description('run the voice query service');
  return addConfigOptions(command).action(async (flags: Record<string, unknown>) => {
    const startedAt = performance.now();
    const { config } = loadConfig({ flags });
    const log = createLogger(config.log);
    // Loaded here, so that the other commands start sooner.
    const { startService } = await import('../service/service.js');
    // The first process of a container is not ended by a signal that it does not listen to, so it has to from now on.
    const early = process.pid === 1 ? untilSignal(log) : undefined;
    const service = await startService(config, log);
    // Before anybody is told that it is ready, and may send one.
    const signalled = early ?? untilSignal(log);
    const readyMs = Math.round(performance.now() - startedAt);
    log.info({ url: service.url, pid: process.pid, readyMs }, `Earshot is ready at ${service.url}`);
    if (service.firstOrganisationToken !== undefined) {
      // Nobody reads it, or its disk is full: no reason to stop serving.
      process.stdout.on('error', (error) => log.warn({ err: error }, notShown));
      if (config.kiosk.access !== 'off')
        process.stdout.write(`\nOpen ${service.url} in a browser on this machine, and talk to it.\n`);
      process.stdout.write(firstSteps(service, service.firstOrganisationToken, config.data));
    }
    const signal = await signalled;
    log.info('stopping: running queries are finished first');
    await service.close();
    log.info('stopped');
    // Where somebody has the log and does not read it, its last lines would keep the process for ever.
    setTimeout(endBy, lastLinesMs, signal).unref();
  });
}

/** How long the end of the log may take. */
const lastLinesMs = 2000;

const notShown =
  'the token of the organisation "local" could not be shown, as standard output cannot be written; ' +
  'npx earshot tokens organisation local --rotate makes another one';

/** Resolves with the first signal to stop. A second one, whichever it is, ends the process at once. */
function untilSignal(log: Logger): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let isStopping = false;
    const stop = (signal: NodeJS.Signals) => {
      if (isStopping) endBy(signal);
      isStopping = true;
      resolve(signal);
    };
    process.on('SIGINT', stop).on('SIGTERM', stop);
    process.on('SIGHUP', hasTerminal() ? stop : () => log.info(nothingToRead));
  });
}

/**
 * Ends the process as a signal does that nobody listens to. `process.exit` would wait for a log that nobody reads, and abort
 * (`Napi::Error`) where a thread is in a run of a model.
 */
function endBy(signal: NodeJS.Signals): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  // The first process of a container is not ended by it.
  process.exit(128 + constants.signals[signal]);
}

const nothingToRead =
  'SIGHUP: there is nothing to read again; changed packs and certificates are noticed without, and options need a restart';

/** Not with `nohup`, which takes it away, nor as a service of the system. */
function hasTerminal(): boolean {
  return [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY);
}

/** Shown once, by the start that made the organisation: the token cannot be shown again. */
function firstSteps({ authUrl, authorityFile }: Service, organisationToken: string, data: string): string {
  const trust = authorityFile === undefined ? '' : ` --cacert "${authorityFile}"`;
  // Without it a shell would make a token of another store, which this service refuses.
  const folder = data === resolve('data') ? '' : ` --data "${data}"`;
  return `
The organisation "local" was created. Its token is shown only this once; keep it secret:

  ${organisationToken}

With it, your server issues a refresh token to each end-user, whose app exchanges it for session tokens:

  curl -s${trust} ${authUrl}/tokens -H "Authorization: Bearer ${organisationToken}" \\
    -H "Content-Type: application/json" -d '{"uid":"me"}'

From a shell on this machine, a refresh token needs no organisation token:

  npx earshot tokens issue --uid me${folder}

`;
}
