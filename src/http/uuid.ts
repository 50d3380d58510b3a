/** UUID version 4 or 7, lower case: the form of every id of this service. */
export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Whether it is of the form of {@link uuidPattern}. */
export function isUuid(value: string): boolean {
  return uuidPattern.test(value);
}
