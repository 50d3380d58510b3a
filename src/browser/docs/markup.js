// Elements of the page.

export function make(tag, options = {}, ...children) {
  const { text, ...attributes } = options;
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (text !== undefined) made.textContent = text;
  made.append(...children.filter((child) => child !== undefined && child !== null && child !== false));
  return made;
}

/** Text in which `this` is code. */
export function prose(text = '') {
  const span = make('span');
  text.split('`').forEach((part, index) => {
    span.append(index % 2 ? make('code', { text: part }) : part);
  });
  return span;
}

/** A path that may be cut before each of its slashes, and nowhere else while there is room. */
export function path(text) {
  const parts = text.split(/(?=\/)/).flatMap((part, index) => (index ? [make('wbr'), part] : [part]));
  const span = make('span');
  span.append(...parts);
  return span;
}

/** An answer as it came, to be unfolded. */
export function exampleOf(value) {
  return make(
    'details',
    { class: 'example' },
    make('summary', { text: 'Example' }),
    make('pre', { tabindex: '0' }, make('code', { text: JSON.stringify(value, null, 2) })),
  );
}
