import { replyFaults } from '../nlu/conversation/reply.js';
import type { Pack } from '../nlu/pack/pack.js';
import type { PackSource, SourcePath } from '../nlu/pack/pack-source.js';
import { replyNames } from './known-names.js';
import type { PackFinding } from './pack-finding.js';

/** Replies that are not written as they must be, or name what there can never be. */
export function* checkReplies(pack: Pack, source: PackSource): Generator<PackFinding> {
  const unknownValues = unknownValuesOf(pack);
  for (const { template, path } of repliesOf(pack)) {
    const where = source.locate(path);
    for (const fault of replyFaults(template)) {
      yield { kind: 'malformed', where, message: `"${template}": ${fault}` };
    }
    if (path[0] !== 'intents') continue;
    for (const value of unknownValues(template)) {
      yield { kind: 'unknown', where, message: `{${value}} is no field, entity or slot: "${template}"` };
    }
  }
}

function* repliesOf({ definition }: Pack): Generator<{ template: string; path: SourcePath }> {
  for (const [name, { replies = [] }] of Object.entries(definition.intents)) {
    for (const [index, reply] of replies.entries()) {
      const path = ['intents', name, 'replies', index];
      if (typeof reply === 'string') yield { template: reply, path };
      else for (const [at, template] of reply.say.entries()) yield { template, path: [...path, 'say', at] };
    }
  }
  for (const [name, templates] of Object.entries(definition.fallback)) {
    for (const [at, template] of templates.entries()) yield { template, path: ['fallback', name, at] };
  }
}

/** Finds the names in a reply that no value can ever have. */
function unknownValuesOf(pack: Pack): (template: string) => string[] {
  const known = replyNames(pack);
  const { fields } = pack.definition;
  const isKnown = (path: string) => {
    const [name, key] = path.split('.');
    return known.has(name) && (name !== 'before' || Object.hasOwn(fields, key));
  };
  return (template) =>
    [...template.matchAll(/\{([^}|]*)/g)]
      .flatMap(([, names]) => names.split(',').map((name) => name.trim()))
      .filter((name) => !isKnown(name));
}
