import type { Fault } from '../errors.js';
import { formatAddress } from './option-types.js';
import type { Config } from './options.js';

/** Where a value came from. */
export interface Origin {
  source: 'default' | 'file' | 'environment' | 'flag';
  /** The file, the variable or the flag. */
  detail?: string;
}

export interface Together {
  config: Config;
  /** By dotted option name. */
  origins: Readonly<Record<string, Origin>>;
  cores: number;
}

/** An option's place in a file (RFC 6901). */
export function pointer(name: string): string {
  return `/${name.split('.').join('/')}`;
}

/** What no option can know alone: the faults of options that do not go together, under the names they were given by. */
export function checkTogether({ config, origins, cores }: Together): Fault[] {
  const faults: Fault[] = [];
  const add = (name: string, detail: string) => {
    const { source, detail: where } = origins[name];
    const given = where === undefined ? name : `${name} (${source} ${where})`;
    faults.push({ pointer: pointer(name), detail: `${given} ${detail}` });
  };
  const { auth, inference, tls } = config;
  const threads = inference.workers * inference.intraOpThreads;
  if (threads > cores && origins['inference.workers'].source !== 'default') {
    add(
      'inference.workers',
      `times inference.intraOpThreads must be at most ${cores}, the cores; got ${threads}`,
    );
  } else if (inference.intraOpThreads > cores) {
    add('inference.intraOpThreads', `must be at most ${cores}, the cores; got ${inference.intraOpThreads}`);
  }
  if (auth.refreshTokenLifetime.ms > auth.refreshTokenMaxLifetime.ms) {
    add(
      'auth.refreshTokenLifetime',
      `must be at most auth.refreshTokenMaxLifetime (${auth.refreshTokenMaxLifetime.iso}); got ${auth.refreshTokenLifetime.iso}`,
    );
  }
  const { issuerListen } = auth;
  if (issuerListen !== null && issuerListen.port === config.port && config.port !== 0) {
    const hosts = [issuerListen.host, config.host];
    if (hosts[0] === hosts[1] || hosts.some((host) => everyInterface.includes(host)))
      add(
        'auth.issuerListen',
        `must be another address than host and port (${config.host}:${config.port}); got ${formatAddress(issuerListen)}`,
      );
  }
  checkEndpointing(config, add);
  if ((tls.cert === null) !== (tls.key === null)) add('tls.cert', 'and tls.key must be given together');
  if (tls.passphrase !== null && tls.key === null) add('tls.passphrase', 'is of tls.key, which is not given');
  if (tls.cert !== null && tls.selfSigned) add('tls.selfSigned', 'must be false when tls.cert is given');
  return faults;
}

/** Names of an address on which no other one can be listened at the same port. */
const everyInterface = ['0.0.0.0', '::'];

/** The engine would refuse these as well, but under names of its own and only at the start. */
function checkEndpointing(
  { vad, endpointing, limits }: Config,
  add: (name: string, detail: string) => void,
): void {
  if (vad.speechThreshold === 0) add('vad.speechThreshold', 'must be above 0; got 0');
  else if (vad.silenceThreshold > vad.speechThreshold) {
    add(
      'vad.silenceThreshold',
      `must be at most vad.speechThreshold (${vad.speechThreshold}); got ${vad.silenceThreshold}`,
    );
  }
  const { completeSilenceMs, trailingSilenceMs, incompleteSilenceMs, minSpeechMs, maxUtteranceMs } =
    endpointing;
  if (completeSilenceMs > trailingSilenceMs) {
    add(
      'endpointing.completeSilenceMs',
      `must be at most endpointing.trailingSilenceMs (${trailingSilenceMs}); got ${completeSilenceMs}`,
    );
  }
  if (incompleteSilenceMs < trailingSilenceMs) {
    add(
      'endpointing.incompleteSilenceMs',
      `must be at least endpointing.trailingSilenceMs (${trailingSilenceMs}); got ${incompleteSilenceMs}`,
    );
  }
  if (maxUtteranceMs <= minSpeechMs) {
    add(
      'endpointing.maxUtteranceMs',
      `must be more than endpointing.minSpeechMs (${minSpeechMs}); got ${maxUtteranceMs}`,
    );
  }
  const longestMs = limits.maxAudioSeconds * 1000;
  if (maxUtteranceMs > longestMs) {
    add(
      'endpointing.maxUtteranceMs',
      `must be at most limits.maxAudioSeconds (${longestMs} ms), as longer audio is refused; got ${maxUtteranceMs}`,
    );
  }
}
