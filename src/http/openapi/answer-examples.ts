import type { z } from 'zod';
import { conversationEntitySchema, queryEntitySchema, uploadEntitySchema } from '../schemas/schemas.js';

// Answers of a service with two running shoes in its catalogue, as they came.

/** What a query and its upload have in common. */
const processed = {
  state: 'completed',
  locale: 'en-US',
  conversationId: '20316702-f2d1-4ad1-b50f-f73be7b3ca39',
  queryType: 'audio',
  audioQuery: { mimeType: 'audio/wav' },
  textQuery: {
    text: 'show me red running shoes under fifty dollars',
    words: [
      { text: 'show', start: 0.28, end: 0.4, confidence: 0.9923 },
      { text: 'me', start: 0.4, end: 0.52, confidence: 0.9928 },
      { text: 'red', start: 0.6, end: 0.88, confidence: 0.9571 },
      { text: 'running', start: 0.92, end: 1.2, confidence: 0.9921 },
      { text: 'shoes', start: 1.28, end: 1.48, confidence: 0.9926 },
      { text: 'under', start: 1.56, end: 1.72, confidence: 0.9925 },
      { text: 'fifty', start: 1.8, end: 2.16, confidence: 0.973 },
      { text: 'dollars', start: 2.2, end: 2.72, confidence: 0.9926 },
    ],
  },
  intent: 'newSearch',
  reply: { text: 'There are 2 matches for red running shoes under $50.' },
  context: {
    keywords: ['running shoes'],
    attributes: { color: ['red'] },
    price: { type: 'lessThan', value: 50 },
    sortBy: '',
  },
  entities: {
    attributes: { color: ['red'] },
    keywords: ['running shoes'],
    price: { type: 'lessThan', value: 50 },
    amounts: [{ amount: '50', currency: 'USD', text: 'under fifty dollars' }],
    queryString: 'red running shoes',
    products: [
      {
        id: '1041',
        title: 'Trail Runner 2 running shoes',
        price: 44.9,
        currency: 'USD',
        brand: 'Alder',
        attributes: { color: ['red'] },
      },
      {
        id: '1077',
        title: 'City Pace running shoes',
        price: 39.5,
        currency: 'USD',
        attributes: { color: ['red', 'white'] },
      },
    ],
    total: 2,
  },
  confidence: { 'textQuery.text': 0.9926 },
  timings: { uploadMs: 1787, finalisationMs: 156, understandingMs: 35.216 },
  createdAt: '2026-11-27T15:59:49.805Z',
  updatedAt: '2026-11-27T16:00:42.558Z',
  expiresAt: '2026-11-28T16:00:42.558Z',
};

/** A processed query. */
export const queryExample = {
  id: 'f5f8008f-fc5f-44ae-b7d8-3d3edd262d35',
  ...processed,
  _links: {
    self: {
      href: 'http://127.0.0.1:8080/conversations/20316702-f2d1-4ad1-b50f-f73be7b3ca39/queries/f5f8008f-fc5f-44ae-b7d8-3d3edd262d35',
    },
    audio: {
      href: 'http://127.0.0.1:8080/conversations/20316702-f2d1-4ad1-b50f-f73be7b3ca39/queries/f5f8008f-fc5f-44ae-b7d8-3d3edd262d35/audio',
    },
    conversation: { href: 'http://127.0.0.1:8080/conversations/20316702-f2d1-4ad1-b50f-f73be7b3ca39' },
  },
  _embedded: {},
};

/** The answer to its audio. */
const processedUploadExample = {
  id: '75f8008f-fc5f-44ae-b7d8-3d3edd262d35',
  ...processed,
  _links: {
    self: {
      href: 'http://127.0.0.1:8080/conversations/20316702-f2d1-4ad1-b50f-f73be7b3ca39/queries/f5f8008f-fc5f-44ae-b7d8-3d3edd262d35/audio/75f8008f-fc5f-44ae-b7d8-3d3edd262d35',
    },
    query: {
      href: 'http://127.0.0.1:8080/conversations/20316702-f2d1-4ad1-b50f-f73be7b3ca39/queries/f5f8008f-fc5f-44ae-b7d8-3d3edd262d35',
    },
    conversation: { href: 'http://127.0.0.1:8080/conversations/20316702-f2d1-4ad1-b50f-f73be7b3ca39' },
  },
  _embedded: {},
};

/** The conversation that it belongs to. */
const conversationExample = {
  id: '20316702-f2d1-4ad1-b50f-f73be7b3ca39',
  locale: 'en-US',
  context: {
    keywords: ['running shoes'],
    attributes: { color: ['red'] },
    price: { type: 'lessThan', value: 50 },
    sortBy: '',
  },
  turns: 1,
  createdAt: '2026-11-27T15:59:49.715Z',
  updatedAt: '2026-11-27T16:00:42.558Z',
  expiresAt: '2026-11-28T16:00:42.558Z',
  _links: {
    self: { href: 'http://127.0.0.1:8080/conversations/20316702-f2d1-4ad1-b50f-f73be7b3ca39' },
    queries: { href: 'http://127.0.0.1:8080/conversations/20316702-f2d1-4ad1-b50f-f73be7b3ca39/queries' },
  },
  _embedded: {},
};

/** A query that waits for its audio. */
const createdQueryExample = {
  id: '74b3a8d0-dbd9-4f07-90fb-13543fb9701c',
  state: 'created',
  locale: 'en-US',
  conversationId: 'c0fd32e8-955b-4c8e-8e76-8cc15502f62d',
  queryType: 'audio',
  audioQuery: { mimeType: 'audio/wav' },
  createdAt: '2026-11-27T16:00:42.620Z',
  updatedAt: '2026-11-27T16:00:42.620Z',
  expiresAt: '2026-11-27T16:10:42.620Z',
  _links: {
    self: { href: 'http://127.0.0.1:8080/queries/74b3a8d0-dbd9-4f07-90fb-13543fb9701c' },
    audio: { href: 'http://127.0.0.1:8080/queries/74b3a8d0-dbd9-4f07-90fb-13543fb9701c/audio' },
    conversation: { href: 'http://127.0.0.1:8080/conversations/c0fd32e8-955b-4c8e-8e76-8cc15502f62d' },
  },
  _embedded: {},
};

/** The words while they are spoken. */
export const partialExample = {
  type: 'notification',
  notificationType: 'query_partial',
  entity: {
    id: 'b1cfd462-1200-4606-9b43-a67d80989d43',
    _links: { self: { href: '/queries/b1cfd462-1200-4606-9b43-a67d80989d43' } },
    text: 'show me red',
    words: [
      { text: 'show', start: 0.28, end: 0.4, confidence: 0.9923 },
      { text: 'me', start: 0.4, end: 0.52, confidence: 0.9928 },
      { text: 'red', start: 0.6, end: 0.88, confidence: 0.9923 },
    ],
  },
  message: 'Heard so far.',
};

/** An answer to show beside its schema; undefined where the schema says enough. */
export function exampleOf(schema: z.ZodType, status: number): object | undefined {
  if (schema === queryEntitySchema) return status === 201 ? createdQueryExample : queryExample;
  if (schema === uploadEntitySchema) return processedUploadExample;
  return schema === conversationEntitySchema && status === 200 ? conversationExample : undefined;
}
