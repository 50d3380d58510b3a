import { compiledByBuild } from '../config/package-root.js';
import { CompiledFiles } from '../files/compiled-files.js';
import { loadPack, type Pack } from '../nlu/index.js';

/** The pack of a configuration; one that ships as the build compiled it. @throws EarshotError `invalid_pack` */
export function configuredPack({ pack }: { pack: string }): Pack {
  return loadPack(pack, { compiled: new CompiledFiles({ shipped: compiledByBuild() }) });
}
