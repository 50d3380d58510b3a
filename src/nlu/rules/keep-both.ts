import type { ValueRule } from './value-rules.js';

/**
 * "Both": what the last change put in the place of another value stands beside it: behind "new balance" and "what about
 * asics", these two brands, and behind a search for shampoo and one for conditioner these two. Where it took the place of
 * nothing, nothing changes.
 */
export function keepBoth({ change, turn }: ValueRule): void {
  const { fields } = turn.pack.definition;
  const before = change.history.at(-1)?.context ?? {};
  const maps = Object.keys(fields).filter((name) => fields[name].kind === 'map');
  let isJoined = false;
  for (const name of maps) {
    const now = (change.context[name] ?? {}) as Record<string, unknown[]>;
    const gone = Object.entries((before[name] ?? {}) as Record<string, unknown[]>).flatMap(
      ([key, values]) => {
        const lost = values.filter((value) => !now[key]?.includes(value));
        return now[key] === undefined || lost.length === 0 ? [] : [[key, [...lost, ...now[key]]]];
      },
    );
    isJoined ||= gone.length > 0;
    change.context[name] = { ...now, ...Object.fromEntries(gone) };
  }
  for (const name of Object.keys(fields).filter((one) => fields[one].kind === 'list')) {
    const now = (change.context[name] ?? []) as unknown[];
    const lost = ((before[name] ?? []) as unknown[]).filter((value) => !now.includes(value));
    if (now.length === 0 || lost.length === 0) continue;
    change.context[name] = [...lost, ...now];
    isJoined = true;
  }
  change.isDone &&= isJoined;
}
