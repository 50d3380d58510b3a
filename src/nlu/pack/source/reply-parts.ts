import type { PackDefinition } from '../schema/pack-schema.js';

/** Parts within parts; deeper ones are taken for a part that names itself. */
const mostNested = 5;

const named = /<([\w-]+)>/g;

/**
 * Writes the parts that replies share into them: each `<name>` becomes what `replyParts` has by that name.
 *
 * @param fault Told of each reply that names a part which is not there, or which holds itself.
 * @returns The parts that replies use.
 */
export function writeReplyParts(
  { intents, fallback, replyParts }: Pick<PackDefinition, 'intents' | 'fallback' | 'replyParts'>,
  fault: (path: readonly (string | number)[], message: string) => void,
): ReadonlySet<string> {
  const used = new Set<string>();
  const written = (template: string, path: readonly (string | number)[]): string => {
    let text = template;
    for (let depth = 0; depth < mostNested && text.search(named) >= 0; depth++)
      text = text.replace(named, (part, name: string) => {
        used.add(name);
        if (Object.hasOwn(replyParts, name)) return replyParts[name];
        fault(path, `there is no reply part "${name}" in replyParts`);
        return part.slice(1, -1);
      });
    if (text.search(named) >= 0) fault(path, `a reply part in "${template}" holds itself`);
    return text;
  };
  for (const [intent, { replies = [] }] of Object.entries(intents))
    for (const [index, reply] of replies.entries()) {
      const path = ['intents', intent, 'replies', index];
      if (typeof reply === 'string') replies[index] = written(reply, path);
      else reply.say = reply.say.map((template, at) => written(template, [...path, 'say', at]));
    }
  for (const [kind, templates] of Object.entries(fallback))
    for (const [at, template] of templates.entries())
      templates[at] = written(template, ['fallback', kind, at]);
  return used;
}
