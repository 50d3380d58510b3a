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

/** What means something else, or nothing, here: the place that is found, and what to write. */
const signs: readonly { found: RegExp; help: (...parts: string[]) => string | undefined }[] = [
  // Rhino
  { found: /([([])([^()[\]|;]*)[)\]]/g, help: (_all, opened, inner) => commaHelp(opened, inner) },
  {
    // Rhasspy, JSGF
    found: /\([^()[\]{}<>]*\)\{([\w-]+)\}/g,
    help: (_all, name) =>
      `words are no value because one stands behind them; put them into a list with an entity "${name}", and write {${name}} in their place`,
  },
  {
    // Rasa, Snips
    found: /\[([^()[\]{}<>|;]+)\]\(([\w-]+)\)/g,
    help: (_all, _words, name) => `a value is written {${name}}; what it can be stands in a list`,
  },
  { found: /[$@%]\{[^{}]*\}/g, help: (all) => `a value is written ${all.slice(1)}` },
  {
    // regular expressions
    found: /[)\]}>][?+](?!\s*(?:$|[|)\]]))|(?<!\S)\S*\*/g,
    help: () =>
      '"?", "+" and "*" mean nothing here; what may be left out is written [x], and any words are an entity of the kind text',
  },
];

/**
 * What is wrong with a template of a sentence that has signs in it which mean something in the notation of other
 * assistants, and something else, or nothing, here; undefined where it has none.
 */
export function foreignSigns(template: string): string | undefined {
  for (const { found, help } of signs) {
    for (const [all, ...parts] of template.matchAll(found)) {
      const fault = help(all, ...parts);
      if (fault !== undefined) return `"${all}": ${fault}`;
    }
  }
  return undefined;
}

/** What to write for a group of several parts with commas between them; a figure such as 1,000 has none. */
function commaHelp(opened: string, inner: string): string | undefined {
  const parts = inner.split(/,(?!\d)/).map((part) => part.trim());
  if (parts.length < 2 || parts.some((part) => part === '')) return undefined;
  const group = opened === '[' ? `[${parts.join('|')}]` : `(${parts.join('|')})`;
  return `a comma parts no alternatives; write ${group} for one of them, or leave it out`;
}
