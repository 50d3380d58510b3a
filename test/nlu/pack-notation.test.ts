import t from 'tap';
import { loadPack } from '../../src/nlu/index.js';
import { messageOf } from './message-of.js';

t.test('signs that mean something in the notation of other assistants are told of', (t) => {
  const fault = (sentence: string) => {
    const pack = `name: x\nlocales: [en]\nlists: { color: { values: [red] } }\nentities: { color: {} }\nintents: { go: { sentences: ["${sentence}"] } }\n`;
    return messageOf(() => loadPack(t.testdir({ 'pack.yaml': pack }))).replace(
      /^[\s\S]*pack\.yaml:5: ".*?": /,
      '',
    );
  };
  t.match(fault('[buy, get] it'), /^"\[buy, get\]": a comma parts no alternatives; write \[buy\|get\]/);
  t.match(fault('({color}, blue) it'), /write \(\{color\}\|blue\)/);
  t.match(fault('make it (red|blue){color}'), /put them into a list with an entity "color"/);
  t.match(fault('make it [red](color)'), /^"\[red\]\(color\)": a value is written \{color\}/);
  t.match(fault('make it @{color}'), /a value is written \{color\}/);
  t.match(fault('i (would)? like it'), /^"\)\?": "\?", "\+" and "\*" mean nothing here/);
  t.match(fault('play * now'), /entity of the kind text/);
  for (const natural of [
    'oh, make it {color}, please',
    '(no, make it|well, do) {color}',
    'is it (red|{color})?',
    'a (1,000|million) colo[u]rs in {color}',
    '[please ,] go',
  ])
    t.equal(fault(natural), 'nothing was thrown', natural);
  t.end();
});

t.test('what is wrong with a rule is told once, where the rule is', async (t) => {
  const faults = (rules: string) => {
    const pack = `name: x\nlocales: [en]\nrules:\n  ${rules}\n  b: "well"\nintents: { go: { sentences: ["go <a>", "walk <a>", "run <a> <b>"] } }\n`;
    return messageOf(() => loadPack(t.testdir({ 'pack.yaml': pack })))
      .split('\n')
      .slice(1)
      .map((line) => line.replace(/^.*pack\.yaml/, ''));
  };
  t.same(faults('a: "to {place}"'), [
    ':4: "to {place}": there is no entity "place"; define it under "entities"',
  ]);
  t.same(faults('a: "to [the"'), [':4: "to [the": "[" is never closed with "]" (at character 4)']);
  t.same(faults('a: "to <spot>"'), [':4: "to <spot>": there is no rule <spot>']);
  t.same(faults('a: "to <c>"\n  c: "the <a>"'), [':4: "to <c>": rule <a> contains itself: a > c > a']);
});

t.test('a file of a pack in another encoding is no pack, nor one of a list', async (t) => {
  const latin = Buffer.from(
    'name: x\nlocales: [en]\n# caf\xe9\nintents: { go: { sentences: [go] } }\n',
    'latin1',
  );
  const folder = t.testdir({ 'pack.yaml': latin });
  t.match(
    messageOf(() => loadPack(folder)),
    /pack\.yaml cannot be read: it is not in UTF-8 \(from line 3 on\); save it as UTF-8/,
  );
  const lists = t.testdir({
    'pack.yaml':
      'name: x\nlocales: [en]\nlists:\n  place:\n    files: [places.txt]\nintents: { go: { sentences: [go] } }\n',
    'places.txt': Buffer.from('caf\xe9\n', 'latin1'),
  });
  t.match(
    messageOf(() => loadPack(lists)),
    /pack\.yaml:5: cannot read .*places\.txt: it is not in UTF-8 \(from line 1 on\)/,
  );
});
