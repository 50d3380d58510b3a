import type { IncomingMessage } from 'node:http';
import { runInThisContext } from 'node:vm';
import t from 'tap';
import { parseMediaType } from '../src/audio/audio-format.js';
import { ascii, shown } from '../src/audio/ebml.js';
import { parseBearer } from '../src/auth/bearer.js';
import { kindOf } from '../src/auth/opaque-token.js';
import { filterFaults, listsIn, neededValues } from '../src/cli/check/reply-values.js';
import { configuredPack } from '../src/cli/configured-pack.js';
import { parseHotword } from '../src/cli/hotword.js';
import { parseDuration } from '../src/config/duration.js';
import { clientNetwork } from '../src/http/client-network.js';
import { checkHost, linkBaseOf, withoutAuthority, withoutBasePath } from '../src/http/link-base.js';
import { isJsonType, negotiate } from '../src/http/media-types.js';
import { requestIdOf } from '../src/http/request-id.js';
import { decodeEntityHeader, parseServiceHeaders } from '../src/http/service-headers.js';
import { measuredBy } from '../src/nlu/entities/quantity.js';
import { createUnderstander } from '../src/nlu/index.js';
import { renderReply, replyFaults } from '../src/nlu/reply/reply.js';
import { inMeasure, sizesOf } from '../src/nlu/reply/say-amounts.js';
import { foreignNotation, foreignSigns } from '../src/nlu/template/foreign-notation.js';
import { tokenise } from '../src/nlu/tokenise.js';
import { refuseContentCoding } from '../src/query/content-coding.js';
import { settleImplicitType, settleUploadType } from '../src/query/upload-type.js';
import { isOriginAllowed } from '../src/ws/origin-policy.js';
import { parseMessage } from '../src/ws/socket-message.js';

// Work that grows with the square of such a run takes minutes, whatever the machine; all others take milliseconds.
const characters = 200_000;
const mostMs = 10_000;

const pack = configuredPack({ pack: 'product-search' });
const resolved = pack.resolve('en-US');
const understander = createUnderstander(pack);

/** What runs are made of: what some parser looks for, or looks for the end of. */
const units = [
  ...' \t\n\0\u00a0\u2028\u{1F600}',
  ...'=,.;:-_/\\"\'`<>{}[]()|&%$@#*+?!~^0aA',
  ...[
    ' x 1',
    '<<a',
    '{a|',
    '${',
    '@{',
    '(a,',
    '[a](',
    '1.',
    '1,',
    '/a',
    '//',
    '%41',
    '\\"',
    ';a=',
    ';a="',
    ',',
  ],
  ...[', received ', 'a b ', '::', ':0', '">', '- ', 'and '],
];

const request = (headers: Record<string, string>): IncomingMessage =>
  ({ headers, url: '/', socket: { localPort: 80 } }) as unknown as IncomingMessage;
const proxied = (name: string) => (value: string) =>
  linkBaseOf(request({ host: 'a', [name]: value }), { trustProxy: true });
const message = (fields: object) =>
  parseMessage(JSON.stringify({ type: 'request', method: 'GET', ...fields }));
const serviceHeaders = [
  'x-service-audio-profile-id',
  'x-service-client-info',
  'x-service-ignore-vad',
  'x-service-partial-results',
];
const inContext = (context: Record<string, unknown>) =>
  understander.understand({ locale: 'en-US', readings: [{ text: 'in red', confidence: 1 }], context });

const parsers: Record<string, (text: string) => unknown> = {
  'a bearer token': parseBearer,
  'what follows Bearer': (text) => parseBearer(`Bearer${text}`),
  'a token': kindOf,
  'X-Service-Entity': (text) => decodeEntityHeader(text, 65_536),
  'X-Service headers': (text) => {
    for (const name of serviceHeaders) {
      try {
        parseServiceHeaders({ [name]: text });
      } catch {
        // the others are looked at as well
      }
    }
  },
  Accept: negotiate,
  'the type of JSON': isJsonType,
  'the parameters of the type of JSON': (text) => isJsonType(`application/json${text}`),
  'X-Request-Id': requestIdOf,
  'Content-Encoding': refuseContentCoding,
  'X-Forwarded-Proto': proxied('x-forwarded-proto'),
  'X-Forwarded-Host': proxied('x-forwarded-host'),
  'X-Forwarded-Prefix': proxied('x-forwarded-prefix'),
  'X-Forwarded-For': (text) => clientNetwork(request({ 'x-forwarded-for': text }), true),
  Host: checkHost,
  Origin: (text) => isOriginAllowed({ origin: text, host: text }, { origins: ['https://a.example'] }),
  'a target': (text) => withoutBasePath(withoutAuthority(text), '/voice'),
  'the prefix of a target': (text) => withoutBasePath('/voice', `/voice${text}`),
  'a media type': parseMediaType,
  'the parameters of a media type': (text) => parseMediaType(`audio/pcm${text}`),
  'Content-Type of an upload': (text) => settleUploadType('audio/pcm', `audio/pcm${text}`),
  'mimeType of an upload': (text) => settleImplicitType(`audio/pcm${text}`, 'audio/pcm'),
  'a name in WebM': (text) => shown(ascii(Buffer.from(text))),
  'a socket message': parseMessage,
  'the address of a socket message': (text) => message({ restUri: `/queries${text}` }),
  'the headers of a socket message': (text) => message({ restUri: '/queries', headers: { [text]: text } }),
  'the id of a socket message': (text) => parseMessage(`{"requestId":1e400,"type":"request","a":${text}}`),
  'a duration': parseDuration,
  'a text': (text) => tokenise(text, resolved.locale),
  'a text that is understood': (text) =>
    understander.understand({ locale: 'en-US', readings: [{ text, confidence: 1 }] }),
  'a keyword of a context': (text) => inContext({ keywords: [text] }),
  'an attribute of a context': (text) => inContext({ attributes: { size: [`48 inch${text}`, text] } }),
  'an order in a context': (text) => inContext({ sortBy: text }),
  'a measure': (text) => measuredBy(`48 inch${text}`, resolved.locale),
  'a measure that is said': (text) => inMeasure(`48${text}`, resolved),
  'sizes that are said': (text) => sizesOf('bounded', [`over 50 inch${text}`], resolved),
  'a reply': (text) => renderReply(text, { a: text }, resolved),
  'a value of a reply': (text) => renderReply('a {a}, {a|or}.', { a: text }, resolved),
  'faults of a reply': replyFaults,
  'filters of a reply': filterFaults,
  'lists of a reply': listsIn,
  'values that a reply needs': neededValues,
  'the notation of others': (text) => foreignNotation(text) ?? foreignSigns(text),
  'a phrase to expect': parseHotword,
};

/** Whether it comes to an end; what it gives, or throws, is tested elsewhere. */
function ends(parse: (text: string) => unknown, text: string): boolean {
  Object.assign(globalThis, { parseLongRun: () => parse(text) });
  try {
    runInThisContext('parseLongRun()', { timeout: mostMs });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT';
  }
  return true;
}

for (const [name, parse] of Object.entries(parsers)) {
  t.test(`${name}: a long run of anything costs no more than its length`, async (t) => {
    for (const unit of units) {
      const run = unit.repeat(characters / unit.length);
      const slow = [run, `a${run}\n!`].find((text) => !ends(parse, text));
      if (slow !== undefined) return t.fail(`many of ${JSON.stringify(unit)} take too long`);
    }
    t.pass();
  });
}
