import type { Pack } from '../nlu/pack/pack.js';
import { PackSource, readPackFiles } from '../nlu/pack/source/pack-source.js';

/** The files of a pack, which tell where its parts stand: a compiled pack does not know. */
export function sourceOf({ files, folder }: Pack): PackSource {
  return new PackSource(readPackFiles(files.length === 1 ? files[0] : folder));
}
