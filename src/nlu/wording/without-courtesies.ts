import type { Locale } from '../locales/locale.js';
import { oncePer } from '../once-per.js';
import type { Pack } from '../pack/pack.js';
import { startsWith, type Token } from '../tokenise.js';

/** One of several words stands behind so many others at most: "hi could you", "okay and can you". */
const mostBefore = 2;

/**
 * The words of a request without the courtesies around it: "can you make it large if you don't mind" asks for the same
 * as "make it large", and so does "would you mind making it large".
 *
 * @returns undefined where there are none, or nothing else.
 */
export function withoutCourtesies(tokens: readonly Token[], locale: Locale, pack: Pack): Token[] | undefined {
  const { courtesies } = locale;
  const opening: Cut = (words, phrases) =>
    askedAsDeed(words, locale, pack) ?? withoutOpening(words, phrases, prefaceWords(locale));
  const rest = cut(cut(tokens, opening, courtesies.openings), withoutClosing, courtesies.closings);
  return rest.length > 0 && rest.length < tokens.length ? [...rest] : undefined;
}

/**
 * The words of a request without words before it that often say nothing: "cool, show me the first one".
 *
 * @returns undefined where there are none, or nothing else.
 */
export function withoutPreface(
  tokens: readonly Token[],
  { courtesies, statements, hesitations }: Locale,
): Token[] | undefined {
  const start = tokens.findIndex(({ norm }) => !hesitations.includes(norm));
  const rest = start < 0 ? undefined : withoutOpening(tokens.slice(start), courtesies.prefaces);
  // "and since they fight" says why, "since they fight" may say when.
  const isReason = rest?.[0] !== undefined && statements.because.includes(rest[0].norm);
  return rest?.length === 0 || isReason ? undefined : rest;
}

/** The words of a sentence without an opening that is never a part of it; alone it stays. */
export function withoutConcluding(tokens: Token[], locale: Locale): Token[] {
  const rest = withoutOpening(tokens, locale.courtesies.concluding, prefaceWords(locale));
  return rest === undefined || rest.length === 0 ? tokens : rest;
}

type Phrases = readonly (readonly string[])[];
type Cut = (tokens: readonly Token[], phrases: Phrases) => Token[] | undefined;

function cut(tokens: readonly Token[], once: Cut, phrases: Phrases): readonly Token[] {
  const shorter = once(tokens, phrases);
  return shorter === undefined ? tokens : cut(shorter, once, phrases);
}

/**
 * "Would you mind turning it off", and "it would be nice if you turned it off", as "turn it off". Which verb it is, the words
 * of the pack tell.
 */
function askedAsDeed(tokens: readonly Token[], locale: Locale, pack: Pack): Token[] | undefined {
  const opening = openingOf(tokens, locale.courtesies.beforeDeeds, prefaceWords(locale));
  if (opening === undefined) return undefined;
  const [deed, ...more] = tokens.slice(opening.end);
  const verb = deed && locale.bases(deed.norm).find((word) => pack.automaton.words.numbers.has(word));
  return verb === undefined ? undefined : [...tokens.slice(0, opening.at), { ...deed, norm: verb }, ...more];
}

/** Words that may stand before a courtesy, by locale: of "play i want to break free" it is a part. */
const prefaceWords = oncePer(
  ({ courtesies, fillers, hesitations }: Locale): ReadonlySet<string> =>
    new Set([...courtesies.prefaces.flat(), ...fillers, ...hesitations]),
);

function withoutOpening(
  tokens: readonly Token[],
  openings: Phrases,
  prefaces?: ReadonlySet<string>,
): Token[] | undefined {
  const opening = openingOf(tokens, openings, prefaces);
  return opening && [...tokens.slice(0, opening.at), ...tokens.slice(opening.end)];
}

function openingOf(
  tokens: readonly Token[],
  openings: Phrases,
  prefaces?: ReadonlySet<string>,
): { at: number; end: number } | undefined {
  for (let at = 0; at <= mostBefore; at++) {
    if (at > 0 && prefaces?.has(tokens[at - 1]?.norm) === false) return undefined;
    const opening = openings.find((words) => (at === 0 || words.length > 1) && startsWith(tokens, at, words));
    if (opening !== undefined) return { at, end: at + opening.length };
  }
  return undefined;
}

function withoutClosing(tokens: readonly Token[], closings: Phrases): Token[] | undefined {
  const closing = closings.find(
    (words) => words.length <= tokens.length && startsWith(tokens, tokens.length - words.length, words),
  );
  return closing && tokens.slice(0, -closing.length);
}
