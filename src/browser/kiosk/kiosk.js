// The kiosk page: one button, one conversation. Plain modules; edit and reload.
import { ServiceSession } from '../js/service.mjs';
import { currencyOf, describeAnswer, describeContext } from './answer.js';
import { findService, reconnect } from './connecting.js';
import { ConnectionSign } from './connection-sign.js';
import { deviceId } from './device-id.js';
import { FocusKeeper } from './focus-keeper.js';
import { HandsFree } from './hands-free.js';
import { hintsOf } from './hints.js';
import { listenForKeys } from './keys.js';
import { LevelMeter } from './level-meter.js';
import { isAskedForMicrophone } from './permission.js';
import { QuietTimer } from './quiet-timer.js';
import { ReadAloud } from './read-aloud.js';
import { refreshToken } from './refresh-token.js';
import { isDebugged, showTimings } from './timings.js';
import { describeTrouble, explain, explainInsecurePage } from './trouble.js';
import { Turns } from './turns.js';
import { showWelcome } from './welcome.js';

const element = (id) => document.getElementById(id);
const body = document.body;
const [talk, live, hint, notice] = ['talk', 'live', 'hint', 'notice'].map(element);
const [conversation, context, timings] = ['conversation', 'context', 'timings'].map(element);
/** Where this page was served is where the service is. */
const service = new URL('.', location.href);
const state = {
  conversationId: undefined,
  context: undefined,
  currency: undefined,
  locale: 'en-US',
  spokeUntilMs: 0,
};
/** The question that is being asked: how to give it up, and when its end has been shown. */
const asking = { abort: undefined, ended: undefined };
/** What was said and went with the connection: whoever said it is told so until the next question. */
const spoken = { isOut: false, isLost: false };
const turns = new Turns(conversation);
const meter = new LevelMeter(body.style);
const focusKeeper = new FocusKeeper({ talk, field: element('text') });
const quietTimer = new QuietTimer({ seconds: Number(body.dataset.resetSeconds), onQuiet: () => startOver() });

function show(name) {
  body.dataset.state = name;
  const [label, text] = hintsOf(name, {
    isOffline: connection.isOffline,
    isHandsFree: handsFree.isOn,
    isReading: readAloud.isSpeaking,
  });
  element('talk-label').textContent = label;
  hint.textContent = text;
  const isBusy = /starting|thinking|mute|shut/.test(name);
  if (isBusy) focusKeeper.leave(talk);
  talk.disabled = isBusy;
  if (/ready|mute/.test(name)) focusKeeper.comeBack();
  element('text').disabled = name === 'shut';
  if (name !== 'listening') meter.rest();
}

function say(trouble) {
  notice.hidden = !trouble;
  notice.dataset.code = trouble?.code ?? '';
  if (trouble) notice.replaceChildren(...describeTrouble(trouble));
}

const connection = new ConnectionSign({
  element: element('connection'),
  host: service.host,
  onChange: () => {
    if (body.dataset.state === 'ready') show('ready');
    else if (connection.isOffline && /opening|listening/.test(body.dataset.state)) sayOffline();
  },
});

const session = new ServiceSession({
  host: service.href,
  audioProfileId: deviceId(),
  refreshToken: (refusal) => refreshToken(service, refusal),
  workletUrl: new URL('js/service-worklet.js', service).href,
  onConnectionChange: (isOpen) => {
    if (!isOpen) {
      connection.lost();
      reconnect(session);
      return;
    }
    connection.show(true);
    if (/^connection_/.test(notice.dataset.code))
      say(spoken.isLost ? explain({ code: 'sentence_lost' }) : null);
  },
  debugEnabled: isDebugged,
});

const handsFree = new HandsFree({
  session,
  toggle: element('hands-free'),
  onSpeech: () => body.dataset.state === 'ready' && !readAloud.isSpeaking && askAloud(),
  onOpening: () => sayWhatIsAsked(),
  onTrouble: (error) => notice.dataset.code === error.code || say(explain(error)),
  onBack: () => /microphone|audio_blocked|no_sound|elsewhere/.test(notice.dataset.code) && say(null),
  onChange: () => show(body.dataset.state),
});

const readAloud = new ReadAloud({
  toggle: element('read-aloud'),
  onChange: () => body.dataset.state === 'ready' && show('ready'),
});

/** What is said meanwhile waits for the service, for as long as the library's deadline allows. */
function sayOffline() {
  say(connection.isOffline ? explain({ code: 'connection_failed' }) : null);
}

async function askAloud() {
  sayOffline();
  // What was heard just before is the page's own voice then.
  const preRoll = !readAloud.isSpeaking;
  readAloud.stop();
  live.textContent = '';
  quietTimer.stop();
  asking.abort = new AbortController();
  spoken.isOut = spoken.isLost = false;
  meter.begin();
  show('opening');
  sayWhatIsAsked();
  await answerWith(
    session.sendAudioQuery(state.locale, undefined, state.conversationId, undefined, {
      preRoll,
      signal: asking.abort.signal,
      onListening: () => {
        spoken.isOut = true;
        show('listening');
      },
      onSpeechStart: () => {
        hint.textContent = 'Go on…';
      },
      onPartial: ({ text }) => {
        live.textContent = text;
      },
      onLevel: (level) => body.dataset.state === 'listening' && meter.show(level),
      onSpeechEnd: thinking,
    }),
  );
}

