import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { EarshotError } from '../../errors.js';
import { makeFolders } from '../../files/make-folders.js';
import { isAddress, issueCertificate, type KeyPair } from './issue-certificate.js';

export interface LocalCertificateOptions {
  /** Where the certificates are kept; made when missing. */
  folder: string;
  /** Names and addresses that clients use. @default those of this machine, and localhost */
  hosts?: readonly string[];
  /** Milliseconds since 1970. @default Date.now */
  now?: () => number;
}

export interface LocalCertificate {
  /** The server's certificate, PEM. */
  cert: string;
  /** Its private key, PEM. */
  key: string;
  /** The certificate that clients are to trust, PEM. */
  authority: string;
  authorityFile: string;
  /** SHA-256 of the authority's certificate, as browsers show it. */
  fingerprint: string;
  /** Names and addresses that the certificate is good for. */
  hosts: string[];
  /** Whether the authority was just made in the place of one that was damaged, not whole, or has run out. */
  replacesAuthority: boolean;
}

const dayMs = 86_400_000;
const authorityLifetimeMs = 3650 * dayMs;
/** The most that Apple's systems accept (support.apple.com/103769). */
const serverLifetimeMs = 825 * dayMs;
/** A certificate with less than this left is replaced. */
const renewalMs = 30 * dayMs;

/**
 * A certificate for machines without a public name. A small authority is made once and kept, so that what clients were
 * told to trust stays the same when addresses change; the server's certificate is issued by it and replaced when it
 * runs out or when it lacks a name. A clock that is wrong for a while costs neither.
 *
 * @throws EarshotError `invalid_config` when the folder cannot be used.
 */
export async function localCertificate(options: LocalCertificateOptions): Promise<LocalCertificate> {
  const { folder, now = Date.now } = options;
  const hosts = [...new Set(options.hosts ?? machineHosts())];
  try {
    makeFolders(folder, 0o700);
    const hadAuthority = ['pem', 'key'].some((kind) => existsSync(join(folder, `authority.${kind}`)));
    const { isMade, ...authority } = await keptAuthority(folder, now());
    // A clock before that is wrong, as after a boot without battery and network; those of clients are not.
    const nowMs = Math.max(now(), Date.parse(new X509Certificate(authority.cert).validFrom) + dayMs);
    const server = await keptOrNew(
      join(folder, 'server'),
      (kept) =>
        isGoodAt(nowMs, kept) && isIssuedBy(kept, authority) && hosts.every((host) => covers(kept, host)),
      () => makeServerCertificate(hosts, authority, nowMs),
    );
    return {
      cert: server.cert,
      key: server.key,
      authority: authority.cert,
      authorityFile: join(folder, 'authority.pem'),
      fingerprint: new X509Certificate(authority.cert).fingerprint256,
      hosts,
      replacesAuthority: isMade && hadAuthority,
    };
  } catch (error) {
    throw new EarshotError(
      'invalid_config',
      `The certificates in ${folder} cannot be made or read (${(error as Error).message}). Make the folder writable, or remove it to have new ones made.`,
      { cause: error },
    );
  }
}

/**
 * The authority that is good by the clock. One that seems to have run out is put aside for another: if it was the clock
 * that ran ahead, it comes back, and clients need not trust anew.
 */
async function keptAuthority(folder: string, nowMs: number): Promise<KeyPair & { isMade: boolean }> {
  const [base, aside] = [join(folder, 'authority'), join(folder, 'authority-aside')];
  const kept = await readPair(base);
  if (kept && isGoodAt(nowMs, kept)) return { ...kept, isMade: false };
  const other = await readPair(aside);
  if (other && isGoodAt(nowMs, other)) {
    await writePair(base, other);
    if (kept && isPair(kept)) await writePair(aside, kept);
    return { ...other, isMade: false };
  }
  // Made here, it cannot begin later: it is the clock that is behind.
  if (kept && isLive(kept, nowMs)) return { ...kept, isMade: false };
  if (kept && isPair(kept)) await writePair(aside, kept);
  const made = await makeAuthority(nowMs);
  await writePair(base, made);
  return { ...made, isMade: true };
}

