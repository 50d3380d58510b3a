import { z } from 'zod';
import {
  type OrganisationRecord,
  type TokenRecord,
  type TokenStore,
  tokenKinds,
} from '../auth/token-store.js';
import type { Collection } from './collection.js';
import type { Database } from './database.js';

const figure = z.number().positive().optional();
const organisationSchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime({ precision: 3 }),
  limits: z
    .object({
      apiCalls: figure,
      sessionTokens: figure,
      windowMs: figure,
      refreshTokenMaxLifetimeMs: figure,
    })
    .optional(),
}) satisfies z.ZodType<OrganisationRecord>;

const tokenSchema = z.object({
  id: z.string(),
  kind: z.enum(tokenKinds),
  organisationId: z.string(),
  uid: z.string().optional(),
  refreshId: z.string().optional(),
  createdAt: z.iso.datetime({ precision: 3 }),
  expiresAt: z.iso.datetime({ precision: 3 }).optional(),
}) satisfies z.ZodType<TokenRecord>;

const deletedSchema = z.object({ name: z.string() });

/** Organisations and tokens in LevelDB; every write is on disk before it resolves. */
export class LevelTokenStore implements TokenStore {
  readonly #database: Database;
  readonly #organisations: Collection<OrganisationRecord>;
  readonly #tokens: Collection<TokenRecord>;
  /** Organisations that were deleted, by name. */
  readonly #deleted: Collection<{ name: string }>;

  constructor(database: Database) {
    this.#database = database;
    this.#organisations = database.collection({
      name: 'organisations',
      version: 1,
      read: (value) => organisationSchema.parse(value),
    });
    this.#tokens = database.collection({
      name: 'tokens',
      version: 1,
      read: (value) => tokenSchema.parse(value),
      expiresAt: ({ expiresAt }) => (expiresAt === undefined ? undefined : Date.parse(expiresAt)),
      indexes: {
        organisation: ({ kind, organisationId, uid, createdAt }) => [
          organisationId,
          kind,
          uid ?? '',
          createdAt,
        ],
        session: ({ refreshId }) => (refreshId === undefined ? undefined : [refreshId]),
      },
    });
    this.#deleted = database.collection({
      name: 'deletedOrganisations',
      version: 1,
      read: (value) => deletedSchema.parse(value),
    });
  }

  organisation(id: string): OrganisationRecord | undefined {
    return this.#organisations.get(id);
  }

  async organisations(): Promise<OrganisationRecord[]> {
    const found: OrganisationRecord[] = [];
    for await (const [, organisation] of this.#organisations.all()) found.push(organisation);
    return found.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
  }

  wasDeleted(organisationName: string): boolean {
    return this.#deleted.get(organisationName) !== undefined;
  }

  token(id: string): TokenRecord | undefined {
    return this.#tokens.get(id);
  }

  async tokens(
    organisationId: string,
    kind: 'organisation' | 'refresh',
    uid?: string,
  ): Promise<TokenRecord[]> {
    const parts = uid === undefined ? [organisationId, kind] : [organisationId, kind, uid];
    const { items } = await this.#tokens.list('organisation', parts);
    return items.sort((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0));
  }

  async sessions(refreshId: string): Promise<TokenRecord[]> {
    return (await this.#tokens.list('session', [refreshId])).items;
  }

  async put({
    organisation,
    tokens = [],
  }: {
    organisation?: OrganisationRecord;
    tokens?: readonly TokenRecord[];
  }): Promise<void> {
    await this.#database.write(
      (batch) => {
        if (organisation) batch.put(this.#organisations, organisation.id, organisation);
        for (const token of tokens) batch.put(this.#tokens, token.id, token);
      },
      { durable: true },
    );
  }

  async delete({
    organisation,
    tokens = [],
  }: {
    organisation?: string;
    tokens?: readonly string[];
  }): Promise<void> {
    await this.#database.write(
      (batch) => {
        if (organisation !== undefined) {
          const name = batch.stored(this.#organisations, organisation)?.name;
          if (name !== undefined) batch.put(this.#deleted, name, { name });
          batch.del(this.#organisations, organisation);
        }
        for (const token of tokens) batch.del(this.#tokens, token);
      },
      { durable: true },
    );
  }
}
