import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SecureContextOptions } from 'node:tls';
import { EarshotError } from '../../errors.js';
import { whyUnreadable } from '../../files/why-unreadable.js';
import { type LocalCertificate, localCertificate } from './local-certificate.js';

export interface TlsOptions {
  /** File of a PEM certificate chain. */
  cert?: string | null;
  /** File of its PEM private key. */
  key?: string | null;
  passphrase?: string | null;
  /** Make a certificate of our own and keep it in `<data>/tls`. @default false */
  selfSigned?: boolean;
  /** The data folder. */
  data: string;
  /** Names and addresses for a certificate of our own. @default those of this machine */
  hosts?: readonly string[];
}

export interface Tls {
  /** For `https.createServer`. */
  context: Required<Pick<SecureContextOptions, 'cert' | 'key' | 'minVersion'>> & { passphrase?: string };
  /** The certificate that clients must be told to trust, PEM; only with one of our own. */
  authority?: string;
  authorityFile?: string;
  /** Names and addresses that one of our own is good for. */
  hosts?: readonly string[];
  /** Lines for the operator at start. */
  advice: string[];
  /** Lines for the operator on why clients refuse the certificate, or soon will. */
  warnings: string[];
}

const dayMs = 86_400_000;

/**
 * What HTTPS needs, or undefined for plain HTTP.
 *
 * @throws EarshotError `invalid_config` when a file cannot be read, or certificate and key do not belong together.
 */
export async function loadTls(options: TlsOptions): Promise<Tls | undefined> {
  if (options.cert && options.key)
    return fromFiles(options.cert, options.key, options.passphrase ?? undefined);
  if (options.cert || options.key) {
    throw new EarshotError('invalid_config', 'The TLS certificate and its key must be given together.');
  }
  if (!options.selfSigned) return undefined;
  const made = await localCertificate({ folder: join(options.data, 'tls'), hosts: options.hosts });
  return {
    // The authority goes along, so that a client can show and import it from the connection.
    context: { cert: `${made.cert}\n${made.authority}`, key: made.key, minVersion: 'TLSv1.2' },
    authority: made.authority,
    authorityFile: made.authorityFile,
    hosts: made.hosts,
    advice: [
      `HTTPS with a certificate of our own, good for ${made.hosts.join(', ')}.`,
      `Browsers warn until they trust ${made.authorityFile}; the service offers it at /tls/authority.pem.`,
      `Compare its SHA-256 fingerprint before trusting it: ${made.fingerprint}`,
      'Keep the .key files beside it secret: whoever has authority.key can pose as any site to those who trust it.',
    ],
    warnings: [...notYet(made, join(options.data, 'tls')), ...notTrusted(made)],
  };
}

/** What was made while the clock was ahead, clients refuse. It cannot be told which of the two times is the wrong one. */
function notYet({ authority }: LocalCertificate, folder: string): string[] {
  const { validFrom } = new X509Certificate(authority);
  if (Date.parse(validFrom) <= Date.now()) return [];
  return [
    `Clients refuse the certificate, which is good from ${validFrom} on: set the clock of this machine, or, if it is right now, remove ${folder} and start again; clients must then trust the new authority.pem.`,
  ];
}

function notTrusted({ replacesAuthority, authorityFile }: LocalCertificate): string[] {
  if (!replacesAuthority) return [];
  return [
    `The authority was damaged, not whole, or has run out, and was replaced: clients refuse the certificate until they trust the new ${authorityFile}, or the old one is restored from a backup.`,
  ];
}

async function fromFiles(certFile: string, keyFile: string, passphrase: string | undefined): Promise<Tls> {
  const read = async (file: string, what: string) => {
    try {
      return await readFile(file, 'utf8');
    } catch (error) {
      throw new EarshotError(
        'invalid_config',
        `The TLS ${what} ${file} cannot be read: ${whyUnreadable(error)}.`,
        {
          cause: error,
        },
      );
    }
  };
  const [cert, key] = [await read(certFile, 'certificate'), await read(keyFile, 'key')];
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(cert);
  } catch (error) {
    throw new EarshotError('invalid_config', `${certFile} is not a PEM certificate.`, { cause: error });
  }
  let isPair: boolean;
  try {
    isPair = certificate.checkPrivateKey(createPrivateKey({ key, passphrase }));
  } catch (error) {
    throw new EarshotError(
      'invalid_config',
      `${keyFile} is not a PEM private key, or its passphrase (tls.passphrase) is wrong.`,
      { cause: error },
    );
  }
  if (!isPair) {
    throw new EarshotError(
      'invalid_config',
      `The key in ${keyFile} does not belong to the certificate in ${certFile}.`,
    );
  }
  return {
    context: { cert, key, minVersion: 'TLSv1.2', ...(passphrase ? { passphrase } : {}) },
    advice: [],
    warnings: notLong(certificate),
  };
}

/** Whatever renews it does so before a tenth of its time is left; of a year's, before the last two weeks. */
function notLong({ validFrom, validTo }: X509Certificate): string[] {
  const [fromMs, endMs, nowMs] = [Date.parse(validFrom), Date.parse(validTo), Date.now()];
  if (endMs < nowMs) return [`The TLS certificate expired on ${validTo}: renew it.`];
  const isSoon = endMs - nowMs < Math.min(14 * dayMs, (endMs - fromMs) / 10);
  return isSoon ? [`The TLS certificate expires on ${validTo} and has not been renewed: renew it.`] : [];
}
