import { EarshotError } from '../errors.js';
import type { Logger } from '../log.js';
import type { Principal } from './principal.js';
import type { TokenKind, TokenRecord, TokenStore } from './token-store.js';

/** What died. What runs under any of it is to be ended. */
export interface Revocation {
  organisationId: string;
  /** Digests, as in {@link Principal.refreshId}. */
  refreshIds: string[];
  /** Digests, as in {@link Principal.sessionId}. */
  sessionIds: string[];
  /** Digests of organisation tokens. */
  organisationTokenIds: string[];
}

type EndUser = Pick<TokenRecord, 'organisationId' | 'uid'>;

/** Digests of tokens, as a {@link Principal} carries them. */
export type RevokedTokens = Readonly<Pick<Revocation, 'refreshIds' | 'sessionIds'>>;

/** Why what runs for a caller ends with these tokens; undefined when it does not. */
export function endedBy(
  { refreshIds, sessionIds }: RevokedTokens,
  { refreshId, sessionId }: Principal,
): EarshotError | undefined {
  if (!refreshIds.includes(refreshId) && !sessionIds.includes(sessionId)) return undefined;
  return new EarshotError('invalid_token', 'The token was revoked. Sign in again.');
}

/** Takes tokens out of the store and tells whoever holds something open because of them. */
export class Revocations {
  readonly #listeners = new Set<(revocation: Revocation) => void>();
  readonly #underWay = new Set<string>();

  constructor(
    private readonly store: TokenStore,
    private readonly log: Logger,
  ) {}

  /** Calls the listener after each revocation is on disk. @returns a function that ends this */
  listen(listener: (revocation: Revocation) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Has the tokens of an end-user revoked; none of them counts from now on, though they are on disk for a while. */
  begin(endUser: EndUser, revoke: () => Promise<Revocation>): void {
    const key = keyOf(endUser);
    this.#underWay.add(key);
    revoke()
      .catch((error) => this.log.error({ err: error, uid: endUser.uid }, 'the tokens could not be revoked'))
      .finally(() => this.#underWay.delete(key));
  }

  /** Whether the tokens of an end-user are being revoked; see {@link begin}. */
  isUnderWay(endUser: EndUser): boolean {
    return this.#underWay.size > 0 && this.#underWay.has(keyOf(endUser));
  }

  /**
   * Revokes tokens of an organisation; refresh tokens take their session tokens along.
   * @param organisation its id, if it is to go as well
   */
  async revoke(
    organisationId: string,
    records: readonly TokenRecord[],
    organisation?: string,
  ): Promise<Revocation> {
    const of = (kind: TokenKind) => records.filter((record) => record.kind === kind).map(({ id }) => id);
    const refreshIds = of('refresh');
    const sessionIds = of('session');
    for (const id of refreshIds) {
      sessionIds.push(...(await this.store.sessions(id)).map((session) => session.id));
    }
    const revocation = { organisationId, refreshIds, sessionIds, organisationTokenIds: of('organisation') };
    const tokens = [...refreshIds, ...sessionIds, ...revocation.organisationTokenIds];
    await this.store.delete({ organisation, tokens });
    const counts = { refreshTokens: refreshIds.length, sessionTokens: sessionIds.length };
    this.log.info({ organisationId, ...counts }, 'tokens revoked');
    for (const listener of this.#listeners) {
      try {
        listener(revocation);
      } catch (error) {
        this.log.error({ err: error }, 'a listener for revocations failed');
      }
    }
    return revocation;
  }
}

function keyOf({ organisationId, uid }: EndUser): string {
  return `${organisationId}/${uid}`;
}
