import type { SessionOptions } from './options.js';
import { ServiceError } from './service-error.js';
import type { SessionToken } from './wire.js';

export interface SessionTokensOptions {
  refreshToken?: SessionOptions['refreshToken'];
  /** ms */
  expiryMargin: number;
  /** @param closed once it is aborted, no token is wanted any more */
  issue(refreshToken: string, closed: AbortSignal): Promise<SessionToken>;
}

/** Keeps one session token for as long as it lives; requests made at the same time share one issue. */
export class SessionTokens {
  private current: { token: string; usableUntilMs: number } | null = null;
  private issuing: { token: Promise<string>; closed: AbortSignal } | null = null;
  private refreshToken: string | undefined;

  constructor(private readonly options: SessionTokensOptions) {}

  /**
   * A live session token; undefined when the session has no refresh token.
   * @param closed aborted when the session is closed, with which the issue of a token ends
   */
  async get(closed: AbortSignal): Promise<string | undefined> {
    if (!this.options.refreshToken) return undefined;
    if (this.current && Date.now() < this.current.usableUntilMs) return this.current.token;
    if (this.issuing?.closed !== closed) {
      const token = this.issue(closed).finally(() => {
        if (this.issuing === issuing) this.issuing = null;
      });
      const issuing = { token, closed };
      this.issuing = issuing;
    }
    return this.issuing.token;
  }

  /** The service refused this token. */
  forget(token: string | undefined): void {
    if (this.current?.token === token) this.current = null;
  }

  private async issue(closed: AbortSignal): Promise<string> {
    const { refreshToken: given, issue, expiryMargin } = this.options;
    this.refreshToken ??= await this.fetchRefreshToken();
    let session: SessionToken;
    try {
      session = await issue(this.refreshToken, closed);
    } catch (error) {
      if (typeof given !== 'function' || !isRefusal(error)) throw error;
      const refused = this.refreshToken;
      this.refreshToken = await this.fetchRefreshToken(error);
      if (this.refreshToken === refused) throw error;
      session = await issue(this.refreshToken, closed);
    }
    const expiresAtMs = Date.parse(session.expiresAt);
    // A token that is already expired when it arrives means that this device's clock is wrong: the service will say
    // when it is over.
    const clockIsWrong = !(expiresAtMs > Date.now());
    this.current = {
      token: session.token,
      usableUntilMs: clockIsWrong ? Infinity : expiresAtMs - expiryMargin,
    };
    return session.token;
  }

  /** @throws ServiceError `invalid_argument` */
  private async fetchRefreshToken(refusal?: ServiceError): Promise<string> {
    const { refreshToken: given } = this.options;
    const token: unknown = typeof given === 'function' ? await given(refusal) : given;
    if (typeof token === 'string' && token !== '') return token;
    throw new ServiceError(
      'invalid_argument',
      `refreshToken() gave no token but ${token === '' ? 'an empty text' : `a value of type ${typeof token}`}. Let it give the refresh token itself: what POST /auth/tokens answers has it as "value".`,
    );
  }
}

function isRefusal(error: unknown): error is ServiceError {
  return error instanceof ServiceError && /^(token_refused|rate_limited)$/.test(error.code);
}
