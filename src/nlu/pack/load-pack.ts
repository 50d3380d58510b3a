import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RuleUnderstander, type UnderstanderOptions } from '../understander.js';
import { type LoadOptions, Pack } from './pack.js';
import { PackSource } from './pack-source.js';

/** The pack that is used when none is named. */
export const defaultPack = 'product-search';

/** Where the packs that ship lie: `models/packs` beside `package.json`. */
export function packsFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder);
  return join(folder, 'models', 'packs');
}

/**
 * Loads and compiles a domain pack.
 *
 * @param pathOrName The name of a pack that ships (`product-search`), or the path of a folder or YAML file.
 * @throws EarshotError `invalid_pack`, with file and line of every fault.
 */
export function loadPack(pathOrName: string, options: LoadOptions = {}): Pack {
  const shipped = join(packsFolder(), pathOrName);
  const isName = /^[\w-]+$/.test(pathOrName) && !existsSync(pathOrName) && existsSync(shipped);
  return new Pack(new PackSource(isName ? shipped : pathOrName, { tests: options.tests }), options);
}

/** The understander of a pack. It holds no state of its own; one serves all conversations at once. */
export function createUnderstander(pack: Pack, options: UnderstanderOptions = {}): RuleUnderstander {
  return new RuleUnderstander(pack, options);
}
