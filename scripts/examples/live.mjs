// Streams raw 16-bit audio at 16 kHz from standard input over the WebSocket and prints the words while they are spoken,
// then the answer:  arecord -q -f S16_LE -r 16000 -t raw | node scripts/examples/live.mjs REFRESH_TOKEN [ADDRESS]
import WebSocket from 'ws';

const [refreshToken, address = 'http://127.0.0.1:8080'] = process.argv.slice(2);
if (!refreshToken)
  fail('Usage: live.mjs REFRESH_TOKEN [ADDRESS]; a token is printed by: npx earshot tokens issue --uid me');
if (!/^https?:\/\/[^/]/.test(address) || !URL.canParse(address))
  fail(`ADDRESS must be like http://127.0.0.1:8080 or https://kiosk.example; got ${address}`);
const socket = new WebSocket(`${address.replace(/^http/, 'ws')}/websocketapi`);

function post(restUri, token, headers, entity) {
  const request = { type: 'request', requestId: restUri, method: 'POST', restUri, entity };
  socket.send(JSON.stringify({ ...request, headers: { Authorization: `Bearer ${token}`, ...headers } }));
}

function stream({ token }) {
  const audioQuery = { mimeType: 'audio/pcm;bits=16;rate=16000' };
  post('/queries', token, { 'X-Service-Partial-Results': 'true' }, { locale: 'en-US', audioQuery });
  process.stdin.on('data', (chunk) => socket.send(chunk));
  process.stdin.on('end', () => socket.send(Buffer.of(0x04)));
}

socket.on('open', () => post('/tokens', refreshToken));
socket.on('message', (data) => {
  const { requestId, responseCode, notificationType, entity, message } = JSON.parse(data);
  if (responseCode >= 400) fail(entity.detail);
  else if (requestId === '/tokens') stream(entity);
  else if (notificationType === 'query_partial') console.error(`... ${entity.text}`);
  else if (notificationType === 'vad_stop') process.stdin.destroy();
  else if (notificationType?.endsWith('error')) fail(message);
  else if (notificationType === 'query_complete') {
    console.log(`${entity.textQuery.text}\n${entity.intent}: ${entity.reply.text}`);
    socket.off('close', lost).close();
  }
});
socket.on('error', ({ code = '', message }) =>
  fail(
    /CERT|SIGNATURE|ISSUER/.test(code)
      ? `${address} shows a certificate that is not trusted here (${message}); let NODE_EXTRA_CA_CERTS name the one to trust, such as data/tls/authority.pem`
      : `${address} cannot be reached (${message}); give the ADDRESS of the service`,
  ),
);
socket.on('close', lost);

function lost() {
  fail('The connection was closed before the answer came.');
}

function fail(reason) {
  console.error(reason);
  process.exit(1);
}
