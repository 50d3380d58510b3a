/** Optional parts within optional parts; what is in deeper ones belongs to the last of these. */
export const mostNested = 20;

/** `{a, b|kind:one:other}`: the values named, and what is made of them. */
export interface ValuePart {
  names: string[];
  filters: { kind: string; args: string[] }[];
}

/** A text, a value with its filters, or what is left out where a value in it is missing. */
export type Part = string | ValuePart | Part[];

/** A template in pieces: texts, values in braces, and brackets. */
export function piecesOf(template: string): string[] {
  return template.match(/\{[^{}]*\}|\[|\]|[^[\]{]+|\{/g) ?? [];
}

/** The replies of the packs that are loaded, each parsed once. */
const parsed = new Map<string, Part[]>();

/** The parts of a template, which is parsed once. */
export function partsOf(template: string): Part[] {
  let parts = parsed.get(template);
  if (parts === undefined) {
    parts = parse(template);
    parsed.set(template, parts);
  }
  return parts;
}

function parse(template: string): Part[] {
  const stack: Part[][] = [[]];
  let deeper = 0;
  for (const piece of piecesOf(template)) {
    const open = stack.at(-1)!;
    if (piece === '[' && stack.length > mostNested) deeper++;
    else if (piece === '[') stack.push([]);
    else if (piece === ']' && deeper > 0) deeper--;
    else if (piece === ']' && stack.length > 1) stack.at(-2)!.push(stack.pop()!);
    else if (piece.startsWith('{') && piece.endsWith('}')) open.push(valuePart(piece.slice(1, -1)));
    else open.push(piece);
  }
  while (stack.length > 1) stack.at(-2)!.push(stack.pop()!);
  return stack[0];
}

function valuePart(inside: string): ValuePart {
  const [names, ...filters] = inside.split('|');
  return {
    names: names.split(',').map((name) => name.trim()),
    filters: filters.map((filter) => {
      const [kind, ...args] = filter.trim().split(':');
      return { kind, args };
    }),
  };
}
