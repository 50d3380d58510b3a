/**
 * Lets a sentence be sent to the service that the page is of.
 *
 * @param page its form, its button for an anonymous token, where the answer is shown, and the address of the service
 */
export function tryOut({ form, anonymous, answer, service }) {
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
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    attempt(async () =>
      show(
        await post('queries', token.value.trim(), {
          locale,
          queryType: 'text',
          textQuery: { text: text.value },
        }),
      ),
    );
  });
  anonymous.addEventListener('click', () =>
    attempt(async () => {
      const access = await post('kiosk/session');
      const session = access.refreshToken ? await post('tokens', access.refreshToken) : access;
      if (session.token) token.value = session.token;
      else show(session);
    }),
  );
  // A sentence that the service's pack understands.
  fetch(new URL('kiosk/welcome', service)).then(async (response) => {
    const welcome = await response.json();
    locale = welcome.locales[0] ?? locale;
    if (text.value === text.defaultValue) text.value = welcome.examples[0] ?? text.value;
  });
}
