// What the page shows before anybody has spoken.

/** @param greeting invitation (optional) and examples, as the service's pack has them */
export function showWelcome({ invitation, examples }) {
  if (invitation) document.getElementById('invitation').textContent = invitation;
  document.getElementById('lead').textContent =
    examples.length > 0 ? 'Press the button and speak, or pick one of these.' : 'Press the button and speak.';
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
