import type { Pack } from '../../nlu/pack/pack.js';
import type { When } from '../../nlu/pack/schema/pack-schema.js';
import type { PackSource } from '../../nlu/pack/source/pack-source.js';
import { turnValues } from '../../nlu/reply/write-reply.js';
import type { SlotEntities } from '../../nlu/tools/slots-said.js';
import { replyNames } from './known-names.js';
import type { PackFinding } from './pack-finding.js';
import { fieldsOf, type PackGroup } from './pack-groups.js';
import { filledBy, puts, setBy } from './reachable.js';
import { neededValues } from './reply-values.js';

/** The most values that are each tried as there and as missing. */
const mostTried = 10;

interface SilenceOf {
  pack: Pack;
  groups: readonly PackGroup[];
  /** Names of values that replies can know. */
  known: ReadonlySet<string>;
}

interface SayableReply {
  when: When | undefined;
  /** Of each of these one must be there. */
  needs: readonly (readonly string[])[];
}

/** Intents that answer nothing where some values are missing, and fallbacks that do so. */
export function* checkSilence(
  pack: Pack,
  source: PackSource,
  groups: readonly PackGroup[],
): Generator<PackFinding> {
  // what can never be there is told elsewhere
  const all = { pack, groups, known: replyNames(pack) };
  for (const [intent, { replies = [] }] of Object.entries(pack.definition.intents)) {
    if (replies.length === 0) continue;
    const texts = replies.flatMap((reply): SayableReply[] =>
      typeof reply === 'string'
        ? [{ when: undefined, needs: neededValues(reply) }]
        : reply.say.map((text) => ({ when: reply.when, needs: neededValues(text) })),
    );
    const missing = groups
      .filter((group) => group.intent === intent)
      .flatMap((group) =>
        group.said.flatMap(({ least }) => least.map((way) => silentWithout(all, group, way, texts))),
      )
      .find((names) => names !== undefined);
    if (missing === undefined) continue;
    const values = missing.map((name) => `{${name}}`).join(', ');
    const message = `no reply of ${intent} can be said where ${values} ${missing.length === 1 ? 'is' : 'are'} missing`;
    yield { kind: 'silent', where: source.locate(['intents', intent, 'replies']), message };
  }
  const { partial, ...fallback } = pack.definition.fallback;
  for (const [name, texts] of Object.entries(fallback)) {
    for (const [at, text] of texts.entries()) {
      const needed = neededValues(text)
        .flat()
        .filter((value) => Object.hasOwn(pack.definition.fields, rootOf(value)));
      const [missing] = needed;
      if (missing === undefined) continue;
      const message = `"${text}" is not said where {${missing}} is missing: put it into [ ]`;
      yield { kind: 'silent', where: source.locate(['fallback', name, at]), message };
    }
  }
}

/**
 * The fewest values that can be missing so that no text can be said; undefined where one always can. Conditions that are
 * about more than what is filled are taken to hold.
 */
function silentWithout(
  all: SilenceOf,
  group: PackGroup,
  said: SlotEntities,
  texts: readonly SayableReply[],
): readonly string[] | undefined {
  const emptied = emptiedLists(all, group, said);
  const sure = new Set([...sureValues(all, group, said)].filter((name) => !emptied.includes(name)));
  const isOfTurn = (name: string) => turnValues.some((one) => one === name);
  const named = texts.flatMap(({ when, needs }) => [...needs.flat(), ...asked(when)]);
  const open = [...new Set(named.map(rootOf))].filter((name) => !sure.has(name) && !isOfTurn(name));
  if (open.length > mostTried) return undefined;
  const cases = Array.from({ length: 2 ** open.length }, (_, bits) =>
    open.filter((_, at) => (bits >> at) & 1),
  );
  return cases
    .sort((a, b) => a.length - b.length)
    .find((missing) => {
      const isThere = (path: string) => !missing.includes(rootOf(path));
      const wasThere = (path: string) => emptied.includes(rootOf(path)) || isThere(path);
      if (!holds(withoutCleared(group), wasThere)) return false;
      return !texts.some(
        ({ when, needs }) =>
          holds(when, isThere) &&
          // what only some turns have, such as what failed
          !when?.said?.some(isOfTurn) &&
          needs.every((names) => names.some(isThere)),
      );
    });
}

/** Lists that the last of what is named may be taken out of: "forget the bakery". */
function emptiedLists({ pack }: SilenceOf, { rules }: PackGroup, said: SlotEntities): string[] {
  const isList = (name: string) => pack.definition.fields[name]?.kind === 'list';
  return rules.includes('remove') ? [...said.keys()].filter(isList) : [];
}

function asked({ filled = [], anyFilled = [], empty = [], is = {}, said = [] }: When = {}): string[] {
  return [...filled, ...anyFilled, ...empty, ...Object.keys(is), ...said];
}

function holds(when: When | undefined, isThere: (path: string) => boolean): boolean {
  const { filled = [], anyFilled, empty = [], is = {}, said = [] } = when ?? {};
  const wanted = Object.keys(is).filter((path) => !is[path].includes(''));
  return (
    [...filled, ...wanted, ...said].every(isThere) &&
    (anyFilled?.some(isThere) ?? true) &&
    !empty.some((path) => !path.includes('.') && isThere(path))
  );
}

/** What is there whenever a sentence is said: what it names, and what its condition wants and its rules leave or put there. */
export function sureValues(
  { pack, groups }: Pick<SilenceOf, 'pack' | 'groups'>,
  group: PackGroup,
  said: SlotEntities,
): ReadonlySet<string> {
  const { fields } = pack.definition;
  const before = withoutCleared(group);
  const filled = [...(before?.filled ?? []), ...Object.keys(before?.is ?? {})].map(rootOf);
  const unsaid = Object.keys(group.slots).filter((name) => group.slots[name] !== '');
  const named = [...said.values(), ...unsaid];
  const put = named.flatMap((entity) =>
    [...fieldsOf(pack, entity)].filter((field) => puts(pack, group, field)),
  );
  // what an intent that comes before fills is mostly still there
  const left = groups
    .filter(({ intent }) => before?.after?.includes(intent))
    .flatMap((other) => [...filledBy(pack, other)]);
  const usual = Object.keys(fields).filter((name) => fields[name].always && fields[name].empty);
  return new Set([...said.keys(), ...unsaid, ...filled, ...put, ...setBy(group), ...left, ...usual]);
}

/** What must hold before, but for fields that the rules empty. */
export function withoutCleared({ when, rules }: PackGroup): When | undefined {
  const cleared = rules.flatMap((rule) => (typeof rule === 'object' && 'clear' in rule ? rule.clear : []));
  const isLeft = (path: string) => !cleared.includes('all') && !cleared.includes(rootOf(path));
  if (when === undefined || cleared.length === 0) return when;
  const is = Object.fromEntries(Object.entries(when.is ?? {}).filter(([path]) => isLeft(path)));
  const anyFilled = when.anyFilled?.every(isLeft) ? when.anyFilled : undefined;
  const after = cleared.includes('all') ? undefined : when.after;
  return { filled: when.filled?.filter(isLeft), anyFilled, is, after };
}

function rootOf(path: string): string {
  return path.split('.')[0];
}
