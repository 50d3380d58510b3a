// What went wrong, in the words of someone who wants to go on. By the code of the service's own problem, where it told
// one, else of the client library; for what is not here, their message says more.

const titles = {
  permission_denied: 'The microphone is not allowed here',
  no_microphone: 'There is no microphone',
  microphone_failed: 'The microphone does not work',
  no_sound: 'No sound came from the microphone',
  audio_blocked: 'The browser needs a touch first',
  listens_elsewhere: 'Another tab of this page listens now',
  not_supported: 'This browser cannot use the microphone',
  connection_failed: 'The service cannot be reached',
  connection_lost: 'The connection was lost',
  sentence_lost: 'What you said was lost',
  connection_refused: 'The service can be reached, but not its WebSocket',
  token_refused: 'This page no longer has access',
  no_access: 'This page has no access',
  no_access_now: 'This page gets no access just now',
  rate_limited: 'Too many requests in a short time',
  deadline: 'That took too long',
  overloaded: 'Too many people are speaking just now',
  shutting_down: 'The service is restarting',
  not_found: 'The last conversation is over',
};

const goesOn = 'This page continues by itself as soon as the service is back.';
const invitation = 'You can also open this page with #token= and a refresh token at the end of its address.';
const texts = {
  connection_failed: goesOn,
  connection_lost: 'Please try again.',
  connection_refused:
    'A proxy in between must pass on Upgrade, Connection and Host, or the service must know its public address (publicUrl). Its log says what was refused.',
  sentence_lost: 'The connection broke off. Please say it again.',
  listens_elsewhere: 'Switch hands-free on to be heard here again.',
  no_sound: 'If you spoke, it is muted or turned down.',
  deadline: 'Please try again.',
  overloaded: 'Please try again in a moment.',
  shutting_down: goesOn,
  not_found: 'Please ask again: that starts a new one.',
  not_supported: 'You can type instead, or open the page in a current Chrome, Edge, Firefox or Safari.',
  no_access_now: 'This page tries again by itself.',
};

export function explain(error) {
  const code = error.problem?.code in titles ? error.problem.code : error.code;
  return {
    code: error.code,
    title: titles[code] ?? 'That did not work',
    text: textOf(code, error),
  };
}

function textOf(code, error) {
  if (code === 'rate_limited') return whenItGoesOn(error);
  if (code === 'no_access') return `${error.message} ${invitation}`;
  return texts[code] ?? error.message ?? '';
}

/** When the service takes requests again; undefined where it did not say. */
export function retryAfterSeconds(error) {
  return error.retryAfterSeconds ?? error.problem?.rateLimit?.resetSeconds;
}

/** By the clock, as nobody knows when the notice is read. */
function whenItGoesOn(error) {
  const seconds = retryAfterSeconds(error);
  if (seconds === undefined) return 'Please wait a few minutes.';
  const time = new Date(Date.now() + seconds * 1000).toLocaleTimeString();
  return `It goes on at ${time}.`;
}

/** Browsers give the microphone to pages over https and to pages of the device itself. */
export function explainInsecurePage({ port, pathname }) {
  const onDevice = `http://localhost${port ? `:${port}` : ''}${pathname}`;
  return {
    title: 'The microphone needs a secure page',
    text:
      'This page came over plain HTTP. You can type meanwhile. To speak, start the service with --tls self-signed ' +
      'and open this address with https; or, on the device that runs the service, open',
    link: onDevice,
  };
}

/** What is shown of a trouble. */
export function describeTrouble({ title, text, link }) {
  const heading = document.createElement('strong');
  heading.textContent = title;
  return [heading, text, ...(link ? [' ', linkTo(link)] : [])];
}

function linkTo(address) {
  const link = document.createElement('a');
  link.href = link.textContent = address;
  return link;
}
