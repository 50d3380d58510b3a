import { createHash, randomBytes } from 'node:crypto';
import { type TokenKind, tokenKinds } from './token-store.js';

/** Readable beginnings: for people, and for tools that look for leaked secrets. */
const prefixes: Record<TokenKind, string> = { organisation: 'eso_', refresh: 'esr_', session: 'ess_' };
/** 256 random bits; RFC 6749 section 10.10 asks for at least 128. */
const randomLength = 32;
const pattern = /^es[ors]_[A-Za-z0-9_-]{43}$/;

/** A new token: the prefix of its kind and 256 random bits in base64url. */
export function createToken(kind: TokenKind): string {
  return prefixes[kind] + randomBytes(randomLength).toString('base64url');
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
