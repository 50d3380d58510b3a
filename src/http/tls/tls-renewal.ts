import type { Logger } from '../../log.js';
import type { Tls } from './tls.js';

export interface TlsRenewalOptions {
  /** What listeners use at present. */
  current: Tls;
  /** Reads the certificate again, or makes another one where the last runs out. */
  load(): Promise<Tls | undefined>;
  /** Has listeners use another certificate for new connections. */
  use(tls: Tls): void;
  log?: Pick<Logger, 'info' | 'warn'>;
  /** @default an hour */
  everyMs?: number;
}

const hourMs = 3_600_000;

/**
 * Follows the certificate while the service runs: one of our own is renewed in time, one whose files were replaced takes
 * effect. What cannot be used is told to the operator, and the last good one stays.
 *
 * @returns Ends it.
 */
export function renewTls({ current, load, use, log, everyMs = hourMs }: TlsRenewalOptions): () => void {
  let used = current;
  let isChecking = false;
  const told = new Set([...current.advice, ...current.warnings]);
  const tell = ({ advice, warnings }: Tls) => {
    for (const line of advice) if (!told.has(line)) log?.info(line);
    for (const line of warnings) if (!told.has(line)) log?.warn(line);
    for (const line of [...advice, ...warnings]) told.add(line);
  };
  const check = async () => {
    if (isChecking) return;
    isChecking = true;
    try {
      const tls = await load();
      // One that runs out says so, even if it is the same.
      if (tls) tell(tls);
      if (!tls || (tls.context.cert === used.context.cert && tls.context.key === used.context.key)) return;
      use(tls);
      used = tls;
      log?.info('HTTPS uses a new certificate');
    } catch (error) {
      log?.warn({ err: error }, 'the TLS certificate cannot be renewed; the last one stays in use');
    } finally {
      isChecking = false;
    }
  };
  const timer = setInterval(() => void check(), everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
