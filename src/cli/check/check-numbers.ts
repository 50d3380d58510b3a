import { ownEntries } from '../../nlu/pack/compile/compile-lists.js';
import { TemplateReader } from '../../nlu/pack/compile/template-reader.js';
import type { Pack } from '../../nlu/pack/pack.js';
import type { PackSource } from '../../nlu/pack/source/pack-source.js';
import type { PackFinding } from './pack-finding.js';

/** Lists whose values are figures, which are texts, on their way to a field that otherwise holds numbers. */
export function* checkNumbers(pack: Pack, source: PackSource): Generator<PackFinding> {
  const entities = [...pack.entities.values()];
  const reader = new TemplateReader(source);
  for (const { kind, list, name, into } of entities) {
    const own = list ?? name;
    if (kind !== 'list' || pack.definition.lists[own].range !== undefined) continue;
    const field = into.find((path) =>
      entities.some((other) => other.kind === 'number' && other.into.includes(path)),
    );
    const figure = [...ownEntries(reader, own)].find(({ value }) => /^-?\d+(\.\d+)?$/.test(value));
    if (field === undefined || figure === undefined) continue;
    const message = `the field ${field} holds numbers, and ${figure.value} of the list ${own} is a text there: give the list a "range" as well`;
    yield { kind: 'malformed', where: figure.where ?? source.locate(figure.path), message };
  }
}
