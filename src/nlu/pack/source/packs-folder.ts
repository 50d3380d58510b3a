import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../config/package-root.js';

/** Where the packs that ship lie: `models/packs` beside `package.json`. */
export function packsFolder(): string {
  return join(packageRoot(), 'models', 'packs');
}

/** Names of the packs that ship. */
export function shippedPacks(): string[] {
  const entries = readdirSync(packsFolder(), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}
