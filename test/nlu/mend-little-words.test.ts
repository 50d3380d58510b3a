import t from 'tap';
import { loadPack } from '../../src/nlu/index.js';
import { english } from '../../src/nlu/locales/en.js';
import { tokenise } from '../../src/nlu/tokenise.js';
import { mendLittleWords } from '../../src/nlu/wording/mend-little-words.js';

t.test('little words that are a letter off are read as they were meant', async (t) => {
  const pack = loadPack(
    t.testdir({
      'pack.yaml': `
name: stall
locales: [en]
lists: { fruit: { values: [apple, wither] } }
entities:
  fruit: {}
  often: { kind: pattern, patterns: [{ in: once a day, out: daily }] }
  diet: { kind: phrase, of: [often, fruit], glue: [wih] }
intents: { buy: { sentences: ["{diet} [between|without|and]"], replies: [Here.] } }
`,
    }),
  );
  const tokens = (text: string, confidences?: number[]) =>
    mendLittleWords(tokenise(text, english, confidences), pack);
  const norms = (text: string, confidences?: number[]) =>
    tokens(text, confidences)
      .map(({ norm }) => norm)
      .join(' ');
  t.equal(norms('apple unnder 5 dolars'), 'apple under 5 dollars');
  t.equal(norms('betwen 2 adn 3 dolars'), 'between 2 and 3 dollars');
  t.equal(norms('apple wihtout a stone'), 'apple without a stone');
  t.equal(norms('wither'), 'wither', 'a word of the pack is right as it stands');
  t.equal(norms('once a day apple'), 'once a day apple', 'so is one of a pattern');
  t.equal(norms('wih apple'), 'wih apple', 'and one between the values of a phrase');
  t.equal(norms('apple 1 point 5'), 'apple 1 point 5', 'so is what stands within a number');
  t.equal(norms('zanzibar'), 'zanzibar', 'what is like no other word stays');
  t.equal(norms('apple unnder five', [1, 0.6, 1]), 'apple unnder five', 'only what is typed is misspelt');
  t.equal(tokens('apple unnder 5')[1].text, 'unnder', 'the text stays as it was typed');
});
