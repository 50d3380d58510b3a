/** Typed arrays of any type can view what begins at a multiple of so many bytes. */
export const alignment = 8;

/** The first place from an offset in bytes on where any typed array can begin; offsets above 2 GiB are good, too. */
export function align(offset: number): number {
  return Math.ceil(offset / alignment) * alignment;
}