/** The browser's own question is easily overlooked. */
async function sayWhatIsAsked() {
  const isAsked = await isAskedForMicrophone();
  const isWaiting = body.dataset.state === 'opening' || handsFree.isOpening;
  if (isAsked && isWaiting) hint.textContent = 'Please allow the microphone';
}

function thinking() {
  state.spokeUntilMs = performance.now();
  show('thinking');
}

async function askInWriting(text) {
  // Who writes while the microphone is open has changed their mind about speaking.
  asking.abort?.abort();
  await asking.ended;
  say(null);
  live.textContent = '';
  quietTimer.stop();
  asking.abort = new AbortController();
  spoken.isOut = spoken.isLost = false;
  const { signal } = asking.abort;
  thinking();
  const isAnswered = await answerWith(
    session.sendTextQuery(text, state.locale, undefined, state.conversationId, { signal }),
  );
  // Nothing that was written is lost, unless it was given up.
  if (!isAnswered && !signal.aborted) element('text').value ||= text;
}

/** @returns Whether there was an answer. */
function answerWith(pending) {
  asking.ended = showAnswer(pending);
  return asking.ended;
}

async function showAnswer(pending) {
  try {
    const query = await pending;
    showTimings(timings, query, performance.now() - state.spokeUntilMs);
    state.conversationId = query.conversationId ?? state.conversationId;
    if (query.textQuery?.text || !handsFree.isOn) {
      addTurn(query);
      readAloud.say(query.reply?.text);
    }
    if (meter.wasSilent(query)) say(explain({ code: 'no_sound' }));
    return true;
  } catch (error) {
    // The conversation has expired, or was that of an anonymous user whom this page is no longer.
    if (error.code === 'token_refused' || error.responseCode === 404) state.conversationId = undefined;
    spoken.isLost = spoken.isOut && /^connection_/.test(error.code);
    if (error.code !== 'aborted') say(explain(error));
    return false;
  } finally {
    live.textContent = '';
    show(isMute ? 'mute' : 'ready');
    quietTimer.begin();
  }
}

function addTurn(query) {
  const welcome = element('welcome');
  focusKeeper.leave(welcome);
  welcome.hidden = true;
  context.hidden = false;
  state.currency = currencyOf(query) ?? state.currency;
  // First what takes room from the list.
  element('remembered').replaceChildren(...describeContext(query.context, state.currency));
  turns.add(describeAnswer(query, state.context, state.currency));
  state.context = query.context;
}

function startOver() {
  quietTimer.stop();
  asking.abort?.abort();
  readAloud.stop();
  state.conversationId = undefined;
  turns.clear();
  state.context = state.currency = undefined;
  spoken.isLost = false;
  timings.textContent = live.textContent = element('text').value = '';
  context.hidden = true;
  element('welcome').hidden = false;
  say(null);
  focusKeeper.startOver();
  show(body.dataset.state);
}

function press() {
  if (body.dataset.state === 'listening') {
    thinking();
    session.finishStreaming();
  } else if (body.dataset.state === 'ready') {
    askAloud();
  } else if (body.dataset.state === 'opening') {
    asking.abort.abort();
  }
}

function canWrite() {
  return /ready|mute|opening|listening/.test(body.dataset.state);
}

// The second click of a double-click would end at once what the first began.
talk.addEventListener('click', ({ detail }) => detail < 2 && press());
element('start-over').addEventListener('click', startOver);
element('suggestions').addEventListener('click', ({ target }) => {
  if (target.closest('button') && canWrite()) askInWriting(target.textContent);
});
element('writing').addEventListener('submit', (event) => {
  event.preventDefault();
  const input = element('text');
  const text = input.value.trim();
  if (!text || !canWrite()) return;
  input.value = '';
  askInWriting(text);
});
// Whoever is writing is still there; what was written and left is not for the next one.
element('text').addEventListener('input', () => quietTimer.begin());
listenForKeys({
  field: element('text'),
  onSpace: press,
  onEscape: () => {
    asking.abort?.abort();
    readAloud.stop();
  },
});

const isMute = !ServiceSession.isStreamingAudioSupported();
if (isMute) {
  say(window.isSecureContext ? explain({ code: 'not_supported' }) : explainInsecurePage(location));
  element('hands-free').disabled = true;
}

/** What can be asked here is for the service to say. */
async function welcome() {
  const { locales, ...greeting } = await (await fetch(new URL('kiosk/welcome', service))).json();
  state.locale = locales[0] ?? state.locale;
  showWelcome(greeting, isMute);
  readAloud.offer(state.locale);
}

async function start() {
  const isOpen = await findService({ welcome, session, connection, say });
  if (!isOpen) return show('shut');
  show(isMute ? 'mute' : 'ready');
  await handsFree.restore();
}

show('starting');
start();
