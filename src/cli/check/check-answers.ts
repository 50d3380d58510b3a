import type { Pack } from '../../nlu/pack/pack.js';
import type { When } from '../../nlu/pack/schema/pack-schema.js';
import type { PackSource } from '../../nlu/pack/source/pack-source.js';
import { sureValues, withoutCleared } from './check-silence.js';
import { implies } from './implies.js';
import type { PackFinding } from './pack-finding.js';
import { fieldsOf, type PackGroup } from './pack-groups.js';
import { puts } from './reachable.js';
import { neededValues } from './reply-values.js';

/**
 * Replies that ask for the value of a field, where no sentence takes it alone: none is so short, or its intent waits for
 * what nobody has said yet.
 */
export function* checkAnswers(
  pack: Pack,
  source: PackSource,
  groups: readonly PackGroup[],
): Generator<PackFinding> {
  for (const [intent, { replies = [] }] of Object.entries(pack.definition.intents)) {
    const asking = groups.filter((group) => group.intent === intent);
    for (const [at, reply] of replies.entries()) {
      const isPlain = typeof reply === 'string';
      const field = isPlain ? missingField(reply, replies) : askedField(reply.when);
      const question = (isPlain ? [reply] : reply.say).find((text) => text.endsWith('?'));
      if (field === undefined || question === undefined || !Object.hasOwn(pack.definition.fields, field))
        continue;
      const taking = groups.filter(
        (group) =>
          puts(pack, group, field) && group.short.some((entity) => fieldsOf(pack, entity).has(field)),
      );
      const isLost = asking.some((group) =>
        group.said.some(({ least }) =>
          least.some((said) => {
            const sure = sureValues({ pack, groups }, group, said);
            const takes = ({ when }: PackGroup) =>
              mayHold(when, intent, sure) || implies(withoutCleared(group), when);
            return !sure.has(field) && !taking.some(takes);
          }),
        ),
      );
      const where = source.locate(['intents', intent, 'replies', at]);
      const number = isLost ? undefined : takingNoNumber(pack, field, taking);
      if (number !== undefined) {
        const message = `"${question}" of ${intent} is often answered with a number alone, which {${number}} takes only with bare: true: give the sentence that is the value alone an entity that has it`;
        yield { kind: 'unanswered', where, message };
      }
      if (!isLost) continue;
      const message = `no sentence takes the answer to "${question}" of ${intent} where nothing else was said: an intent whose "when" holds then needs one that is the value alone`;
      yield { kind: 'unanswered', where, message };
    }
  }
}

/** The time, or the span, that alone answers for a field, where none of those that do is also a number: "eight". */
function takingNoNumber(pack: Pack, field: string, taking: readonly PackGroup[]): string | undefined {
  const names = taking
    .flatMap(({ short }) => short)
    .filter((name) => pack.entities.get(name)?.into.includes(field));
  const isWithout = (name: string) => {
    const { kind, bare, halfOnly } = pack.entities.get(name)!;
    return (kind === 'time' && !bare && !halfOnly) || (kind === 'duration' && !bare);
  };
  return names.every(isWithout) ? names[0] : undefined;
}

/** The one field that a reply is for the want of. */
function askedField({ empty = [], ...others }: When = {}): string | undefined {
  return empty.length === 1 && Object.keys(others).length === 0 ? empty[0] : undefined;
}

/** The one field that all other texts name, so that a text which names nothing is for the want of it. */
function missingField(text: string, replies: readonly unknown[]): string | undefined {
  const others = replies.filter((reply): reply is string => typeof reply === 'string' && reply !== text);
  const needed = others.map((other) => [...new Set(neededValues(other).flat())]);
  const [[field] = []] = needed;
  const isOfField = needed.every((names) => names.length === 1 && names[0] === field);
  return neededValues(text).length === 0 && isOfField ? field : undefined;
}

/** Whether a condition may hold behind an intent where no more is there than what is sure. */
function mayHold(when: When | undefined, intent: string, sure: ReadonlySet<string>): boolean {
  const { filled = [], anyFilled, is = {}, after } = when ?? {};
  const isThere = (path: string) => sure.has(path.split('.')[0]);
  const wanted = Object.keys(is).filter((path) => !is[path].includes(''));
  return (
    [...filled, ...wanted].every(isThere) &&
    (anyFilled?.some(isThere) ?? true) &&
    (after?.includes(intent) ?? true)
  );
}
