import { searches } from '../../nlu/answer/rules-now.js';
import { isChoice } from '../../nlu/pack/compile/chosen-value.js';
import { namedValues } from '../../nlu/pack/named-values.js';
import type { Pack } from '../../nlu/pack/pack.js';
import type { PackSource, SourcePath } from '../../nlu/pack/source/pack-source.js';
import { replyFaults } from '../../nlu/reply/reply.js';
import { foreignNotation } from '../../nlu/template/foreign-notation.js';
import type { PackFinding } from './pack-finding.js';
import { replyTexts } from './reply-texts.js';
import { filterFaults, listFaults } from './reply-values.js';

/** Replies that are not written as they must be, or name what there can never be, and parts that no reply uses. */
export function* checkReplies(pack: Pack, source: PackSource): Generator<PackFinding> {
  const { fields, replyParts } = pack.definition;
  for (const { template, path, known } of replyTexts(pack, source)) {
    const where = source.locate(path);
    const inFilters = [
      ...filterFaults(template),
      ...listFaults(template, Object.keys(pack.definition.lists)),
    ];
    for (const fault of [...replyFaults(template), ...inFilters, foreignNotation(template)]) {
      if (fault === undefined) continue;
      yield { kind: 'malformed', where, message: `"${template}": ${fault}` };
    }
    for (const value of namedValues(template)) {
      const [name, key] = value.split('.');
      if (known.has(name) && (name !== 'before' || Object.hasOwn(fields, key))) continue;
      yield { kind: 'unknown', where, message: whatIsUnknown(path, value, template) };
    }
    const chosen = namedValues(template).find((value) => value.startsWith('selected.'));
    const isOfNone = (name: string) => !chooses(pack, name) && !searches(pack, name);
    if (chosen !== undefined && path[0] === 'intents' && isOfNone(String(path[1]))) {
      const message = `{${chosen}} is never there, as the intent neither searches nor has a context rule select or move: "${template}"`;
      yield { kind: 'silent', where, message };
    }
  }
  for (const name of Object.keys(replyParts)) {
    if (source.usedReplyParts.has(name)) continue;
    const message = `the reply part <${name}> stands in no reply`;
    yield { kind: 'unused', where: source.locate(['replyParts', name]), message };
  }
}

/** Whether some sentence of an intent chooses a product. */
function chooses({ sentences }: Pack, name: string): boolean {
  return sentences.some(({ intent, rules }) => intent === name && rules.some(isChoice));
}

function whatIsUnknown([section, name]: SourcePath, value: string, template: string): string {
  if (section === 'fields') return `{${value}} is nothing that an item of ${name} can have: "${template}"`;
  if (section === 'fallback') return `{${value}} is not there when nothing was understood: "${template}"`;
  return `{${value}} is no field, entity or slot: "${template}"`;
}
