import { store, stored } from './storage.js';

const key = 'earshotDevice';

/** A name for this device that says nothing else about it. */
export function deviceId() {
  const kept = stored(key);
  if (kept) return kept;
  const id = newId();
  store(key, id);
  return id;
}

/** crypto.randomUUID is for secure pages only. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
