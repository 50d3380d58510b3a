import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this package, wherever it was installed: the nearest one above with our package.json. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (true) {
    const manifest = join(folder, 'package.json');
    if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).name === 'earshot') return folder;
    const parent = dirname(folder);
    if (parent === folder) return process.cwd();
    folder = parent;
  }
}

/** Version of this package. */
export function packageVersion(): string {
  return JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')).version;
}

/** Where a service keeps what it compiles, in its data folder. */
export function compiledIn(data: string): string {
  return join(data, 'compiled');
}

/** Where the build keeps what it compiled of the packs and the model that ship. */
export function compiledByBuild(): string {
  return join(packageRoot(), 'build', 'compiled');
}
