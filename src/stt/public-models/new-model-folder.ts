import { constants, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolders } from '../../files/make-folders.js';
import { replaceFile } from '../../files/replace-file.js';
import { describeFile } from '../describe-file.js';
import type { ModelFile, ModelManifest } from '../model-manifest.js';

/** A model folder in the making. */
export class NewModelFolder {
  constructor(private readonly path: string) {
    makeFolders(path);
  }

  copy(source: string, name: string): ModelFile {
    copyFileSync(source, join(this.path, name), constants.COPYFILE_FICLONE);
    return describeFile(this.path, name);
  }

  write(content: string | Uint8Array, name: string): ModelFile {
    replaceFile(join(this.path, name), content);
    return describeFile(this.path, name);
  }

  /** Comes last: a folder without it is no model. */
  finish(manifest: ModelManifest): ModelManifest {
    this.write(`${JSON.stringify(manifest, null, 2)}\n`, 'model.json');
    return manifest;
  }
}
