/**
 * Makes the default model's networks ready and compiles the packs that ship for it, so that even the first start finds
 * them so:
 *
 *     node build/scripts/compile-shipped.js
 *
 * Only this checkout and this version of Node.js can use what it writes to `build/compiled`.
 */
import { chmodSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { compiledByBuild, packageRoot } from '../src/config/package-root.js';
import { packContext } from '../src/engine/pack-context.js';
import { CompiledFiles } from '../src/files/compiled-files.js';
import { prepareModel } from '../src/inference/prepare-model.js';
import { loadPack, shippedPacks } from '../src/nlu/index.js';
import { contextName } from '../src/query/compile-apart.js';
import { compileContext } from '../src/stt/compile-context.js';
import { languageOf, loadLanguageResources } from '../src/stt/language-resources.js';
import { readModelManifest } from '../src/stt/model-manifest.js';

const folder = compiledByBuild();
rmSync(folder, { recursive: true, force: true });
const compiled = new CompiledFiles({ folder, most: Number.POSITIVE_INFINITY });
const model = join(packageRoot(), 'models', 'default');
const resources = loadLanguageResources(model, readModelManifest(model));
for (const { name, sha256 } of Object.values(resources.manifest.files))
  if (name.endsWith('.onnx')) await prepareModel(join(model, name), sha256, compiled);
const language = languageOf(resources);
for (const packName of shippedPacks()) {
  const pack = loadPack(packName, { compiled });
  const name = contextName(compiled, pack.digest!, resources);
  compiled.write(name, compileContext(packContext(pack), language));
}
// Whoever runs the service may be another user than the one who built it.
chmodSync(folder, 0o755);
for (const file of readdirSync(folder)) chmodSync(join(folder, file), 0o644);