async function keptOrNew(
  base: string,
  isGood: (kept: KeyPair) => boolean,
  make: () => Promise<KeyPair>,
): Promise<KeyPair> {
  const kept = await readPair(base);
  if (kept && isGood(kept)) return kept;
  const made = await make();
  await writePair(base, made);
  return made;
}

function readPair(base: string): Promise<KeyPair | undefined> {
  return Promise.all([readFile(`${base}.pem`, 'utf8'), readFile(`${base}.key`, 'utf8')]).then(
    ([cert, key]) => ({ cert, key }),
    // What is there and cannot be read at the moment is not to be replaced: clients trust it.
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return undefined;
    },
  );
}

async function writePair(base: string, { cert, key }: KeyPair): Promise<void> {
  await replace(`${base}.key`, key, 0o600);
  await replace(`${base}.pem`, cert, 0o644);
}

async function replace(file: string, content: string, mode: number): Promise<void> {
  // Flushed, or a power cut could leave an empty file of that name.
  await writeFile(`${file}.new`, content, { mode, flush: true });
  await rename(`${file}.new`, file);
}

/** Whether it is good for a while, and has begun. */
function isGoodAt(nowMs: number, pair: KeyPair): boolean {
  return isLive(pair, nowMs) && Date.parse(new X509Certificate(pair.cert).validFrom) <= nowMs;
}

/** Whether it is good for a while, whenever it began. */
function isLive(pair: KeyPair, nowMs: number): boolean {
  return isPair(pair) && Date.parse(new X509Certificate(pair.cert).validTo) - nowMs > renewalMs;
}

function isPair({ cert, key }: KeyPair): boolean {
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}

function isIssuedBy({ cert }: KeyPair, authority: KeyPair): boolean {
  return new X509Certificate(cert).verify(new X509Certificate(authority.cert).publicKey);
}

function covers({ cert }: KeyPair, host: string): boolean {
  const parsed = new X509Certificate(cert);
  return isAddress(host) ? parsed.checkIP(host) !== undefined : parsed.checkHost(host) !== undefined;
}

/** Every name and address under which clients in the local network can reach this machine. */
export function machineHosts(): string[] {
  const name = hostname().toLowerCase();
  const addresses = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    // Link-local IPv6 addresses need a zone, which no certificate can carry.
    .filter(({ address }) => !address.startsWith('fe80:'))
    .map(({ address }) => address);
  const names = name === 'localhost' || !/^[a-z0-9.-]+$/.test(name) ? [] : [name];
  if (names.length > 0 && !name.includes('.')) names.push(`${name}.local`);
  return ['localhost', ...names, '127.0.0.1', '::1', ...addresses];
}

function makeAuthority(nowMs: number): Promise<KeyPair> {
  // The name tells apart the authorities of several machines in a list of trusted ones.
  const mark = createHash('sha256').update(`${hostname()}${nowMs}${Math.random()}`).digest('hex').slice(0, 6);
  return issueCertificate({
    name: `Earshot on ${plainName()} ${mark}`,
    notBeforeMs: nowMs - dayMs,
    notAfterMs: nowMs + authorityLifetimeMs,
  });
}

function makeServerCertificate(
  hosts: readonly string[],
  authority: KeyPair,
  nowMs: number,
): Promise<KeyPair> {
  const notBeforeMs = nowMs - dayMs;
  const notAfterMs = notBeforeMs + serverLifetimeMs;
  return issueCertificate({ name: plainName(), notBeforeMs, notAfterMs, hosts, authority });
}

/** The machine's name without what has a meaning in a distinguished name. */
function plainName(): string {
  return hostname().replace(/[^A-Za-z0-9.-]/g, '') || 'this-machine';
}
