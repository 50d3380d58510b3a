/**
 * Calls a listener of the page. One that fails is the page's fault, and shown as an error that nobody caught: it costs
 * neither audio nor the answer.
 */
export function tell<Args extends unknown[]>(
  listener: ((...args: Args) => void) | null | undefined,
  ...args: Args
): void {
  try {
    listener?.(...args);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
