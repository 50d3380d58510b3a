import { ownEntries } from '../../nlu/pack/compile/compile-lists.js';
import { TemplateReader } from '../../nlu/pack/compile/template-reader.js';
import type { Pack } from '../../nlu/pack/pack.js';
import type { PackSource } from '../../nlu/pack/source/pack-source.js';
import { normalWords } from '../../nlu/tokenise.js';
import type { PackFinding } from './pack-finding.js';

/**
 * Words that stand for two values of one list, of which the first holds, or no words at all, and sentences that an intent
 * has twice.
 */
export function* checkTwice(pack: Pack, source: PackSource): Generator<PackFinding> {
  const normal = (text: string) => normalWords(text, pack.locale).join(' ');
  const reader = new TemplateReader(source);
  for (const [name, { weighed }] of Object.entries(pack.definition.lists)) {
    if (weighed) continue;
    const values = new Map<string, string>();
    for (const { written, value, path, where = source.locate(path) } of ownEntries(reader, name)) {
      const phrase = normal(written);
      if (phrase === '') {
        yield { kind: 'unspeakable', where, message: `a value of the list ${name} has no words` };
        continue;
      }
      const first = values.get(phrase);
      if (first === undefined) values.set(phrase, value);
      // one value that is spelled in two ways does no harm
      else if (normal(first) !== normal(value)) {
        const message = `"${written}" is ${first} before in the list ${name}, and never ${value}`;
        yield { kind: 'twice', where, message };
      }
    }
  }
  const known = new Map<string, string>();
  for (const { intent, template, when, where } of pack.sentences) {
    const key = JSON.stringify([intent, template, when]);
    const first = known.get(key);
    known.set(key, first ?? where);
    if (first === undefined) continue;
    yield { kind: 'twice', where, message: `the intent ${intent} has "${template}" before (${first})` };
  }
}
