// By keyboard alone: space speaks and ends, escape gives up, the slash leads to the field.

/** @param field to write in; what else takes keys itself is left alone */
export function listenForKeys({ field, onSpace, onEscape }) {
  document.addEventListener('keydown', (event) => {
    // Those belong to the browser, or to whoever has the page read out.
    if (event.ctrlKey || event.metaKey || event.altKey) return;
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
