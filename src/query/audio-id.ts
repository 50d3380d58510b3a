/**
 * The id of a query's audio from that of the query, and back: they differ in one bit. Known clients give feedback under
 * the id of whatever answer they have, and that of an upload has the id of the audio.
 *
 * @param id UUID, lower case.
 */
export function pairedId(id: string): string {
  return (Number.parseInt(id[0], 16) ^ 8).toString(16) + id.slice(1);
}
