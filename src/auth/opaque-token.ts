import { createHash, randomBytes } from 'node:crypto';
import { tokenPattern } from '../token-pattern.js';
import { type TokenKind, tokenKinds } from './token-store.js';

/** Readable beginnings: for people, and for tools that look for leaked secrets. */
const prefixes: Record<TokenKind, string> = { organisation: 'eso_', refresh: 'esr_', session: 'ess_' };
/** 256 random bits; RFC 6749 section 10.10 asks for at least 128. */
const randomLength = 32;
const pattern = new RegExp(`^${tokenPattern.source}$`);

/**
 * A new token: the prefix of its kind and 256 random bits in base64url. Its digest, by which people name it on command
 * lines, does not look like an option.
 */
export function createToken(kind: TokenKind): string {
  for (;;) {
    const token = prefixes[kind] + randomBytes(randomLength).toString('base64url');
    if (!digestOf(token).startsWith('-')) return token;
  }
}

/** The kind that a token says it has; undefined when it has the form of none. */
export function kindOf(token: string): TokenKind | undefined {
  return pattern.test(token) ? tokenKinds.find((kind) => token.startsWith(prefixes[kind])) : undefined;
}

/**
 * What is kept of a token: SHA-256, base64url. The whole token is hashed before anything is compared, so the time that
 * a look-up takes tells nothing about other tokens; with 256 random bits no salt or slow hash is needed.
 */
export function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
