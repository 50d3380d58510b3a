import type { Item } from '../context/item.js';
import type { ResolvedLocale } from '../locales/index.js';
import type { Parse } from '../matching/matcher.js';
import type { AnalysedSentence } from '../matching/sentence.js';
import type { Pack } from '../pack/pack.js';
import { byKind } from '../pack/value-kinds.js';
import type { Context } from '../understanding.js';
import { type ReplyValues, renderPart } from './reply.js';
import { firstThing, sayList, tellThings } from './say-list.js';

/** What fields are said with; replies to several requests have no parse of their own. */
interface FieldsTurn {
  pack: Pack;
  resolved: ResolvedLocale;
  parse?: Parse;
  sentence?: AnalysedSentence;
}

/** Fields of the context as a reply says them. */
export function sayFields(turn: FieldsTurn, context: Context): ReplyValues {
  const { pack, resolved } = turn;
  const values: ReplyValues = {};
  for (const [name, field] of Object.entries(pack.definition.fields)) {
    const list = context[name];
    if (field.things !== undefined && Array.isArray(list)) {
      values[name] = sayList(list, tellThings(turn, field.things));
    } else if (field.kind === 'items')
      // one of which nobody said what it is has no words of its own
      values[name] = sayItems((list as Item[] | undefined) ?? [], field.say, resolved).filter(Boolean);
    else if (field.alike !== undefined) {
      const map = { ...(list as Record<string, unknown> | undefined) };
      for (const [key, kinds] of Object.entries(field.alike)) {
        const alternatives = byKind([map[key] ?? []].flat().map(String), kinds);
        map[key] = alternatives.map((group) => resolved.locale.joinList(group, 'or')).join(' ');
      }
      values[name] = map;
    }
  }
  return values;
}

/** The fields whose first thing is one of what is counted: a kettle, but no rice and no shoes. */
export function countedFields(turn: FieldsTurn, context: Context): string[] {
  const { pack } = turn;
  const { fields } = pack.definition;
  return Object.keys(fields).filter((name) => {
    const { things, uncounted } = fields[name];
    if (things === undefined || uncounted === undefined) return false;
    const thing = firstThing([context[name] ?? []].flat().map(String), tellThings(turn, things));
    if (thing === undefined) return false;
    const head = thing.split(' ').at(-1)!;
    // the d of vitamin d is no noun
    return head.length > 1 && pack.locale.stem(head) === head && !pack.endsOnList(uncounted, thing);
  });
}

/** @param say How one is put; without it, and where one lacks what that names, as its values follow each other. */
export function sayItems(
  items: readonly Item[],
  say: string | undefined,
  resolved: ResolvedLocale,
): string[] {
  return items.map((item) => {
    const said = say === undefined ? undefined : renderPart(say, { ...item }, resolved);
    return said ?? Object.values(item).flat().join(' ');
  });
}
