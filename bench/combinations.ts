/** Every way to choose one of the values of each name, as objects of these names; one that is empty where there is none. */
export function combinationsOf(grid: Readonly<Record<string, readonly number[]>>): Record<string, number>[] {
  let all: Record<string, number>[] = [{}];
  for (const [name, values] of Object.entries(grid))
    all = all.flatMap((one) => values.map((value) => ({ ...one, [name]: value })));
  return all;
}
