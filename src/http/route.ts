import type { z } from 'zod';
import type { Principal } from '../auth/principal.js';
import type { LinkScope } from './representations.js';
import type { HeaderMap } from './resource.js';

export type RouteMethod = 'GET' | 'POST' | 'PATCH';

/** What a handler works with: the caller is let in, the ids in the path are well formed. */
export interface Exchange {
  principal: Principal;
  params: Readonly<Record<string, string>>;
  query: string;
  headers: HeaderMap;
  readEntity(): Promise<unknown>;
  linkBase: string;
}

export interface Answer {
  status: number;
  entity: unknown;
  location?: string;
}

/** One operation of the API. Koa routes, socket messages and the API description are all made from this table. */
export interface Route {
  /** Unique; the operationId of the API description. */
  name: string;
  summary: string;
  method: RouteMethod;
  /** With `:name` parameters; those ending in `Id` are UUIDs. */
  path: string;
  /** Which token it takes. */
  access: 'session' | 'refresh';
  /** `only`: the body is audio; `also`: a body that is not JSON is audio. The transport carries it. */
  audio?: 'only' | 'also';
  request?: z.ZodType;
  response: z.ZodType;
  successStatus: number;
  /** Absent where the body is audio, and for `refresh`. */
  handle?(exchange: Exchange): Promise<Answer>;
}

/** Where the links in an answer to this lead. */
export function scopeOf({ linkBase, params }: Exchange): LinkScope {
  return { base: linkBase, isConversationScoped: params.conversationId !== undefined };
}
