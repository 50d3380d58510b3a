import { didYouMeanHint } from '../../config/did-you-mean.js';
import { EarshotError } from '../../errors.js';
import { chosenValue, setIn } from '../../nlu/pack/compile/chosen-value.js';
import { contextRulesOf } from '../../nlu/pack/compile/context-rules-of.js';
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
  const notHeld = (name: string, value: string) => {
    const help = didYouMeanHint(name, held) ?? `there are: ${[...held].join(', ')}`;
    return `no product in ${testCatalogue} has "${name}" for ${value}; ${help}`;
  };
  for (const { template, path } of replyTexts(pack, source)) {
    for (const value of namedValues(template)) {
      const name = /^selected\.(?:attributes\.)?(.+)$/.exec(value)?.[1];
      if (name === undefined || held.has(name)) continue;
      findings.push(unknown(path, notHeld(name, `{${value}}`)));
    }
  }
  for (const { rule, path } of contextRulesOf(pack.definition)) {
    for (const value of Object.values(setIn(rule))) {
      const name = chosenValue(value);
      if (name !== undefined && !held.has(name)) findings.push(unknown(path, notHeld(name, String(value))));
    }
  }
  return findings;
}
