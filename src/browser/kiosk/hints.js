// What the button says in each state of the page, and what stands below it.

const hints = {
  starting: ['Speak', 'One moment…'],
  ready: [
    'Speak',
    matchMedia('(hover: hover)').matches ? 'Press the button or the space bar' : 'Press and speak',
  ],
  opening: ['Speak', 'Opening the microphone…'],
  listening: ['Done', 'Listening…'],
  thinking: ['Speak', 'One moment…'],
  mute: ['No microphone', 'Type instead'],
  shut: ['No access', ''],
};

/** @returns label of the button, and hint */
export function hintsOf(state, { isOffline, isHandsFree, isReading }) {
  const [label, text] = hints[state];
  if (state !== 'ready') return [label, text];
  if (isOffline) return [label, 'Waiting for the service…'];
  if (!isHandsFree) return [label, text];
  return [label, isReading ? 'Reading the answer…' : 'Just start talking'];
}
