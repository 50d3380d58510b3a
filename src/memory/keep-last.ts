const kept = new Map<string, object>();

/**
 * Keeps the last object of a kind. When V8 collects garbage it forgets how objects of a class look of which none is
 * left, and drops the code that was compiled for them: whatever came first after a quiet minute took three times as
 * long.
 */
export function keepLast<Kept extends object>(kind: string, object: Kept): Kept {
  kept.set(kind, object);
  return object;
}
