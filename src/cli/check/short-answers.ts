import type { TemplateNode } from '../../nlu/template/template-parser.js';

/** The fewest words that sentences of a template have besides one value, by the entity of that, and without any. */
interface Fewest {
  without: number;
  beside: ReadonlyMap<string, number>;
}

/** The entities of which a sentence of a template may name a value, and have at most so many words besides. */
export function shortAnswers(
  node: TemplateNode,
  rules: ReadonlyMap<string, TemplateNode>,
  mostWords: number,
): string[] {
  return [...fewestWords(node, rules).beside].filter(([, words]) => words <= mostWords).map(([name]) => name);
}

function fewestWords(node: TemplateNode, rules: ReadonlyMap<string, TemplateNode>): Fewest {
  switch (node.kind) {
    case 'text':
      return { without: node.text.trim().split(/\s+/).length, beside: new Map() };
    case 'slot':
      return { without: Number.POSITIVE_INFINITY, beside: new Map([[node.entity, 0]]) };
    case 'rule': {
      const rule = rules.get(node.rule);
      return rule === undefined ? { without: 0, beside: new Map() } : fewestWords(rule, rules);
    }
    case 'choice': {
      const options = node.options.map((option) => fewestWords(option, rules));
      return {
        without: Math.min(...options.map(({ without }) => without)),
        beside: fewestOf(options.flatMap(({ beside }) => [...beside])),
      };
    }
    case 'sequence':
      return node.items
        .map((item) => fewestWords(item, rules))
        .reduce(
          (all, item) => ({
            without: all.without + item.without,
            beside: fewestOf([
              ...[...all.beside].map(([name, words]) => [name, words + item.without] as const),
              ...[...item.beside].map(([name, words]) => [name, words + all.without] as const),
            ]),
          }),
          { without: 0, beside: new Map() },
        );
  }
}

function fewestOf(counts: readonly (readonly [string, number])[]): Map<string, number> {
  const fewest = new Map<string, number>();
  for (const [name, words] of counts) fewest.set(name, Math.min(words, fewest.get(name) ?? words));
  return fewest;
}
