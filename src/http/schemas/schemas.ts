import { z } from 'zod';
import { mostTextCharacters } from '../../auth/token-faults.js';
import { canonicalLocale } from '../../query/check-locale.js';
import { defaultQueryLimits } from '../../query/index.js';
import { withoutAbsent } from '../../without-absent.js';
import { uuidPattern } from '../uuid.js';
import { requestContextSchema } from './context-schema.js';
import { entitiesSchema } from './entities-schema.js';
import { optional } from './optional.js';

// One place for every shape on the wire: requests are validated with these, tests check answers against them, and the
// API description is generated from them.

const localeText = (pattern: RegExp) =>
  z
    .string()
    .regex(pattern, 'must be <language>-<REGION>, such as en-US')
    .meta({ description: 'Language and region, such as en-US' });

const localeSchema = localeText(/^[a-z]{2,3}-([A-Z]{2}|[0-9]{3})$/);

/**
 * In any case, as the tags of BCP 47 are; answers have it in the usual one. Without the flag for it, which the API
 * description has no place for.
 */
const requestLocaleSchema = localeText(/^[A-Za-z]{2,3}-([A-Za-z]{2}|[0-9]{3})$/).transform(canonicalLocale);

const uuidSchema = z
  .string()
  .regex(uuidPattern, 'must be a UUID in lower case, version 4 or 7')
  .meta({ format: 'uuid' });

const dateTimeSchema = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
  .meta({ format: 'date-time', description: 'yyyy-MM-ddTHH:mm:ss.SSSZ' });

/** Told where a client sends the number; for those of answers it goes without saying. */
const exactIntegers = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
const userIdForm = `must be a string of at most 1024 characters or a whole number up to ${Number.MAX_SAFE_INTEGER}; send a longer one as a string`;

const queryFields = {
  queryType: optional(z.enum(['audio', 'text'])).meta({
    description: 'When left out: text if textQuery.text is given, else audio; text needs textQuery.text',
  }),
  audioQuery: optional(z.object({ mimeType: optional(z.string().max(1_024)) })),
  textQuery: z
    .object({ text: optional(z.string().meta({ maxLength: defaultQueryLimits.textCharacters })) })
    .nullish()
    .transform((query) => (query?.text === undefined ? undefined : { text: query.text }))
    .meta({
      description:
        'Without a text it is as if it were left out. Of more than 120 words the first 120 are understood',
    }),
  context: optional(requestContextSchema),
  conversationId: optional(uuidSchema),
  // a number that a double does not hold exactly would come back as another one
  userId: optional(z.union([z.string().max(1_024), z.int(userIdForm).meta(exactIntegers)], userIdForm)),
  interactionType: optional(z.string().max(1_024)),
  dataType: optional(z.string().max(1_024)),
};

/** In JSON Schema: a text query has a text that is not blank; so has one whose type a text decides. */
const textWhereDue = (() => {
  const isOfType = (type: string) => ({
    properties: { queryType: { const: type } },
    required: ['queryType'],
  });
  const text = { type: 'string', pattern: '\\S' };
  const hasText = { type: 'object', properties: { text }, required: ['text'] };
  return {
    if: isOfType('text'),
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    then: { properties: { textQuery: hasText }, required: ['textQuery'] },
    else: {
      if: isOfType('audio'),
      else: { properties: { textQuery: { properties: { text: { pattern: text.pattern } } } } },
    },
  };
})();

export const createQuerySchema = z
  .object({ locale: requestLocaleSchema, ...queryFields })
  .meta({ id: 'CreateQuery', description: 'A query to be created', ...textWhereDue });

/** Inside a conversation the locale may be left out: it is the conversation's. */
export const createConversationQuerySchema = z
  .object({ locale: optional(requestLocaleSchema), ...queryFields })
  .meta({
    id: 'CreateConversationQuery',
    description: 'A query to be created in a conversation',
    ...textWhereDue,
  });

export const createConversationSchema = z
  .object({ locale: requestLocaleSchema, context: optional(requestContextSchema) })
  .meta({ id: 'CreateConversation', description: '`lang`, an older name of `locale`, is accepted too' });

const durationsSchema = optional(z.record(z.string().max(64), optional(z.number())).transform(withoutAbsent));
export const feedbackSchema = z
  .object({
    rating: optional(
      z.union([z.number(), z.string().max(256)], 'must be a number or a string of at most 256 characters'),
    ),
    description: optional(z.string().max(8_192)),
    durations: durationsSchema.meta({ description: 'In milliseconds: vad, userStop, complete' }),
    duration: durationsSchema.meta({ description: 'The same as durations' }),
  })
  .meta({ id: 'Feedback' });

export const cancellationSchema = z
  .object({ cancelReason: optional(z.string().max(256)), detail: optional(z.string().max(8_192)) })
  .meta({ id: 'Cancellation' });

export const issueTokenSchema = z
  .object({
    uid: z.string().min(1).max(mostTextCharacters).meta({
      description: 'Your name for the end-user; not interpreted. No control characters',
      pattern: '^[^\\x00-\\x1f\\x7f-\\x9f]*$',
    }),
    validity: optional(z.string().max(64)).meta({
      description: 'ISO 8601 duration, such as P30D or PT1.5H; at most the upper limit of the organisation',
    }),
  })
  .meta({ id: 'IssueRefreshToken' });

export const pageSchema = z.object({
  limit: z
    .string()
    .regex(/^([1-9]\d?|100)$/, 'must be a whole number from 1 to 100')
    .transform(Number)
    .default(20),
  after: z.string().min(1).max(512).optional(),
});

// answers

