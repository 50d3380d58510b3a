import { randomUUID } from 'node:crypto';
import { EarshotError, invalidRequest } from '../errors.js';
import type { Logger } from '../log.js';
import { timestamp } from '../timestamp.js';
import { createToken, digestOf, kindOf } from './opaque-token.js';
import type { Principal } from './principal.js';
import type { RateLimitResult } from './rate-limit-headers.js';
import { type RateLimitOptions, RateLimits } from './rate-limits.js';
import { type Revocation, Revocations } from './revocations.js';
import { checkText, expiryOf, invalidToken, wrongToken } from './token-faults.js';
import {
  defaultOrganisation,
  type OrganisationLimits,
  type OrganisationRecord,
  type TokenKind,
  type TokenRecord,
  type TokenStore,
} from './token-store.js';

const dayMs = 86_400_000;

export interface TokenServiceOptions {
  store: TokenStore;
  log: Logger;
  /** Milliseconds since 1970. @default Date.now */
  clock?: () => number;
  /** @default 900,000 (15 minutes) */
  sessionTokenLifetimeMs?: number;
  /** When a request does not say. @default 90 days */
  refreshTokenLifetimeMs?: number;
  /** The bound for what a request may say; an organisation can have its own. @default 365 days */
  refreshTokenMaxLifetimeMs?: number;
  rateLimits?: RateLimitOptions;
}

export interface IssuedRefreshToken {
  /** The token; it is shown this once. */
  value: string;
  expiresAt: string;
  /** Its digest, for lists and revocation. */
  id: string;
}

export interface SessionToken {
  token: string;
  expiresAt: string;
}

/** Issues, exchanges, checks, lists and revokes tokens, and counts what their owners do with them. */
export class TokenService {
  readonly #store: TokenStore;
  readonly #log: Logger;
  readonly #clock: () => number;
  readonly #sessionTokenLifetimeMs: number;
  readonly #refreshTokenLifetimeMs: number;
  readonly #refreshTokenMaxLifetimeMs: number;
  readonly #limits: RateLimits;
  readonly #revocations: Revocations;
  /** What is done to organisations, one after another: a name stays unique, and what was removed stays so. */
  #organising: Promise<unknown> = Promise.resolve();

