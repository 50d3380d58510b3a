// How long answers took, for whoever sets the service up and opens the page with ?debug.
import { words } from './readable.js';

export const isDebugged = new URLSearchParams(location.search).has('debug');

/** @param waitedMs from the end of speech, as this page was told of it, to the answer */
export function showTimings(line, query, waitedMs) {
  if (!isDebugged) return;
  const parts = [`Answer after ${format(waitedMs)}`];
  for (const [name, ms] of Object.entries(query.timings ?? {}))
    parts.push(`${words(name.replace(/Ms$/, ''))} ${format(ms)}`);
  line.textContent = parts.join(' · ');
  line.hidden = false;
}

function format(ms) {
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)} s`;
  return `${ms < 10 ? Math.max(0.1, ms).toFixed(1) : Math.round(ms)} ms`;
}
