declare module 'mime-types' {
  /** Media type of a path by its extension, without parameters; false where it is not known. */
  export function lookup(path: string): string | false;
  /** A media type with its charset where it has one. */
  export function contentType(type: string): string | false;
}
