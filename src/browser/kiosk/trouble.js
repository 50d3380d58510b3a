// What went wrong, in the words of someone who wants to go on.

const titles = {
  permission_denied: 'The microphone is not allowed here',
  no_microphone: 'There is no microphone',
  microphone_failed: 'The microphone does not work',
  audio_blocked: 'The browser waits for a touch',
  not_supported: 'This browser cannot use the microphone',
  connection_failed: 'The service cannot be reached',
  connection_lost: 'The connection broke',
  token_refused: 'This page has no access any more',
  no_access: 'This page has no access',
  rate_limited: 'That was a lot of questions',
  deadline: 'That took too long',
};

const texts = {
  not_supported: 'You can write instead, or open the page in a current Chrome, Edge, Firefox or Safari.',
  no_access:
    'The service gives anonymous access to this page only on the device itself. Start it with kiosk access turned on, or open this page with #token= and a refresh token at the end of its address.',
};

export function explain(error) {
  return {
    code: error.code,
    title: titles[error.code] ?? 'That did not work',
    text: texts[error.code] ?? error.message ?? '',
  };
}

/** Browsers give the microphone to pages over https and to pages of the device itself. */
export function explainInsecurePage({ port, pathname }) {
  const onDevice = `http://localhost${port ? `:${port}` : ''}${pathname}`;
  return {
    title: 'The microphone needs a secure page',
    text:
      'This page came over plain HTTP. You can write meanwhile. To speak, start the service with --tls self-signed ' +
      'and open this address with https; or, on the device that runs the service, open',
    link: onDevice,
  };
}
