/**
 * A text without those of the characters that it ends in. An expression such as `/=+$/` would begin anew at each of a long
 * run of them that stands elsewhere.
 */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1])) end--;
  return text.slice(0, end);
}
