import t from 'tap';
import { loadPack } from '../../src/nlu/index.js';
import { english } from '../../src/nlu/locales/en.js';
import { tokenise } from '../../src/nlu/tokenise.js';
import { joinSplitWords } from '../../src/nlu/wording/join-split-words.js';

t.test('two words that are one word of a list are read as that', async (t) => {
  const pack = loadPack(
    t.testdir({
      'pack.yaml': `
name: stall
locales: [en]
lists:
  thing:
    inflect: true
    values: [notebook, headphone, blackboard, bookcase, footpole, case, phone, lookout, carpet, pet barrier, laptop bag]
  color: { values: [black] }
entities:
  thing: { into: thing }
  color: { into: color }
fields: { thing: { kind: value }, color: { kind: value } }
intents:
  buy: { sentences: ["[a] [{color}] {thing}", "look out for {thing}"], context: [replace], replies: [Here.] }
`,
    }),
  );
  const norms = (text: string) =>
    joinSplitWords(tokenise(text, english), text, pack)
      .map(({ norm }) => norm)
      .join(' ');
  t.equal(norms('two note books and a book case'), 'two notebooks and a bookcase');
  t.equal(norms('a lap top bag'), 'a laptop bag', 'it may begin a name of several words');
  t.equal(norms('head phones'), 'headphones', 'though the second word is a thing by itself');
  t.equal(norms('a black board'), 'a black board', 'of a color it is said of another thing');
  t.equal(norms('a ten foot pole'), 'a ten foot pole', 'with a number it is how long something is');
  t.equal(norms('a car pet barrier'), 'a car pet barrier', 'the second word begins a name');
  t.equal(norms('look out for a phone'), 'look out for a phone', 'a sentence of the pack begins so');
  t.equal(norms('note-books, note, books'), 'note books note books', 'nothing stands between them');
  const [joined] = joinSplitWords(tokenise('Note books', english), 'Note books', pack);
  t.match(joined, { text: 'Notebooks', start: 0, end: 10 }, 'its place in the text is that of both');
});
