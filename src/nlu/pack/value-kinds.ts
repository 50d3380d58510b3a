/** Kinds of values that only one can be of at a time: what is round is not square, but may well be high. */
export type ValueKinds = readonly (readonly string[])[];

/** Whether two values are of no one kind, so that both can hold. A value that no kind has is of its own. */
export function areUnlike(one: unknown, other: unknown, kinds: ValueKinds): boolean {
  return one !== other && !isOther(one, other, kinds);
}

/** Whether two values are of one kind, so that one can only stand in place of the other. */
export function isOther(one: unknown, other: unknown, kinds: ValueKinds): boolean {
  return one !== other && kinds.some((kind) => kind.includes(String(one)) && kind.includes(String(other)));
}

/** Values put together by kind, in the order they were said: each with those that it is an alternative to. */
export function byKind(values: readonly string[], kinds: ValueKinds): string[][] {
  const groups: string[][] = [];
  for (const value of values) {
    const group = groups.find((members) => members.every((member) => !areUnlike(member, value, kinds)));
    if (group === undefined) groups.push([value]);
    else group.push(value);
  }
  return groups;
}
