/**
 * A time as every answer and row has it: exactly `yyyy-MM-ddTHH:mm:ss.SSSZ`. Known clients read no other form.
 * @param timeMs Milliseconds since 1970.
 */
export function timestamp(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
