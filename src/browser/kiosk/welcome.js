// What the page shows before anybody has spoken.

/**
 * @param greeting invitation (optional) and examples, as the service's pack has them
 * @param isMute there can be no microphone
 */
export function showWelcome({ invitation, examples }, isMute) {
  if (invitation) document.getElementById('invitation').textContent = invitation;
  const lead = isMute ? 'Type what you want' : 'Press the button and speak';
  document.getElementById('lead').textContent =
    `${lead}${examples.length > 0 ? ', or pick one of these' : ''}.`;
  document.getElementById('suggestions').replaceChildren(...examples.map(suggestion));
}

function suggestion(text) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = text;
  const item = document.createElement('li');
  item.append(button);
  return item;
}
