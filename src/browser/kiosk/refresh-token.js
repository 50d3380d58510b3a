import { store, stored } from './storage.js';

/** A token that is about to expire is not worth a connection. */
const marginMs = 60_000;
let given;

/**
 * A refresh token: from the address (#token=…), once; else an anonymous one, which is kept for as long as the tab is
 * open, as the service gives only so many.
 *
 * @param refusal why the service does not take the token that it was asked with, if it was
 * @throws Error with the code `no_access` where the service gives none, `rate_limited` where it has given too many (with
 *   `retryAfterSeconds`), `no_access_now` where it cannot give one at the moment
 */
export async function refreshToken(service, refusal) {
  given = tokenInAddress() ?? (refusal?.code === 'token_refused' ? undefined : given);
  if (given) return given;
  // Several services may share an origin, each under its own path.
  const key = `earshotAccess ${service.pathname}`;
  if (refusal) store(key, null, 'sessionStorage');
  const kept = JSON.parse(stored(key, 'sessionStorage') ?? 'null');
  if (Date.parse(kept?.expiresAt) - marginMs > Date.now()) return kept.refreshToken;
  const answer = await askForAccess(service);
  store(key, JSON.stringify(answer), 'sessionStorage');
  return answer.refreshToken;
}

function tokenInAddress() {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (!token) return undefined;
  history.replaceState(null, '', location.pathname + location.search);
  return token;
}

async function askForAccess(service) {
  const response = await fetch(new URL('kiosk/session', service), { method: 'POST' });
  const answer = await response.json();
  if (response.ok) return answer;
  // Any other refusal passes: a full disk, a service that is starting over.
  const code = { 404: 'no_access', 429: 'rate_limited' }[response.status] ?? 'no_access_now';
  const retryAfterSeconds = Number(response.headers.get('Retry-After')) || undefined;
  throw Object.assign(new Error(answer.detail), { code, retryAfterSeconds });
}
