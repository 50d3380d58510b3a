/**
 * Lets a sentence be sent to the service that the page is of.
 *
 * @param page its form, where the answer is shown, and the address of the service
 */
export function tryOut({ form, answer, service }) {
  const show = (value) => {
    answer.hidden = false;
    answer.firstElementChild.textContent = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  };
  const post = async (path, token, body) => {
    const response = await fetch(new URL(path, service), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
      body: body && JSON.stringify(body),
    });
    return response.json();
  };
  /** What cannot be sent, or is answered by something in between, must not look like the answer before. */
  const attempt = async (action) => {
    try {
      await action();
    } catch (error) {
      show(`No answer from the service: ${error.message}`);
    }
  };
  const { token, text } = form.elements;
  let locale = 'en-US';
  /** Whoever has no token gets one like that of the kiosk page, where the service gives any; else why it does not. */
  const obtainToken = async () => {
    const access = await post('kiosk/session');
    const session = access.refreshToken ? await post('tokens', access.refreshToken) : access;
    token.value = session.token ?? '';
    return session;
  };
  const send = async () => {
    const refusal = token.value.trim() === '' ? await obtainToken() : {};
    if (token.value === '') return show(refusal);
    const query = { locale, queryType: 'text', textQuery: { text: text.value } };
    show(await post('queries', token.value.trim(), query));
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    attempt(send);
  });
  // A sentence that the service's pack understands.
  fetch(new URL('kiosk/welcome', service)).then(async (response) => {
    const welcome = await response.json();
    locale = welcome.locales[0] ?? locale;
    if (text.value === text.defaultValue) text.value = welcome.examples[0] ?? text.value;
  });
}
