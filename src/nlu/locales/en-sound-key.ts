/** Spelling -> sound, longest first; a much reduced form of what Metaphone (Philips, 1990) does. */
const rules: readonly (readonly [RegExp, string])[] = [
  [/^(?:kn|gn|pn)/, 'n'],
  [/^wr/, 'r'],
  [/^x/, 's'],
  [/^wh/, 'w'],
  [/mb$/, 'm'],
  [/tch/g, 'X'],
  [/(?:ch|sh|sch)/g, 'X'],
  [/(?:tio|tia|cia|sio)/g, 'X'],
  [/ph/g, 'f'],
  [/gh(?=[aeiou])/g, 'g'],
  [/gh/g, ''],
  [/th/g, 'T'],
  [/dg(?=[eiy])/g, 'j'],
  [/c(?=[eiy])/g, 's'],
  [/(?:ck|c|q)/g, 'k'],
  [/x/g, 'ks'],
  [/g(?=[eiy])/g, 'j'],
  [/z/g, 's'],
  [/v/g, 'f'],
  [/d(?=$)/g, 't'],
  [/h(?![aeiou])/g, ''],
];

/**
 * Consonant skeleton of an English word: vowels inside fall away, letters that sound alike become one, doubles are
 * written once. Meant for near misses on closed lists, not for distinguishing words.
 */
export function englishSoundKey(word: string): string {
  let key = word.toLowerCase().replace(/[^a-z]/g, '');
  if (key === '') return '';
  for (const [pattern, sound] of rules) key = key.replace(pattern, sound);
  // a "w" that begins a word is heard: "wake" is no cake
  const first = /^[aeiouy]/.test(key) ? 'A' : key.startsWith('w') ? 'w' : '';
  key = first + key.replace(/[aeiouwy]/g, '');
  return key.replace(/(.)\1+/g, '$1');
}
