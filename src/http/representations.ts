import type { ConversationRecord, Page, PageRequest, QueryRecord } from '../query/index.js';
import { MadeOnce } from './made-once.js';

interface Link {
  href: string;
}

/** Where a resource is addressed from: conversation-scoped when the request was. */
export interface LinkScope {
  /** Address or path that links start with. */
  base: string;
  isConversationScoped: boolean;
}

const conversationPath = (base: string, id: string): string => `${base}/conversations/${id}`;

function queryPath(record: QueryRecord, { base, isConversationScoped }: LinkScope): string {
  const parent = isConversationScoped ? conversationPath(base, record.conversationId) : base;
  return `${parent}/queries/${record.id}`;
}

type QueryEntity = ReturnType<typeof makeQueryEntity>;
const queryEntities = new MadeOnce<QueryRecord, QueryEntity>();

/** The query entity of the interface, fields present by stage. */
export function queryEntity(record: QueryRecord, scope: LinkScope): QueryEntity {
  const key = `${scope.isConversationScoped} ${scope.base}`;
  return queryEntities.of(record, key, () => makeQueryEntity(record, scope));
}

function makeQueryEntity(record: QueryRecord, scope: LinkScope) {
  const self = queryPath(record, scope);
  return representation(record, record.id, {
    self: { href: self },
    audio: record.queryType === 'audio' ? { href: `${self}/audio` } : undefined,
    conversation: { href: conversationPath(scope.base, record.conversationId) },
  });
}

/** The answer to an upload: the processed query under the id and the address of its audio. */
export function uploadEntity(record: QueryRecord, scope: LinkScope) {
  return representation(record, record.audioId, audioLinks(record, scope));
}

/** What is known of the audio of a query; the audio itself is not kept. */
export function audioEntity(record: QueryRecord, scope: LinkScope) {
  return {
    id: record.audioId,
    queryId: record.id,
    state: record.state,
    mimeType: record.audioQuery?.mimeType,
    ...record.audio,
    createdAt: record.createdAt,
    expiresAt: record.expiresAt,
    _links: audioLinks(record, scope),
    _embedded: {},
  };
}

/** A conversation. @param base What links begin with. */
export function conversationEntity(record: ConversationRecord, base: string) {
  const self = conversationPath(base, record.id);
  return {
    id: record.id,
    locale: record.locale,
    context: record.context,
    turns: record.turns,
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
    expiresAt: record.expiresAt,
    _links: { self: { href: self }, queries: { href: `${self}/queries` } },
    _embedded: {},
  };
}

type PageEntity = ReturnType<typeof pageEntity>;
const conversationPages = new MadeOnce<Page<ConversationRecord>, PageEntity>();

/** A page of conversations; one that was asked for before is not made anew while its rows are the same. */
export function conversationPageEntity(
  page: Page<ConversationRecord>,
  base: string,
  asked: PageRequest,
): PageEntity {
  return conversationPages.of(page, `${asked.limit} ${asked.after} ${base}`, () => {
    const entities = page.items.map((record) => conversationEntity(record, base));
    return pageEntity('conversations', entities, `${base}/conversations`, { ...asked, next: page.next });
  });
}

/** A page of a collection with the link to the next one. */
export function pageEntity(
  name: string,
  items: unknown[],
  address: string,
  { limit, after, next }: PageRequest & Pick<Page<unknown>, 'next'>,
) {
  const at = (cursor?: string): Link => {
    const query = new URLSearchParams({
      limit: String(limit),
      ...(cursor !== undefined && { after: cursor }),
    });
    return { href: `${address}?${query}` };
  };
  return {
    _links: { self: at(after), ...(next !== undefined && { next: at(next) }) },
    _embedded: { [name]: items },
  };
}

function audioLinks(record: QueryRecord, scope: LinkScope) {
  const query = queryPath(record, scope);
  return {
    self: { href: `${query}/audio/${record.audioId}` },
    query: { href: query },
    conversation: { href: conversationPath(scope.base, record.conversationId) },
  };
}

/** Field by field: an object put together from others costs many times as much, and this is in every answer. */
function representation<Links>(record: QueryRecord, id: string | undefined, links: Links) {
  return {
    id,
    state: record.state,
    locale: record.locale,
    conversationId: record.conversationId,
    queryType: record.queryType,
    audioQuery: record.audioQuery,
    textQuery: record.textQuery,
    intent: record.intent,
    reply: record.reply,
    context: record.context,
    entities: record.entities,
    confidence: record.confidence,
    userId: record.userId,
    interactionType: record.interactionType,
    dataType: record.dataType,
    failure: record.failure,
    cancellation: record.cancellation,
    timings: record.timings,
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
    expiresAt: record.expiresAt,
    _links: links,
    _embedded: {},
  };
}
