import { createPrivateKey, webcrypto } from 'node:crypto';

/** A certificate and its private key, PEM. */
export interface KeyPair {
  cert: string;
  key: string;
}

export interface CertificateRequest {
  /** Common name of the subject. */
  name: string;
  /** Milliseconds since 1970. */
  notBeforeMs: number;
  /** Milliseconds since 1970. */
  notAfterMs: number;
  /** Names and addresses of a server. Without any it is the certificate of an authority. */
  hosts?: readonly string[];
  /** Who signs. @default it signs itself */
  authority?: KeyPair;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/**
 * Makes a key and a certificate for it as RFC 5280 wants them. The identifiers of both keys are in it: clients that hold
 * to the letter, as Python does from 3.13 on, refuse a certificate without.
 */
export async function issueCertificate(request: CertificateRequest): Promise<KeyPair> {
  const { name, notBeforeMs, notAfterMs, hosts, authority } = request;
  // only who asks for a certificate of our own waits for it to load
  const x509 = await import('@peculiar/x509');
  const { publicKey, privateKey } = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const subject = [{ CN: [name] }];
  const issuer = authority && new x509.X509Certificate(authority.cert);
  const { KeyUsageFlags } = x509;
  const made = await x509.X509CertificateGenerator.create({
    subject,
    // not its text, which could be written in other bytes than in the authority's own certificate
    issuer: issuer?.subjectName ?? subject,
    notBefore: new Date(notBeforeMs),
    notAfter: new Date(notAfterMs),
    signingAlgorithm: algorithm,
    publicKey,
    signingKey: authority ? await signingKeyOf(authority) : privateKey,
    extensions: [
      await x509.SubjectKeyIdentifierExtension.create(publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuer?.publicKey ?? publicKey),
      ...(hosts === undefined
        ? [
            new x509.BasicConstraintsExtension(true, 0, true),
            new x509.KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
          ]
        : [
            new x509.BasicConstraintsExtension(false, undefined, true),
            new x509.KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
            new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
            new x509.SubjectAlternativeNameExtension(
              hosts.map((host) => ({ type: isAddress(host) ? 'ip' : 'dns', value: host })),
            ),
          ]),
    ],
  });
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', privateKey));
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return { cert: made.toString('pem'), key: key.export({ format: 'pem', type: 'pkcs8' }).toString() };
}

/** Whether it is an IP address and no name. */
export function isAddress(host: string): boolean {
  return /^[\d.]+$/.test(host) || host.includes(':');
}

function signingKeyOf({ key }: KeyPair): Promise<webcrypto.CryptoKey> {
  const der = createPrivateKey(key).export({ format: 'der', type: 'pkcs8' });
  return webcrypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign']);
}
