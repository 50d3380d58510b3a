import { dirname, join } from 'node:path';
import { EarshotError } from '../../errors.js';
import { FolderWatches } from './folder-watches.js';
import { linksOf } from './links-of.js';
import { type LoadOptions, loadPackApart } from './load-pack.js';
import type { Pack } from './pack.js';

/** Who is told of changes of a pack. */
export interface WatchPackOptions extends Pick<LoadOptions, 'compiled'> {
  /** A new version that loaded. Queries that are being understood keep the version they started with. */
  onChange(pack: Pack): void;
  /** A new version that did not load; the old one stays in use. */
  onError(error: EarshotError): void;
  /** A folder that cannot be watched, so that changes in it are not noticed. Told once, until it could be again. */
  onWarning?(message: string): void;
  /** How long the files must be quiet before they are read. @default 150 */
  settleMs?: number;
  /** After how long a watch that could not begin, or broke off, is tried again. @default 30000 */
  retryMs?: number;
}

/**
 * Watches the folder of a pack that {@link loadPack} gave. Packs are immutable and a query holds the one that it began
 * with, so a swap between two queries drops none. A folder that takes the place of another is followed too, and a link
 * that leads elsewhere, on the way to the pack or in it, as releases are put out.
 *
 * @param pathOrName What the pack was loaded by.
 * @returns Ends the watch.
 */
export function watchPack(pack: Pack, pathOrName: string, options: WatchPackOptions): () => void {
  const { settleMs = 150, retryMs = 30_000 } = options;
  let timer: NodeJS.Timeout | undefined;
  let loading = new AbortController();
  let inUse = pack;
  const folders = new FolderWatches({
    retryMs,
    onChange: () => {
      clearTimeout(timer);
      timer = setTimeout(reload, settleMs);
    },
    onWarning: (message) => options.onWarning?.(message),
  });
  let places = new Set<string>();
  // Editors replace files, so the folders are watched and not the files.
  const follow = (version: Pack) => {
    places = placesOf(version);
    const own = new Set(watchedFolders(version));
    for (const folder of [...own, ...[...places].map(dirname)]) {
      folders.watch(
        folder,
        (file) => places.has(join(folder, file)) || (own.has(folder) && /\.(?:ya?ml|txt)$/.test(file)),
      );
    }
  };
  const reload = async () => {
    // What is being compiled was changed once more.
    loading.abort();
    loading = new AbortController();
    const { signal } = loading;
    // Before it is read, so that no change is missed; a watch stays with a folder that another took the place of.
    folders.end();
    follow(inUse);
    try {
      const version = await loadPackApart(pathOrName, options, signal);
      if (signal.aborted) return;
      inUse = version;
    } catch (error) {
      if (!signal.aborted) options.onError(EarshotError.from(error));
      return;
    }
    follow(inUse);
    options.onChange(inUse);
  };
  follow(pack);
  return () => {
    clearTimeout(timer);
    loading.abort();
    folders.end();
  };
}

/** What leads to other files once it is replaced. */
function placesOf({ folder, files }: Pack): Set<string> {
  const links = linksOf(folder);
  for (const file of files) linksOf(file, links);
  return new Set([folder, ...links.keys(), ...links.values()]);
}

function* watchedFolders(pack: Pack): Generator<string> {
  yield pack.folder;
  yield* new Set(pack.files.map((file) => dirname(file)));
  for (const list of Object.values(pack.definition.lists)) {
    for (const file of list.files ?? [])
      if (file.includes('/')) yield `${pack.folder}/${file.slice(0, file.lastIndexOf('/'))}`;
  }
}