  constructor(options: TokenServiceOptions) {
    this.#store = options.store;
    this.#log = options.log;
    this.#revocations = new Revocations(options.store, options.log);
    this.#clock = options.clock ?? Date.now;
    this.#sessionTokenLifetimeMs = options.sessionTokenLifetimeMs ?? 900_000;
    this.#refreshTokenLifetimeMs = options.refreshTokenLifetimeMs ?? 90 * dayMs;
    this.#refreshTokenMaxLifetimeMs = options.refreshTokenMaxLifetimeMs ?? 365 * dayMs;
    this.#limits = new RateLimits(options.rateLimits ?? {}, ({ organisation, uid }) => {
      this.#log.warn(
        { organisation: organisation.name, uid },
        'rate limit hit again and again: tokens revoked',
      );
      const owner = { organisationId: organisation.id, uid };
      this.#revocations.begin(owner, () => this.revokeUid(owner.organisationId, uid));
    });
  }

  /** @throws EarshotError `invalid_request`, also when the name is taken */
  createOrganisation(
    name: string,
    limits?: OrganisationLimits,
  ): Promise<{ organisation: OrganisationRecord; token: string }> {
    return this.#inTurn(() => this.#create(name, limits));
  }

  /**
   * Makes the {@link defaultOrganisation} where it never was, and returns its token, this once; else undefined. One that was
   * removed stays removed.
   */
  ensureLocalOrganisation(): Promise<{ organisation: OrganisationRecord; token: string } | undefined> {
    return this.#inTurn(async () => {
      const isWanted =
        !(await this.findOrganisation(defaultOrganisation)) && !this.#store.wasDeleted(defaultOrganisation);
      return isWanted ? this.#create(defaultOrganisation) : undefined;
    });
  }

  #inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    const done = this.#organising.then(task, task);
    this.#organising = done;
    return done;
  }

  async #create(name: string, limits?: OrganisationLimits) {
    const faults = checkText('/name', name);
    if (faults.length > 0) throw invalidRequest(faults);
    if (await this.findOrganisation(name)) {
      throw invalidRequest([{ pointer: '/name', detail: `is taken: there is an organisation ${name}` }]);
    }
    const createdAt = this.#now();
    const organisation: OrganisationRecord = { id: randomUUID(), name, createdAt, limits };
    const [token, record] = newToken({ kind: 'organisation', organisationId: organisation.id, createdAt });
    await this.#store.put({ organisation, tokens: [record] });
    this.#log.info({ organisation: name }, 'organisation created');
    return { organisation, token };
  }

  /**
   * Replaces the tokens of an organisation by a new one; refresh tokens issued with the old ones live on.
   * @param limits those that change
   */
  rotateOrganisationToken(organisationId: string, limits?: OrganisationLimits): Promise<string> {
    return this.#inTurn(() => this.#rotate(organisationId, limits));
  }

  async #rotate(organisationId: string, limits: OrganisationLimits | undefined): Promise<string> {
    const organisation = this.#organisation(organisationId);
    const changed = limits && { ...organisation, limits: { ...organisation.limits, ...limits } };
    const old = await this.#store.tokens(organisationId, 'organisation');
    const [token, record] = newToken({ kind: 'organisation', organisationId, createdAt: this.#now() });
    await this.#store.put({ organisation: changed, tokens: [record] });
    await this.#revocations.revoke(organisationId, old);
    this.#log.info({ organisation: organisation.name }, 'organisation token replaced');
    return token;
  }

  organisations(): Promise<OrganisationRecord[]> {
    return this.#store.organisations();
  }

  /** By name or id. */
  async findOrganisation(nameOrId: string): Promise<OrganisationRecord | undefined> {
    const byId = this.#store.organisation(nameOrId);
    return byId ?? (await this.#store.organisations()).find(({ name }) => name === nameOrId);
  }

  /**
   * Issues a refresh token for an end-user of the organisation that the token belongs to.
   * @throws EarshotError `invalid_token`; `invalid_request` with the faults of `uid` and `validity`
   */
  async issueRefreshToken(
    organisationToken: string,
    request: { uid: unknown; validity?: unknown },
  ): Promise<IssuedRefreshToken> {
    return this.issueFor(this.organisationOf(organisationToken), request);
  }

  /** The id of the organisation that a token belongs to. @throws EarshotError `invalid_token` */
  organisationOf(organisationToken: string): string {
    const record = this.#find(organisationToken, 'organisation');
    if (!record) throw invalidToken(organisationToken, 'organisation');
    return record.organisationId;
  }

  /**
   * Like {@link issueRefreshToken}, by the operator. `validity` is an ISO 8601 duration by the UTC calendar.
   * @throws EarshotError `not_found`; `invalid_request` with the faults of `uid` and `validity`
   */
  async issueFor(
    organisationId: string,
    { uid, validity }: { uid: unknown; validity?: unknown },
  ): Promise<IssuedRefreshToken> {
    const organisation = this.#organisation(organisationId);
    const now = this.#clock();
    const faults = checkText('/uid', uid);
    const maxLifetimeMs = organisation.limits?.refreshTokenMaxLifetimeMs ?? this.#refreshTokenMaxLifetimeMs;
    const defaultLifetimeMs = this.#refreshTokenLifetimeMs;
    const expiry = expiryOf(validity, { now, defaultLifetimeMs, maxLifetimeMs });
    if (Array.isArray(expiry)) faults.push(...expiry);
    if (Array.isArray(expiry) || faults.length > 0) throw invalidRequest(faults);
    const expiresAt = timestamp(expiry);
    const [value, record] = newToken({
      kind: 'refresh',
      organisationId,
      uid: uid as string,
      createdAt: timestamp(now),
      expiresAt,
    });
    await this.#store.put({ tokens: [record] });
    return { value, expiresAt, id: record.id };
  }

  /**
   * Exchanges a refresh token for a session token, which never outlives it.
   * @throws EarshotError `forbidden`, `rate_limited`
   */
  async exchange(refreshToken: string): Promise<SessionToken & { rateLimit: RateLimitResult }> {
    const refresh = this.#find(refreshToken, 'refresh');
    const organisation = refresh && this.#store.organisation(refresh.organisationId);
    if (!refresh || !organisation || this.#revocations.isUnderWay(refresh)) {
      throw new EarshotError('forbidden', wrongToken(refreshToken, 'refresh'));
    }
    const uid = refresh.uid!;
    const rateLimit = this.#limits.sessionToken(refresh.id, { organisation, uid });
    const now = this.#clock();
    const expiresAt = timestamp(Math.min(now + this.#sessionTokenLifetimeMs, Date.parse(refresh.expiresAt!)));
    const [token, record] = newToken({
      kind: 'session',
      organisationId: organisation.id,
      uid,
      refreshId: refresh.id,
      createdAt: timestamp(now),
      expiresAt,
    });
    await this.#store.put({ tokens: [record] });
    return { token, expiresAt, rateLimit };
  }

  /**
   * Whom a session token speaks for. Its refresh token and its organisation must still be there.
   * @throws EarshotError `unauthorized` without a token, `invalid_token`
   */
  authenticate(sessionToken: string | undefined): Principal {
    if (!sessionToken) throw new EarshotError('unauthorized', 'A session token is needed; see POST /tokens.');
    const session = this.#find(sessionToken, 'session');
    const isAlive =
      session && this.#store.token(session.refreshId!) && this.#store.organisation(session.organisationId);
    if (!isAlive || this.#revocations.isUnderWay(session)) throw invalidToken(sessionToken, 'session');
    const { id, organisationId, uid, refreshId, expiresAt } = session;
    return { organisationId, uid: uid!, sessionId: id, refreshId: refreshId!, expiresAt: expiresAt! };
  }

  /**
   * Counts an API call of an end-user.
   * @throws EarshotError `rate_limited`; `invalid_token` when the organisation was revoked
   */
  countApiCall({ organisationId, uid }: Pick<Principal, 'organisationId' | 'uid'>): RateLimitResult {
    const organisation = this.#store.organisation(organisationId);
    if (!organisation) throw new EarshotError('invalid_token', 'The token was revoked. Sign in again.');
    return this.#limits.apiCall({ organisation, uid });
  }

  /** Organisation and refresh tokens, oldest first; session tokens are too many and too short-lived to list. */
  async list(organisationId: string, uid?: string): Promise<TokenRecord[]> {
    const refresh = await this.#store.tokens(organisationId, 'refresh', uid);
    if (uid !== undefined) return refresh;
    return [...(await this.#store.tokens(organisationId, 'organisation')), ...refresh];
  }

  /**
   * Revokes one token by itself or by its id. A refresh token takes its session tokens along; an organisation token
   * leaves the refresh tokens that were issued with it (revoke the organisation to end those).
   * @returns undefined when there is no such token
   */
  async revokeToken(tokenOrId: string): Promise<Revocation | undefined> {
    const record = this.#store.token(kindOf(tokenOrId) ? digestOf(tokenOrId) : tokenOrId);
    return record && this.#revocations.revoke(record.organisationId, [record]);
  }

  /** Revokes all refresh tokens of an end-user with their session tokens. */
  async revokeUid(organisationId: string, uid: string): Promise<Revocation> {
    return this.#revocations.revoke(organisationId, await this.#store.tokens(organisationId, 'refresh', uid));
  }

  /** Removes an organisation with all its tokens. */
  revokeOrganisation(organisationId: string): Promise<Revocation> {
    return this.#inTurn(async () =>
      this.#revocations.revoke(organisationId, await this.list(organisationId), organisationId),
    );
  }

  /** Calls the listener after each revocation is on disk. @returns a function that ends this */
  onRevoked(listener: (revocation: Revocation) => void): () => void {
    return this.#revocations.listen(listener);
  }

  #find(token: string, kind: TokenKind): TokenRecord | undefined {
    if (typeof token !== 'string' || kindOf(token) !== kind) return undefined;
    const record = this.#store.token(digestOf(token));
    return record?.kind === kind ? record : undefined;
  }

  #organisation(id: string): OrganisationRecord {
    const organisation = this.#store.organisation(id);
    if (!organisation) throw new EarshotError('not_found', 'There is no such organisation.');
    return organisation;
  }

  #now(): string {
    return timestamp(this.#clock());
  }
}

function newToken(record: Omit<TokenRecord, 'id'>): [token: string, record: TokenRecord] {
  const token = createToken(record.kind);
  return [token, { id: digestOf(token), ...record }];
}
