// By keyboard alone: space speaks and ends, escape gives up, the slash leads to the field.

/** @param field to write in; what else takes keys itself is left alone */
export function listenForKeys({ field, onSpace, onEscape }) {
  document.addEventListener('keydown', (event) => {
    const isField = event.target.closest('input, textarea, button, a');
    if (event.key === ' ' && !isField) {
      event.preventDefault();
      if (!event.repeat) onSpace();
    } else if (event.key === 'Escape') {
      onEscape();
    } else if (event.key === '/' && !isField) {
      event.preventDefault();
      field.focus();
    }
  });
}
