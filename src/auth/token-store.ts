export const tokenKinds = ['organisation', 'refresh', 'session'] as const;
export type TokenKind = (typeof tokenKinds)[number];

/** The organisation that the first start makes, and that is meant where none is named. */
export const defaultOrganisation = 'local';

/** What an operator sets for one organisation instead of the service's own figures. */
export interface OrganisationLimits {
  /** API calls of one end-user in a window. */
  apiCalls?: number;
  /** Session tokens from one refresh token in a window. */
  sessionTokens?: number;
  windowMs?: number;
  refreshTokenMaxLifetimeMs?: number;
}

export interface OrganisationRecord {
  /** UUID */
  id: string;
  /** Unique. */
  name: string;
  createdAt: string;
  limits?: OrganisationLimits;
}

/** A token as it is kept: never the token, only its digest. Times are ISO 8601 with milliseconds. */
export interface TokenRecord {
  /** SHA-256 of the token, base64url. */
  id: string;
  kind: TokenKind;
  organisationId: string;
  /** The end-user; an organisation token has none. */
  uid?: string;
  /** The refresh token that a session token came from. */
  refreshId?: string;
  createdAt: string;
  /** An organisation token has none: it lives until it is revoked. */
  expiresAt?: string;
}

/**
 * What the token service needs kept. Writes are on disk before they resolve. An expired token is absent. Reads of
 * single records are synchronous, because every request makes them.
 */
export interface TokenStore {
  organisation(id: string): OrganisationRecord | undefined;
  organisations(): Promise<OrganisationRecord[]>;
  /** Whether an organisation of this name was there once and was deleted. */
  wasDeleted(organisationName: string): boolean;
  token(id: string): TokenRecord | undefined;
  /** Organisation or refresh tokens of an organisation, all or those of one end-user, oldest first. */
  tokens(organisationId: string, kind: 'organisation' | 'refresh', uid?: string): Promise<TokenRecord[]>;
  sessions(refreshId: string): Promise<TokenRecord[]>;
  /** In one batch. */
  put(records: { organisation?: OrganisationRecord; tokens?: readonly TokenRecord[] }): Promise<void>;
  /** In one batch. What is not there is no error. */
  delete(ids: { organisation?: string; tokens?: readonly string[] }): Promise<void>;
}
