/**
 * The pieces that a YAML text may be parted into: YAML reads the break of a line within it as a space, and takes away the
 * spaces around, so where there are several spaces no line may end.
 */
export function wordsToFold(text: string): string[] {
  return text.split(/(?<! ) (?! )/);
}

/**
 * Lays pieces out in lines, the first one behind a prefix, a space between any two.
 *
 * @param indent Column of the second line and those below it.
 * @param width Columns of a line, at most, as long as the pieces let it be.
 */
export function foldText(
  prefix: string,
  pieces: readonly string[],
  { indent, width }: { indent: number; width: number },
): string[] {
  const lines: string[] = [];
  let line = prefix;
  for (const [index, piece] of pieces.entries()) {
    if (index === 0) line += piece;
    else if (line.length + 1 + piece.length > width) {
      lines.push(line);
      line = ' '.repeat(indent) + piece;
    } else line += ` ${piece}`;
  }
  return [...lines, line];
}