const linkSchema = z.object({ href: z.string() });
const embeddedSchema = z.object({});
const stateSchema = z.enum(['created', 'streaming', 'processing', 'completed', 'failed', 'cancelled']);
const wordSchema = z.object({
  text: z.string(),
  start: z.number().meta({ description: 'In seconds from the start of the audio' }),
  end: z.number().meta({ description: 'In seconds from the start of the audio' }),
  confidence: z.number().min(0).max(1),
});

const processedFields = {
  textQuery: z
    .object({
      text: z.string().meta({
        description:
          'What was said, in the words of the model: of the default one in lower case, with numbers as words and without hesitations such as "um". Or what was typed, as it is',
      }),
      words: z.array(wordSchema).optional(),
      understoodText: z.string().optional().meta({
        description:
          'The text that was understood, if it differs from `text`: another reading of the audio, or one that includes what was said just before',
      }),
    })
    .optional(),
  intent: z.string().optional(),
  reply: z.object({ text: z.string() }).optional(),
  context: z.record(z.string(), z.unknown()).optional(),
  entities: entitiesSchema.optional(),
  confidence: z.record(z.string(), z.number().min(0).max(1)).optional(),
};

const queryEntityFields = {
  id: uuidSchema,
  state: stateSchema,
  locale: localeSchema,
  conversationId: uuidSchema,
  queryType: z.enum(['audio', 'text']),
  audioQuery: z.object({ mimeType: z.string() }).optional(),
  ...processedFields,
  userId: z.union([z.string(), z.number()]).optional(),
  interactionType: z.string().optional(),
  dataType: z.string().optional(),
  failure: z.object({ code: z.string(), detail: z.string() }).optional(),
  cancellation: z.object({ cancelReason: z.string().optional(), detail: z.string().optional() }).optional(),
  timings: z.record(z.string(), z.number()).optional().meta({ description: 'In milliseconds' }),
  createdAt: dateTimeSchema,
  updatedAt: dateTimeSchema,
  expiresAt: dateTimeSchema,
  _embedded: embeddedSchema,
};

export const queryEntitySchema = z
  .strictObject({
    ...queryEntityFields,
    _links: z.strictObject({ self: linkSchema, audio: linkSchema.optional(), conversation: linkSchema }),
  })
  .meta({ id: 'Query' });

export const uploadEntitySchema = z
  .strictObject({
    ...queryEntityFields,
    id: uuidSchema.meta({ description: 'The id of the audio resource, not of the query' }),
    _links: z.strictObject({ self: linkSchema, query: linkSchema, conversation: linkSchema }),
  })
  .meta({ id: 'ProcessedUpload' });

export const audioEntitySchema = z
  .strictObject({
    id: uuidSchema,
    queryId: uuidSchema,
    state: stateSchema,
    mimeType: z.string().optional(),
    bytes: z.number().int().optional(),
    seconds: z.number().optional(),
    speech: z.object({ start: z.number(), end: z.number() }).optional(),
    createdAt: dateTimeSchema,
    expiresAt: dateTimeSchema,
    _links: z.strictObject({ self: linkSchema, query: linkSchema, conversation: linkSchema }),
    _embedded: embeddedSchema,
  })
  .meta({ id: 'Audio' });

export const conversationEntitySchema = z
  .strictObject({
    id: uuidSchema,
    locale: localeSchema,
    context: z.record(z.string(), z.unknown()),
    turns: z.number().int(),
    createdAt: dateTimeSchema,
    updatedAt: dateTimeSchema,
    expiresAt: dateTimeSchema,
    _links: z.strictObject({ self: linkSchema, queries: linkSchema }),
    _embedded: embeddedSchema,
  })
  .meta({ id: 'Conversation' });

const pageLinks = z.strictObject({ self: linkSchema, next: linkSchema.optional() });
export const conversationPageSchema = z
  .strictObject({
    _links: pageLinks,
    _embedded: z.strictObject({ conversations: z.array(conversationEntitySchema) }),
  })
  .meta({ id: 'ConversationPage' });

export const queryPageSchema = z
  .strictObject({ _links: pageLinks, _embedded: z.strictObject({ queries: z.array(queryEntitySchema) }) })
  .meta({ id: 'QueryPage' });

export const sessionTokenSchema = z
  .strictObject({ token: z.string(), expiresAt: dateTimeSchema })
  .meta({ id: 'SessionToken' });

export const refreshTokenSchema = z
  .strictObject({ value: z.string(), expiresAt: dateTimeSchema })
  .meta({ id: 'RefreshToken' });

export const emptySchema = z.strictObject({}).meta({ id: 'Empty' });

export const problemSchema = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    code: z.string(),
    requestId: z.string(),
    errors: z.array(z.object({ pointer: z.string(), detail: z.string() })).optional(),
    state: stateSchema.optional().meta({ description: 'With 409: the state of the query' }),
    queryId: uuidSchema.optional().meta({ description: 'The query that failed with this upload' }),
    supportedLocales: z
      .array(localeSchema)
      .optional()
      .meta({ description: 'With 422: the locales that are served' }),
    allow: z.array(z.string()).optional().meta({ description: 'With 405: the methods of the address' }),
    acceptEncoding: z
      .string()
      .optional()
      .meta({ description: 'With 415: the content codings that are accepted' }),
    retryAfterSeconds: z
      .number()
      .int()
      .optional()
      .meta({ description: 'With 429 and 503: when to try again, as in Retry-After' }),
    rateLimit: z.looseObject({ policy: z.string(), limit: z.number(), resetSeconds: z.number() }).optional(),
  })
  .meta({ id: 'Problem', description: 'A problem document (RFC 9457)' });
