import type { Pack } from '../../nlu/pack/pack.js';
import type { PackSource } from '../../nlu/pack/source/pack-source.js';
import type { Lexicon } from '../../stt/lexicon/lexicon.js';
import { type Pronouncer, spokenTokens } from '../../stt/lexicon/pronouncer.js';
import type { PackFinding } from './pack-finding.js';

/** What the recogniser knows of words. */
export interface Speech {
  lexicon: Lexicon;
  pronouncer: Pronouncer;
}

/** Words that cannot be said, or whose pronunciation is guessed from the spelling, and pronunciations without phones. */
export function checkPronunciations(
  pack: Pack,
  source: PackSource,
  { lexicon, pronouncer }: Speech,
): { findings: PackFinding[]; words: ReadonlySet<string>; guessedWords: number } {
  const findings: PackFinding[] = [];
  const own = pack.definition.pronunciations;
  for (const [word, ways] of Object.entries(pronouncer.units === 'phones' ? own : {})) {
    const unknown = ways.flatMap((way) => way.split(' ')).filter((phone) => !lexicon.units.includes(phone));
    if (unknown.length === 0) continue;
    const message = `"${word}" is pronounced with ${unknown.join(', ')}, which is no phone; there are: ${lexicon.units.slice(1).join(' ')}`;
    findings.push({ kind: 'unspeakable', where: source.locate(['pronunciations', word]), message });
  }
  const where = new Map<string, string>();
  for (const [name, values] of pack.lists) {
    // words that are only weighed nobody is expected to say
    if (pack.definition.lists[name].weighed) continue;
    for (const phrase of values.keys())
      for (const word of phrase.split(' ')) where.set(word, `in the list ${name}`);
  }
  for (const word of pack.automaton.words.numbers.keys())
    if (!where.has(word)) where.set(word, 'in a sentence');
  let guessedWords = 0;
  for (const [word, place] of where) {
    if (Object.hasOwn(own, word)) continue;
    const missing = spokenTokens(word).filter((token) => lexicon.idOf(token.toLowerCase()) < 0);
    if (missing.length === 0) continue;
    const [phones] = pronouncer.pronounce(word, 1);
    guessedWords++;
    findings.push(
      phones === undefined
        ? { kind: 'unspeakable', where: pack.files[0], message: `"${word}" (${place}) cannot be said` }
        : {
            kind: 'guessed',
            where: pack.files[0],
            message: `"${word}" (${place}) is in no dictionary and expected as ${phones.join(' ')}; correct it under "pronunciations" if need be`,
          },
    );
  }
  return { findings, words: new Set(where.keys()), guessedWords };
}
