import type { Mention } from '../../matching/mention.js';
import { hasWord } from '../../tokenise.js';
import { countApart } from './apart-from-head.js';
import type { ItemPhrase } from './item-phrase.js';
import { withArticlesCounted } from './with-articles-counted.js';

/** Options without any head, and a count that is of what was spoken of before: "two and a large one". */
export function headlessPieces(parts: readonly Mention[], phrase: ItemPhrase): Mention[][] {
  const count = countApart(parts, Number.POSITIVE_INFINITY, phrase);
  const own = count === undefined ? parts : parts.slice(1);
  const counted = onesByArticle(own, phrase) ?? countedPieces(withArticlesCounted(own, undefined, phrase));
  const pieces = counted.flatMap((piece) => cutWhereBegunAgain(piece, phrase));
  return count === undefined ? pieces : [[count], ...pieces];
}

/**
 * "Five kilos of sand and two kilos of nails": behind a separator the same is said of another item as the first began
 * with.
 */
function cutWhereBegunAgain(parts: readonly Mention[], { phrase, tokens }: ItemPhrase): Mention[][] {
  const pieces: Mention[][] = [];
  for (const part of parts) {
    const piece = pieces.at(-1);
    const isBegunAgain =
      piece !== undefined &&
      piece.length > 1 &&
      piece[0].entity === part.entity &&
      hasWord(tokens, piece.at(-1)!.end, part.start, phrase.separatorWords);
    if (piece === undefined || isBegunAgain) pieces.push([part]);
    else piece.push(part);
  }
  return pieces;
}

/**
 * "A small and a large one", "a small one with soy and a large one": of the same option another value begins another piece,
 * where each has its article and a "one" stands for what it is of. Each is one then.
 */
function onesByArticle(parts: readonly Mention[], { pack, tokens }: ItemPhrase): Mention[][] | undefined {
  const { articles } = pack.locale.numbers;
  const begins = ({ entity, start }: Mention) =>
    entity === parts[0]?.entity && entity !== 'quantity' && articles.includes(tokens[start - 1]?.norm);
  const starts = [...parts.keys()].filter((at) => begins(parts[at]));
  const pieces = starts.map((from, index) => parts.slice(from, starts[index + 1]));
  const countsIn = (piece: readonly Mention[]) => piece.filter(({ entity }) => entity === 'quantity');
  const counts = pieces.flatMap(countsIn);
  const areOnes = counts.length > 0 && counts.every(({ value }) => value === 1);
  if (starts[0] !== 0 || pieces.length < 2 || !areOnes || pieces.some((piece) => countsIn(piece).length > 1))
    return undefined;
  return pieces.map((piece) => [
    { ...piece[0], entity: 'quantity', value: 1 },
    ...piece.filter(({ entity }) => entity !== 'quantity'),
  ]);
}

/** Options without any head, cut at each count where each counts something: "two with milk and one with soy". */
function countedPieces(parts: readonly Mention[]): Mention[][] {
  const counts = [...parts.keys()].filter((at) => parts[at].entity === 'quantity');
  const pieces = counts.map((from, index) => parts.slice(from, counts[index + 1]));
  if (counts[0] === 0 && pieces.length > 1 && pieces.every(({ length }) => length > 1)) return pieces;
  return parts.length === 0 ? [] : [[...parts]];
}
