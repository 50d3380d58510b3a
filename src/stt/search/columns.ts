/** Values of one kind, one for each row of a table; a table is an object of columns of equal length. */
export type Column = Int32Array | Float32Array | Float64Array;

function mapped<T extends object>(columns: T, change: (column: Column) => Column): T {
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, change(column)])) as T;
}

/** The first values of every column. */
export function cut<T extends object>(columns: T, count: number): T {
  return mapped(columns, (column) => column.slice(0, count));
}

/** The same with twice the room. */
export function doubled<T extends object>(columns: T): T {
  return mapped(columns, (column) => {
    const larger = new (column.constructor as new (length: number) => Column)(column.length * 2);
    larger.set(column);
    return larger;
  });
}

/** Copies the columns of one table into the columns of the same names of another, which have room for them. */
export function put<T extends object>(from: T, into: T): void {
  for (const name of Object.keys(from) as (keyof T)[]) (into[name] as Column).set(from[name] as Column);
}
