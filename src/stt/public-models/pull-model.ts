import { existsSync } from 'node:fs';
import { rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { EarshotError } from '../../errors.js';
import { makeFolders } from '../../files/make-folders.js';
import { withoutTrailing } from '../../without-trailing.js';
import type { ModelManifest } from '../model-manifest.js';
import { adoptModel } from './adopt-model.js';
import { downloadFile, isDownloadUrl } from './download-file.js';
import { bytesOf, type PublicModel } from './public-models.js';

export interface PullOptions {
  model: PublicModel;
  /** Folder to make; what is fetched lies in `downloads` beside it. */
  out: string;
  /** Folder of the model whose words and language model are used. */
  base: string;
  /** Stands in place of scheme and host of the addresses: `https://host/path`. */
  mirror?: string;
  /** Whether what was fetched stays after the model was made of it. @default false */
  keep?: boolean;
  /** Longest wait for the next bytes, in milliseconds. @default 30000 */
  idleMs?: number;
  /** Told what is being done. */
  onStep?(step: string): void;
  /** Told how many bytes of all files are here, and of how many, where known. */
  onProgress?(bytes: number, total: number | undefined): void;
}

export interface PulledModel {
  manifest: ModelManifest;
  /** Folder with what was fetched; it is gone again unless it was to be kept. */
  downloads: string;
  /** What was fetched; not all checksums may be in the list. */
  files: { name: string; bytes: number; sha256: string }[];
}

/**
 * Fetches a public model and makes a model folder of it.
 *
 * @throws EarshotError as `downloadFile` and `adoptModel` do; the message says what to do.
 */
export async function pullModel(options: PullOptions): Promise<PulledModel> {
  const { model, out, base, idleMs, onStep = () => {}, onProgress = () => {} } = options;
  // Told before the download and not by adopt behind it.
  if (existsSync(join(out, 'model.json')))
    throw new EarshotError(
      'invalid_request',
      `There is already a model in ${out}. Use it, remove that folder, or name another with --out.`,
    );
  const addressOf = addresses(model, options.mirror);
  // The folder's name becomes that of the model.
  const downloads = join(dirname(out), 'downloads', model.name);
  try {
    makeFolders(downloads);
  } catch (cause) {
    throw new EarshotError(
      'download_failed',
      `The folder ${downloads} cannot be created: ${(cause as Error).message}. Name one you can write to with --out.`,
      { cause },
    );
  }

  const total = bytesOf(model);
  const files: PulledModel['files'] = [];
  let before = 0;
  for (const { name, folder, bytes, sha256 } of model.files) {
    const url = addressOf(folder === undefined ? name : `${folder}/${name}`);
    const target = join(downloads, name);
    const file = await downloadFile({
      url,
      target,
      bytes,
      sha256,
      idleMs,
      onProgress: (here) => onProgress(before + here, total),
    });
    before += file.bytes;
    files.push({ name, bytes: file.bytes, sha256: file.sha256 });
    onStep(file.isFetched ? `fetched ${url}` : `${name} was here already`);
  }
  const network = model.files.find(({ role }) => role === 'network' || role === 'encoder')?.name;
  const manifest = await adoptModel({ folder: downloads, out, base, network, onStep }).catch((cause) => {
    if (!(cause instanceof EarshotError)) throw cause;
    const kept = `What was fetched is in ${downloads}; remove it to fetch it anew.`;
    throw new EarshotError(cause.code, `${cause.message} ${kept}`, { cause });
  });
  if (!options.keep) await clear(downloads, files);
  return { manifest, downloads, files };
}

function addresses({ baseUrl }: PublicModel, mirror: string | undefined) {
  if (mirror !== undefined && !isDownloadUrl(mirror))
    throw new EarshotError(
      'invalid_request',
      `${mirror} cannot be a mirror: give an address such as https://models.example/copies (http from localhost only).`,
    );
  const base = mirror === undefined ? baseUrl : withoutTrailing(mirror, '/') + new URL(baseUrl).pathname;
  return (name: string) => `${withoutTrailing(base, '/')}/${name}`;
}

/** Removes what was fetched and no more: others may have put something there. */
async function clear(folder: string, files: PulledModel['files']): Promise<void> {
  for (const { name } of files) {
    for (const path of [name, `${name}.sha256`]) await rm(join(folder, path), { force: true });
  }
  for (const path of [folder, dirname(folder)]) await rmdir(path).catch(() => {});
}
