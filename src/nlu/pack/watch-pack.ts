import { type FSWatcher, watch } from 'node:fs';
import { EarshotError } from '../../errors.js';
import { type LoadOptions, loadPack } from './load-pack.js';
import type { Pack } from './pack.js';

export interface WatchPackOptions extends LoadOptions {
  /** A new version that loaded. Queries that are being understood keep the version they started with. */
  onChange(pack: Pack): void;
  /** A new version that did not load; the old one stays in use. */
  onError(error: EarshotError): void;
  /** How long the files must be quiet before they are read. @default 150 */
  settleMs?: number;
}

/**
 * Watches the folder of a pack that {@link loadPack} gave. Packs are immutable and a query holds the one that it began
 * with, so a swap between two queries drops none.
 *
 * @param pathOrName What the pack was loaded by.
 * @returns Ends the watch.
 */
export function watchPack(pack: Pack, pathOrName: string, options: WatchPackOptions): () => void {
  let timer: NodeJS.Timeout | undefined;
  const reload = () => {
    try {
      const next = loadPack(pathOrName, options);
      follow(next);
      options.onChange(next);
    } catch (error) {
      options.onError(EarshotError.from(error));
    }
  };
  const onEvent = (_: string, file: string | Buffer | null) => {
    if (file !== null && !/\.(?:ya?ml|txt)$/.test(String(file))) return;
    clearTimeout(timer);
    timer = setTimeout(reload, options.settleMs ?? 150);
  };
  // Editors replace files, so the folders are watched and not the files.
  const watchers = new Map<string, FSWatcher>();
  const follow = (version: Pack) => {
    for (const folder of watchedFolders(version)) {
      if (watchers.has(folder)) continue;
      const watcher = watch(folder, onEvent);
      watcher.on('error', () => watcher.close());
      watchers.set(folder, watcher);
    }
  };
  follow(pack);
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers.values()) watcher.close();
  };
}

function* watchedFolders(pack: Pack): Generator<string> {
  yield pack.folder;
  for (const list of Object.values(pack.definition.lists)) {
    for (const file of list.files ?? [])
      if (file.includes('/')) yield `${pack.folder}/${file.slice(0, file.lastIndexOf('/'))}`;
  }
}
