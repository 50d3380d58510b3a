/** An object without the fields that are undefined, so that it is the same before and after it was kept as JSON. */
export function withoutAbsent<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
