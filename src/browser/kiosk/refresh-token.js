/**
 * A refresh token: from the address (#token=…), once; else an anonymous one of this device.
 *
 * @throws Error with the code `no_access` where the service gives none.
 */
export async function refreshToken(service) {
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given) {
    history.replaceState(null, '', location.pathname + location.search);
    return given;
  }
  const response = await fetch(new URL('kiosk/session', service), { method: 'POST' });
  const answer = await response.json();
  // Any other refusal passes: too many pages at once, a full disk, a service that is starting over.
  if (response.status === 404) throw Object.assign(new Error(answer.detail), { code: 'no_access' });
  if (!response.ok) throw new Error(answer.detail);
  return answer.refreshToken;
}
