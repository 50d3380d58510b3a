import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { EarshotError } from '../../errors.js';
import { type LoadOptions, loadPackApart } from './load-pack.js';
import type { Pack } from './pack.js';

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
 * with, so a swap between two queries drops none. A folder that takes the place of another is followed too, as a
 * release is put out.
 *
 * @param pathOrName What the pack was loaded by.
 * @returns Ends the watch.
 */
export function watchPack(pack: Pack, pathOrName: string, options: WatchPackOptions): () => void {
  let timer: NodeJS.Timeout | undefined;
  let retryTimer: NodeJS.Timeout | undefined;
  let loading = new AbortController();
  let inUse = pack;
  const reload = async () => {
    // What is being compiled was changed once more.
    loading.abort();
    loading = new AbortController();
    const { signal } = loading;
    // Before it is read, so that no change is missed; a watch stays with a folder that another took the place of.
    endWatches();
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
  const reloadSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(reload, options.settleMs ?? 150);
  };
  const watchers = new Map<string, FSWatcher>();
  /** Folders whose watch could not begin, or broke off. */
  const unwatched = new Set<string>();
  const watchFolder = (folder: string, isOurs: (file: string) => boolean) => {
    if (watchers.has(folder)) return;
    try {
      const watcher = watch(folder, (_, file) => {
        if (file === null || isOurs(String(file))) reloadSoon();
      });
      watcher.on('error', (error) => {
        watcher.close();
        // A later one may have taken its place.
        if (watchers.get(folder) !== watcher) return;
        watchers.delete(folder);
        lost(folder, error);
      });
      watchers.set(folder, watcher);
    } catch (error) {
      lost(folder, error as Error);
      return;
    }
    // What was changed meanwhile, nobody has told of.
    if (unwatched.delete(folder)) reloadSoon();
  };
  const lost = (folder: string, error: NodeJS.ErrnoException) => {
    // It is not there just now: the folder around it tells when it is again.
    if (error.code === 'ENOENT') return;
    if (!unwatched.has(folder))
      options.onWarning?.(`changes in ${folder} are not noticed, it cannot be watched: ${error.message}`);
    unwatched.add(folder);
    clearTimeout(retryTimer);
    retryTimer = setTimeout(() => follow(inUse), options.retryMs ?? 30_000);
  };
  // Editors replace files, so the folders are watched and not the files.
  const follow = (version: Pack) => {
    for (const folder of watchedFolders(version))
      watchFolder(folder, (file) => /\.(?:ya?ml|txt)$/.test(file));
    watchFolder(dirname(pack.folder), (file) => file === basename(pack.folder));
  };
  const endWatches = () => {
    for (const watcher of watchers.values()) watcher.close();
    watchers.clear();
  };
  follow(pack);
  return () => {
    clearTimeout(timer);
    clearTimeout(retryTimer);
    loading.abort();
    endWatches();
  };
}

function* watchedFolders(pack: Pack): Generator<string> {
  yield pack.folder;
  for (const list of Object.values(pack.definition.lists)) {
    for (const file of list.files ?? [])
      if (file.includes('/')) yield `${pack.folder}/${file.slice(0, file.lastIndexOf('/'))}`;
  }
}
