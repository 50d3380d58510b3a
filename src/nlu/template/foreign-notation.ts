/** What other voice assistants write for a value or a rule: `$station:to`, `@want`. Nobody says such a word. */
const sigil = /(?<![^\s([|;])[$@](\p{L}[\w-]*(?:\.[\w-]+)*)(:[\w-]+)?/u;

/**
 * What is wrong with a template of a sentence or a reply that has a name in the notation of other assistants (Rhino,
 * Rhasspy, Dialogflow) in it, which would be a word to say here; undefined where it has none. A sum such as `$5` is none.
 */
export function foreignNotation(template: string): string | undefined {
  const [found, name, slot = ''] = sigil.exec(template) ?? [];
  if (found === undefined) return undefined;
  return `"${found}" would be said; a value is written {${name}${slot}}, a rule or a part of replies <${name}>`;
}
