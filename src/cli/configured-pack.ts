import { statSync } from 'node:fs';
import { compiledByBuild, compiledIn } from '../config/package-root.js';
import { CompiledFiles } from '../files/compiled-files.js';
import { loadPack, type Pack } from '../nlu/index.js';

/**
 * Where what is compiled from a pack is kept: with the server's, in the data folder, if there is one. What root would make
 * in the folder of somebody else, who could not replace it, is not kept.
 */
export function compiledFolder(data: string | undefined): string | undefined {
  const found = data === undefined ? undefined : statSync(data, { throwIfNoEntry: false });
  const isOfOther = process.geteuid?.() === 0 && found?.uid !== 0;
  return data === undefined || found === undefined || isOfOther ? undefined : compiledIn(data);
}

/**
 * The pack of a configuration, compiled when it was first used: one that ships by the build, others where the data is.
 *
 * @throws EarshotError `invalid_pack`
 */
export function configuredPack({ pack, data }: { pack: string; data?: string }): Pack {
  const folder = compiledFolder(data);
  return loadPack(pack, { compiled: new CompiledFiles({ folder, shipped: compiledByBuild() }) });
}
