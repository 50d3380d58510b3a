import { phraseParts } from '../../nlu/pack/compile/phrase-parts.js';
import type { Pack } from '../../nlu/pack/pack.js';
import type { PackSource } from '../../nlu/pack/source/pack-source.js';
import { normalWords } from '../../nlu/tokenise.js';
import type { PackFinding } from './pack-finding.js';

/** Words that a phrase has between its values and that are a value of it as well, which they then always are. */
export function* checkGlue(pack: Pack, source: PackSource): Generator<PackFinding> {
  for (const entity of pack.entities.values()) {
    const number = phraseParts(entity).find((part) => pack.entities.get(part)?.kind === 'number');
    const lists = phraseParts(entity).flatMap((part) => {
      const { kind, list, name } = pack.entities.get(part) ?? {};
      return kind === 'list' ? [list ?? name!] : [];
    });
    for (const [at, text] of (entity.glue ?? []).entries()) {
      const words = normalWords(text, pack.locale).join(' ');
      const list = lists.find((name) => pack.lists.get(name)?.has(words));
      const isNumber = number !== undefined && Object.hasOwn(pack.locale.numbers.units, words);
      if (list === undefined && !isNumber) continue;
      const what = list === undefined ? `{${number}}` : `the list ${list}`;
      const message = `"${text}" is a value of ${what} in ${entity.name}, and so never glue there`;
      yield { kind: 'twice', where: source.locate(['entities', entity.name, 'glue', at]), message };
    }
  }
}
