import { EarshotError } from '../errors.js';
import { kindOf } from './opaque-token.js';
import type { IssuedRefreshToken, TokenService } from './token-service.js';
import {
  defaultOrganisation,
  type OrganisationLimits,
  type OrganisationRecord,
  type TokenRecord,
} from './token-store.js';

export interface CreateOrganisationRequest {
  name: string;
  limits?: OrganisationLimits;
  /** Gives an organisation that exists a new token, and the limits, instead, and revokes its old ones. */
  rotate?: boolean;
}

export interface IssueRequest {
  uid: string;
  /** ISO 8601 duration; the configured default when left out. */
  validity?: string;
  /** Name or id. @default 'local' */
  organisation?: string;
}

export interface ListRequest {
  /** Name or id; all when left out. */
  organisation?: string;
  uid?: string;
}

/** One token, the refresh tokens of an end-user (`uid`, `organisation`), or an organisation with all it has. */
export interface RevokeRequest {
  /** The token itself, its id, or a beginning of the id that no other token has (8 characters at least). */
  token?: string;
  uid?: string;
  /** Name or id. */
  organisation?: string;
}

export interface ListedToken extends Omit<TokenRecord, 'organisationId' | 'refreshId'> {
  /** The organisation's name. */
  organisation: string;
}

/** How many of each were revoked. */
export interface RevokeResult {
  organisationTokens: number;
  refreshTokens: number;
  sessionTokens: number;
}

/**
 * What an operator does with tokens: by {@link DirectTokenAdmin} in the process that owns the store, by
 * `ControlClient` from any other. Errors are the same both ways.
 */
export interface TokenAdmin {
  createOrganisation(
    request: CreateOrganisationRequest,
  ): Promise<{ organisation: OrganisationRecord; token: string }>;
  issue(request: IssueRequest): Promise<IssuedRefreshToken>;
  list(request: ListRequest): Promise<ListedToken[]>;
  revoke(request: RevokeRequest): Promise<RevokeResult>;
}

const shortestId = 8;

/** {@link TokenAdmin} over the token service itself. */
export class DirectTokenAdmin implements TokenAdmin {
  readonly #tokens: TokenService;

  constructor(tokens: TokenService) {
    this.#tokens = tokens;
  }

  async createOrganisation({ name, limits, rotate }: CreateOrganisationRequest) {
    if (!rotate) return this.#tokens.createOrganisation(name, limits);
    const { id } = await this.#organisation(name);
    const token = await this.#tokens.rotateOrganisationToken(id, limits);
    return { organisation: await this.#organisation(id), token };
  }

  async issue({
    uid,
    validity,
    organisation = defaultOrganisation,
  }: IssueRequest): Promise<IssuedRefreshToken> {
    const { id } = await this.#organisation(organisation);
    return this.#tokens.issueFor(id, { uid, validity });
  }

  async list({ organisation, uid }: ListRequest): Promise<ListedToken[]> {
    const organisations = organisation
      ? [await this.#organisation(organisation)]
      : await this.#tokens.organisations();
    const lists = organisations.map(async ({ id, name }) => {
      const records = await this.#tokens.list(id, uid);
      return records.map(({ organisationId: _, refreshId: __, ...record }) => ({
        ...record,
        organisation: name,
      }));
    });
    return (await Promise.all(lists)).flat();
  }

  async revoke({ token, uid, organisation }: RevokeRequest): Promise<RevokeResult> {
    const { refreshIds, sessionIds, organisationTokenIds } = await this.#revoke(token, uid, organisation);
    return {
      organisationTokens: organisationTokenIds.length,
      refreshTokens: refreshIds.length,
      sessionTokens: sessionIds.length,
    };
  }

  async #revoke(token: string | undefined, uid: string | undefined, organisation: string | undefined) {
    if (token !== undefined && uid === undefined && organisation === undefined) {
      const revocation = await this.#tokens.revokeToken(kindOf(token) ? token : await this.#fullId(token));
      if (!revocation) throw new EarshotError('not_found', 'There is no such token, or it has expired.');
      return revocation;
    }
    if (token === undefined && uid !== undefined) {
      return this.#tokens.revokeUid((await this.#organisation(organisation ?? defaultOrganisation)).id, uid);
    }
    if (token === undefined && organisation !== undefined) {
      return this.#tokens.revokeOrganisation((await this.#organisation(organisation)).id);
    }
    throw new EarshotError(
      'invalid_request',
      'Name a token, or an end-user (--uid), or an organisation (--organisation) to revoke.',
    );
  }

  async #fullId(beginning: string): Promise<string> {
    if (beginning.length < shortestId) {
      const detail = `An id must be given with ${shortestId} characters at least.`;
      throw new EarshotError('invalid_request', detail);
    }
    const ids = (await this.list({})).map(({ id }) => id).filter((id) => id.startsWith(beginning));
    if (ids.length > 1) {
      throw new EarshotError(
        'invalid_request',
        `${ids.length} tokens have an id that begins like this; give more of it.`,
      );
    }
    // Session tokens are not listed; they are found by their whole id.
    return ids[0] ?? beginning;
  }

  async #organisation(nameOrId: string): Promise<OrganisationRecord> {
    const organisation = await this.#tokens.findOrganisation(nameOrId);
    if (organisation) return organisation;
    const names = (await this.#tokens.organisations()).map(({ name }) => name);
    const known =
      names.length > 0
        ? `this data folder has ${names.join(', ')}. Name one of these (--organisation), or make it: npx earshot tokens organisation ${nameOrId}`
        : 'this data folder has none. Give the data folder of the server (--data), start the server once, or run: npx earshot tokens organisation local';
    throw new EarshotError('not_found', `There is no organisation ${nameOrId}; ${known}.`);
  }
}
