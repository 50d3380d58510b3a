// Writes to a store as fast as it can and says so after each acknowledgement, until it is killed.
import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { TokenService } from '../src/auth/token-service.js';
import { createLogger } from '../src/log.js';
import type { ConversationRecord, QueryRecord } from '../src/query/query-record.js';
import { Database } from '../src/store/database.js';
import { LevelQueryStore } from '../src/store/level-query-store.js';
import { LevelTokenStore } from '../src/store/level-token-store.js';

const log = createLogger({ level: 'silent', format: 'json' });
const database = await Database.open({ directory: process.argv[2], log });
database.startSweeping(20);
const queries = new LevelQueryStore(database);
const tokens = new TokenService({ store: new LevelTokenStore(database), log });
const acknowledge = (what: string, id: string) => writeSync(1, `${what} ${id}\n`);

await tokens.ensureLocalOrganisation();
const organisation = (await tokens.findOrganisation('local'))!;

async function writeTokens(): Promise<never> {
  while (true) {
    const uid = randomUUID();
    const kept = await tokens.issueFor(organisation.id, { uid });
    acknowledge('token', kept.id);
    const revoked = await tokens.issueFor(organisation.id, { uid: `${uid}-2` });
    const session = await tokens.exchange(revoked.value);
    tokens.authenticate(session.token);
    await tokens.revokeUid(organisation.id, `${uid}-2`);
    acknowledge('revoked', revoked.id);
  }
}

async function writeTurns(): Promise<never> {
  while (true) {
    const now = new Date();
    const common = {
      owner: { organisationId: organisation.id, uid: 'anna' },
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
      expiresAt: new Date(now.getTime() + 86_400_000).toISOString(),
      locale: 'en-US',
    };
    const conversation: ConversationRecord = { ...common, id: randomUUID(), context: {}, turns: 0 };
    const query: QueryRecord = {
      ...common,
      id: randomUUID(),
      state: 'created',
      queryType: 'text',
      conversationId: conversation.id,
    };
    await queries.putConversation(conversation, { durable: true });
    acknowledge('conversation', conversation.id);
    await queries.putQuery(query);
    // Short-lived rows keep the sweep at work while the kill comes.
    await queries.putQuery({ ...query, id: randomUUID(), expiresAt: now.toISOString() });
    await queries.putTurn(
      { ...query, state: 'completed', textQuery: { text: 'x'.repeat(500) } },
      conversation,
    );
    acknowledge('completed', query.id);
  }
}

await Promise.race([...Array.from({ length: 4 }, writeTokens), ...Array.from({ length: 8 }, writeTurns)]);
