/** Resolves when the work is done, or after `ms` where it takes longer; the work goes on then. Rejects as the work does. */
export async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    await Promise.race([work, passed]);
  } finally {
    clearTimeout(timer);
  }
}
