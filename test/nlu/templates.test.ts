import fc from 'fast-check';
import t from 'tap';
import { AutomatonBuilder } from '../../src/nlu/template/automaton.js';
import { expandTemplate } from '../../src/nlu/template/expand.js';
import { shrinkAutomaton } from '../../src/nlu/template/shrink-automaton.js';
import { slotsOf } from '../../src/nlu/template/slot-arcs.js';
import {
  parseTemplate,
  type TemplateNode,
  TemplateSyntaxError,
} from '../../src/nlu/template/template-parser.js';
import { eachArc, stateCount, targetsOf } from '../../src/nlu/template/word-arcs.js';

const expand = (template: string, rules: Record<string, string> = {}) =>
  expandTemplate(parseTemplate(template), parsed(rules)).map((text) => text.replace(/\s+/g, ' ').trim());
const parsed = (rules: Record<string, string>) =>
  new Map(Object.entries(rules).map(([name, text]) => [name, parseTemplate(text)] as [string, TemplateNode]));

t.test('the notation', async (t) => {
  t.same(expand('turn [the] (light|lamp) on'), [
    'turn the light on',
    'turn the lamp on',
    'turn light on',
    'turn lamp on',
  ]);
  t.same(expand('(a;b)'), ['a b', 'b a']);
  t.same(expand('ticket[s]'), ['tickets', 'ticket'], 'a group without a space goes on with the word');
  t.same(expand('colo[u]r[s]'), ['colours', 'colour', 'colors', 'color']);
  t.same(expand('<who> now', { who: '(you|me)' }), ['you now', 'me now']);
  t.same(expand('((x|y)|[z] w)'), ['x', 'y', 'z w', 'w']);
});

t.test('faults say where they are', async (t) => {
  const offset = (template: string) => {
    try {
      parseTemplate(template);
    } catch (error) {
      if (error instanceof TemplateSyntaxError) return error.offset;
    }
    return undefined;
  };
  t.equal(offset('turn (on|off'), 5);
  t.equal(offset('turn on)'), 7);
  t.equal(offset('set {name to'), 4);
  t.equal(offset('(a|b;c)'), 4);
  t.equal(offset('(a;b;c;d;e)'), 0);
  t.equal(offset('{two words}'), 1);
  t.equal(offset('more {item}[s] now'), 11, 'no plural is made so');
  t.equal(offset('{item} [s]'), undefined);
  t.throws(() => expand('<a>', { a: '<b>', b: '<a>' }), /contain themselves/);
  t.throws(() => expand('[a] [b] [c] [d] [e] [f] [g] [h] [i]'), /more than 200/);
});

const plain = {
  normalise: (text: string) => text.split(/\s+/).filter(Boolean),
  waysToSay: () => [],
};

t.test('an automaton stays within its bound', async (t) => {
  const options = {
    rules: parsed({ a: '(x|y) (x|y)', b: '<a> <a> <a> <a>', c: '<b> <b> <b> <b>', d: '<c> <c> <c> <c>' }),
    wording: plain,
  };
  const builder = new AutomatonBuilder({ ...options, maxArcs: 500 });
  t.throws(() => builder.add(parseTemplate('<d>'), 0), /more than 500 transitions/);
  t.throws(
    () => new AutomatonBuilder(options).add(parseTemplate('[a]'), 0),
    TemplateSyntaxError,
    'no empty sentence',
  );
  const circular = new AutomatonBuilder({ ...options, rules: parsed({ a: 'x <b>', b: '<a>' }) });
  t.throws(() => circular.add(parseTemplate('<a>'), 0), /contains itself/);
});

t.test('any text either parses or is refused, in bounded time', async (t) => {
  const pieces = fc.constantFrom(
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '<',
    '>',
    '|',
    ';',
    'a',
    'word',
    ' ',
    '{x}',
    '<r>',
    '[b]',
    '(c|d)',
    ':',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
      try {
        const node = parseTemplate(parts.join(''));
        new AutomatonBuilder({ rules: parsed({ r: 'rule' }), wording: plain }).add(node, 0);
      } catch (error) {
        if (!(error instanceof TemplateSyntaxError)) throw error;
      }
    }),
    { numRuns: 3000 },
  );
  t.pass();
});

t.test('beginnings and ends that templates share are one state each', async (t) => {
  const builder = new AutomatonBuilder({
    rules: new Map(),
    wording: plain,
  });
  builder.add(parseTemplate('i want (a|an|the) {thing}'), 0);
  builder.add(parseTemplate('i (want|need) {thing}'), 1);
  const full = builder.build();
  const small = shrinkAutomaton(full);
  t.ok(stateCount(small.words) < stateCount(full.words));
  t.equal(small.start, 0);
  const wordsFrom = (state: number) =>
    [...eachArc(small.words)].flatMap(({ from, word }) => (from === state ? [word] : []));
  t.strictSame(wordsFrom(0), ['i']);
  const [afterI] = targetsOf(small.words, 0, 'i');
  const [afterWant] = targetsOf(small.words, afterI, 'want');
  t.strictSame(wordsFrom(afterWant).toSorted(), ['a', 'an', 'the']);
  const [thing, ...others] = slotsOf(small.slots, afterWant);
  t.match(thing, { entity: 'thing', name: 'thing' });
  t.strictSame(others, []);
  t.strictSame(small.outcomes[thing.to], [1]);
  t.strictSame(targetsOf(small.words, afterWant, 'a'), targetsOf(small.words, afterWant, 'the'));
});

t.test('every arc leads to a state of a higher number', async (t) => {
  const { piece } = fc.letrec<{ piece: string }>((tie) => ({
    piece: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom('a', 'b c', '{x}', '<r>', '<s>'),
      fc.tuple(tie('piece'), tie('piece')).map(([one, two]) => `${one} ${two}`),
      fc.array(tie('piece'), { minLength: 1, maxLength: 3 }).map((options) => `(${options.join('|')})`),
      tie('piece').map((inner) => `[${inner}]`),
    ),
  }));
  const rules = parsed({ r: '(a|b <s>)', s: '[c] {y}' });
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 5 }), (templates) => {
      const builder = new AutomatonBuilder({ rules, wording: plain });
      // with a word of its own none is empty
      for (const [outcome, template] of templates.entries())
        builder.add(parseTemplate(`${template} d`), outcome);
      const full = builder.build();
      for (const { words, slots } of [full, shrinkAutomaton(full)]) {
        const isUp = ({ from, to }: { from: number; to: number }) => to > from;
        const states = [...Array(stateCount(words)).keys()];
        const slotArcs = states.flatMap((from) => slotsOf(slots, from).map(({ to }) => ({ from, to })));
        if (![...eachArc(words), ...slotArcs].every(isUp)) return false;
      }
      return true;
    }),
    { numRuns: 300 },
  );
  t.pass();
});
