/** An object without the fields that are undefined: as it is once it was kept as JSON, and hiding no defaults. */
export function withoutAbsent<T extends object>(
  fields: T,
): { [Name in keyof T]: Exclude<T[Name], undefined> } {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as ReturnType<typeof withoutAbsent<T>>;
}
