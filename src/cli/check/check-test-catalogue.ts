import { didYouMeanHint } from '../../config/did-you-mean.js';
import { EarshotError } from '../../errors.js';
import { namedValues } from '../../nlu/pack/named-values.js';
import type { Pack } from '../../nlu/pack/pack.js';
import { testProducts } from '../../nlu/tools/read-test-catalogue.js';
import { sourceOf } from '../source-of.js';
import type { PackFinding } from './pack-finding.js';
import { replyTexts } from './reply-texts.js';

/** A test catalogue that cannot be read, and what replies say of a product that none in it has. */
export async function checkTestCatalogue(pack: Pack): Promise<PackFinding[]> {
  const { testCatalogue } = pack.definition;
  if (testCatalogue === undefined) return [];
  const source = sourceOf(pack);
  const unknown = (path: Parameters<typeof source.locate>[0], message: string): PackFinding => ({
    kind: 'unknown',
    where: source.locate(path),
    message,
  });
  const held = new Set<string>();
  try {
    for await (const { attributes = {}, ...product } of testProducts(pack, testCatalogue))
      for (const name of [...Object.keys(product), ...Object.keys(attributes)]) held.add(name);
  } catch (error) {
    if (!(error instanceof EarshotError)) throw error;
    return [unknown(['testCatalogue'], error.message)];
  }
  const findings: PackFinding[] = [];
  for (const { template, path } of replyTexts(pack, source)) {
    for (const value of namedValues(template)) {
      const name = /^selected\.(?:attributes\.)?(.+)$/.exec(value)?.[1];
      if (name === undefined || held.has(name)) continue;
      const help = didYouMeanHint(name, held) ?? `there are: ${[...held].join(', ')}`;
      findings.push(unknown(path, `no product in ${testCatalogue} has "${name}" for {${value}}; ${help}`));
    }
  }
  return findings;
}
