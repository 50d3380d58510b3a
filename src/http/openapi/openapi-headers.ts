const text = (description: string, example: string) => ({
  description,
  schema: { type: 'string' },
  example,
});

/** What stands in the heads of answers, for `components.headers`. */
export const answerHeaders = {
  RequestId: text('The id that the request brought, or one made for it; log lines carry it too', '7f3c1a'),
  CacheControl: text('Answers are of one end-user and of now: nothing in between may keep them', 'no-store'),
  Location: text(
    'Address of the resource that was created',
    'http://127.0.0.1:8080/queries/0b6f9a4e-2f3c-4b57-9d3e-1f7a5c9e2d10',
  ),
  RateLimit: text('What remains of the limit, and the seconds until more is free', '"api-calls";r=999;t=900'),
  RateLimitPolicy: text('Calls that are allowed, and the window in seconds', '"api-calls";q=1000;w=900'),
  RetryAfter: {
    description: 'Seconds after which to try again',
    schema: { type: 'integer', minimum: 0 },
    example: 2,
  },
  Challenge: text('What is wrong with the token (RFC 6750)', 'Bearer error="invalid_token"'),
  Allow: text('Methods of the address', 'GET, HEAD, OPTIONS'),
  AcceptEncoding: text('Content codings that a body may have; where it had another one', 'identity'),
} satisfies Record<string, object>;

const names: Record<keyof typeof answerHeaders, string> = {
  RequestId: 'X-Request-Id',
  CacheControl: 'Cache-Control',
  Location: 'Location',
  RateLimit: 'RateLimit',
  RateLimitPolicy: 'RateLimit-Policy',
  RetryAfter: 'Retry-After',
  Challenge: 'WWW-Authenticate',
  Allow: 'Allow',
  AcceptEncoding: 'Accept-Encoding',
};

/** Which headers an answer of the API has; 0 stands for any other problem. */
export function headersOf(status: number): { headers: object } {
  // who is not let in is not counted
  const isCounted = ![0, 401, 403].includes(status);
  const keys = (Object.keys(names) as (keyof typeof names)[]).filter((key) => {
    if (key === 'RequestId' || key === 'CacheControl') return true;
    if (key === 'Location') return status === 201;
    if (key === 'RateLimit' || key === 'RateLimitPolicy') return isCounted;
    if (key === 'RetryAfter') return status === 429 || status === 503;
    if (key === 'Challenge') return status === 401;
    if (key === 'AcceptEncoding') return status === 415;
    return status === 405;
  });
  return { headers: referencesTo(keys) };
}

/** Of answers that nobody is let in for and nothing is counted of. */
export const uncountedHeaders = { headers: referencesTo(['RequestId', 'CacheControl']) };

function referencesTo(keys: (keyof typeof names)[]): object {
  return Object.fromEntries(keys.map((key) => [names[key], { $ref: `#/components/headers/${key}` }]));
}
