import { type FSWatcher, watch } from 'node:fs';

export interface FolderWatchesOptions {
  /** After how long a watch that could not begin, or broke off, is tried again. */
  retryMs: number;
  /** A file that counts changed, or one may have while a folder was not watched. */
  onChange(): void;
  /** A folder that cannot be watched. Told once, until it could be again. */
  onWarning(message: string): void;
}

type Files = (file: string) => boolean;

/** Watches folders for changes of the files that count in each. */
export class FolderWatches {
  readonly #options: FolderWatchesOptions;
  readonly #watchers = new Map<string, FSWatcher>();
  /** Folders whose watch could not begin, or broke off. */
  readonly #unwatched = new Map<string, Files>();
  #retry: NodeJS.Timeout | undefined;

  constructor(options: FolderWatchesOptions) {
    this.#options = options;
  }

  /** Without effect on a folder that is watched already. */
  watch(folder: string, counts: Files): void {
    if (this.#watchers.has(folder)) return;
    try {
      const watcher = watch(folder, (_, file) => {
        if (file === null || counts(String(file))) this.#options.onChange();
      });
      watcher.on('error', (error) => {
        watcher.close();
        // A later one may have taken its place.
        if (this.#watchers.get(folder) !== watcher) return;
        this.#watchers.delete(folder);
        this.#lost(folder, counts, error);
      });
      this.#watchers.set(folder, watcher);
    } catch (error) {
      this.#lost(folder, counts, error as Error);
      return;
    }
    // What was changed meanwhile, nobody has told of.
    if (this.#unwatched.delete(folder)) this.#options.onChange();
  }

  /** Ends all of them. */
  end(): void {
    clearTimeout(this.#retry);
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  #lost(folder: string, counts: Files, error: NodeJS.ErrnoException): void {
    // It is not there just now: the folder around it tells when it is again.
    if (error.code === 'ENOENT') return;
    const { onWarning, retryMs } = this.#options;
    if (!this.#unwatched.has(folder))
      onWarning(`changes in ${folder} are not noticed, it cannot be watched: ${error.message}`);
    this.#unwatched.set(folder, counts);
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => {
      for (const [lost, files] of [...this.#unwatched]) this.watch(lost, files);
    }, retryMs);
  }
}
