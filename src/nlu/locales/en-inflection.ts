const irregularPlurals: Record<string, string> = {
  men: 'man',
  women: 'woman',
  children: 'child',
  feet: 'foot',
  teeth: 'tooth',
  mice: 'mouse',
  geese: 'goose',
  people: 'person',
  knives: 'knife',
  shelves: 'shelf',
  scarves: 'scarf',
  leaves: 'leaf',
  loaves: 'loaf',
  wolves: 'wolf',
  dice: 'die',
  halves: 'half',
  tomatoes: 'tomato',
  potatoes: 'potato',
  mangoes: 'mango',
  heroes: 'hero',
  dominoes: 'domino',
  mosquitoes: 'mosquito',
  chais: 'chai',
  cookies: 'cookie',
  beanies: 'beanie',
  booties: 'bootie',
  hoodies: 'hoodie',
  movies: 'movie',
  onesies: 'onesie',
  talkies: 'talkie',
  zombies: 'zombie',
  brownies: 'brownie',
  smoothies: 'smoothie',
  toasties: 'toastie',
  paninis: 'panini',
  tvs: 'tv',
  cds: 'cd',
  wives: 'wife',
  lenses: 'lens',
  buses: 'bus',
  gases: 'gas',
  canvases: 'canvas',
  atlases: 'atlas',
  cactuses: 'cactus',
};

/** Singulars that look like plurals: lens, gas. */
const singularsOnS = new Set(Object.values(irregularPlurals).filter((word) => word.endsWith('s')));

/** Singular of a noun; other words as they are. */
export function singular(word: string): string {
  if (Object.hasOwn(irregularPlurals, word)) return irregularPlurals[word];
  if (singularsOnS.has(word)) return word;
  if (word.length < 4 || !word.endsWith('s')) return word;
  if (word.endsWith('ss') || word.endsWith('us') || word.endsWith('is')) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|x|ss|zz)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

/** Verbs of which the participle is the word itself. */
const unchangedVerbs: ReadonlySet<string> = new Set(['put', 'shut', 'set', 'let', 'cut']);

/** What a participle or a superlative may come from: chopped, sliced, dried, put; smallest, largest. */
export function bases(word: string): readonly string[] {
  if (unchangedVerbs.has(word)) return [word];
  return rootsBefore(/^(.{2,})(?:ed|est|ing)$/, word);
}

/** What a comparative may come from: quieter, larger, bigger, sturdier. */
export function positives(word: string): readonly string[] {
  return rootsBefore(/^(.{3,})er$/, word);
}

/** The words that an ending may have been put to, as it changes them. */
function rootsBefore(ending: RegExp, word: string): readonly string[] {
  const [, base] = ending.exec(word) ?? [];
  if (base === undefined) return [];
  const last = base.at(-1)!;
  // "shoping" is no form of "shop"
  const isDoubled = /^[^aeiou]*[aeiou][^aeiouwxy]$/.test(base);
  return [
    ...(isDoubled ? [] : [base]),
    `${base}e`,
    ...(base.at(-2) === last ? [base.slice(0, -1)] : []),
    ...(last === 'i' ? [`${base.slice(0, -1)}y`] : []),
  ];
}

/** What something with much of a thing may be called: glittery, striped, furry, spotted. */
export function adjectives(noun: string): readonly string[] {
  const one = singular(noun);
  const base = one.endsWith('e') ? one.slice(0, -1) : one;
  const roots = [base, `${base}${base.at(-1) ?? ''}`];
  return roots.flatMap((root) => [`${root}y`, `${root}ed`]);
}

/** Plural of a noun. */
export function plural(word: string): string {
  const irregular = Object.entries(irregularPlurals).find(([, one]) => one === word);
  if (irregular !== undefined) return irregular[0];
  if (singular(word) !== word) return word;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}
