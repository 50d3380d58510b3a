const blanks = new Set(['<blk>', '<blank>', '<eps>', '<b>']);

/**
 * The names of the units in a `tokens.txt` of icefall and sherpa-onnx: lines of a name and its number. Marks of decoding
 * graphs (`#0`) that stand behind the others are left out.
 *
 * @returns Names by number, blank first.
 * @throws RangeError that ends the sentence "it cannot be used, because ...".
 */
export function readTokenTable(text: string): string[] {
  const names: string[] = [];
  text.split('\n').forEach((line, index) => {
    if (line.trim() === '') return;
    const [, name, number] = /^\s*(\S+)\s+(\d+)\s*$/.exec(line) ?? [];
    if (number === undefined) throw new RangeError(`line ${index + 1} is not a name and a number`);
    if (Number(number) > 65_535) throw new RangeError(`line ${index + 1} has a number above 65535`);
    if (names[Number(number)] !== undefined) throw new RangeError(`the number ${number} appears twice`);
    names[Number(number)] = name;
  });
  while (/^#\d+$/.test(names.at(-1) ?? '')) names.pop();
  const missing = Array.from(names).indexOf(undefined as never);
  if (missing >= 0) throw new RangeError(`the number ${missing} has no name`);
  if (new Set(names).size !== names.length) throw new RangeError('a name appears twice');
  if (!blanks.has(names[0])) {
    throw new RangeError(
      names.length === 0 ? 'it is empty' : `its number 0 is ${names[0]}, where the blank (<blk>) is expected`,
    );
  }
  return names;
}
