import t from 'tap';
import { loadPack } from '../../src/nlu/index.js';
import { english } from '../../src/nlu/locales/en.js';
import { tokenise } from '../../src/nlu/tokenise.js';
import { joinSpelled } from '../../src/nlu/wording/join-spelled.js';

/** @param code Whether the pack reads codes. */
const pack = (code: boolean) => `
name: stall
locales: [en]
lists:
  thing: { inflect: true, values: [tv, hdmi cable, oled, ac, vitamin c, bulb, l g] }
  size: { values: [{ in: m, out: M }] }
entities:
  thing: { into: thing }
  size: { into: thing }
${code ? '  model: { kind: code, into: thing }' : ''}
fields: { thing: { kind: value } }
intents:
  buy: { sentences: ["[a] {thing}", "{size}"${code ? ', "{model}"' : ''}], context: [replace], replies: [Here.] }
`;

t.test('letters that are said one by one are the word that they spell', async (t) => {
  const stall = loadPack(t.testdir({ 'pack.yaml': pack(true) }));
  const norms = (text: string) =>
    joinSpelled(tokenise(text, english), text, stall)
      .map(({ norm }) => norm)
      .join(' ');
  t.equal(norms('an o l e d t v'), 'an oled tv');
  t.equal(norms('h d m i cable'), 'hdmi cable', 'it may begin a name');
  t.equal(norms('l g'), 'l g', 'the pack knows these letters as they are');
  t.equal(norms('a c'), 'a c', 'an article is no letter');
  t.equal(norms('eight k g'), 'eight kg', 'behind a number they are a unit');
  t.equal(norms('one hundred and forty four h z t v'), 'one hundred and forty four hz tv');
  t.equal(norms('two t v'), 'two t v', 'or may belong to it');
  t.equal(norms('o, l, e, d'), 'o l e d', 'nothing stands between them');
  const [tv] = joinSpelled(tokenise('T V', english), 'T V', stall);
  t.match(tv, { text: 'TV', norm: 'tv', start: 0, end: 3 }, 'its place in the text is that of all');
});

t.test('letters with a number behind them are a code, where a pack has any', async (t) => {
  const joinedIn = (code: boolean) => {
    const stall = loadPack(t.testdir({ 'pack.yaml': pack(code) }));
    return (text: string) =>
      joinSpelled(tokenise(text, english), text, stall)
        .map(
          ({ norm, start, end }, at, all) =>
            `${at > 0 && all[at - 1].end === start ? '' : ' '}${norm}${end > start ? '' : '!'}`,
        )
        .join('')
        .trim();
  };
  const norms = joinedIn(true);
  t.equal(norms('e twenty seven bulbs'), 'e27 bulbs');
  t.equal(norms('c r twenty thirty two'), 'cr2032');
  t.equal(norms('vitamin c five hundred milligrams'), 'vitamin c five hundred milligrams', 'it has a unit');
  t.equal(norms('vitamin c twenty'), 'vitamin c twenty', 'the letter belongs to a name');
  t.equal(norms('m two'), 'm two', 'it is a size');
  t.equal(norms('a two'), 'a two');
  t.equal(norms('s two hundred dollars'), 's two hundred dollars');
  t.equal(norms('f91w 18'), 'f91w 18', 'what is written together is complete');
  t.equal(joinedIn(false)('e twenty seven'), 'e twenty seven', 'nothing would read it');
});
