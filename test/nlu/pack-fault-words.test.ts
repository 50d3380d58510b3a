import t from 'tap';
import { loadPack } from '../../src/nlu/index.js';
import { messageOf } from './message-of.js';

t.test('what a pack has of the wrong form is told in words of those who write it', async (t) => {
  const fault = (part: string) => {
    const go = part.startsWith('intents') ? '' : 'intents: { go: { sentences: [go] } }\n';
    const folder = t.testdir({ 'pack.yaml': `name: x\nlocales: [en]\n${go}${part}\n` });
    return messageOf(() => loadPack(folder))
      .split('\n')
      .slice(1)
      .map((line) => line.replace(/^.*pack\.yaml:\d+: /, ''));
  };
  const intent = (keys: string) => `intents: { go: { sentences: [go], ${keys} } }`;
  for (const [part, message] of [
    ['lists: { a: { values: [museum, null] } }', 'lists.a.values.1: expected text or a map'],
    [
      'hotwords: [{ phrase: 3 }]',
      'hotwords: expected a map, received a list; a map is written "key: value", without "-" or [ ]',
    ],
    [
      'hotwords: { phrase: strong }',
      'hotwords.phrase: expected a number, received text; write figures, without quotes',
    ],
    ['hotwords: { phrase: 11 }', 'hotwords.phrase: takes at most 10'],
    ['entities: { 1a: {} }', 'entities.1a: a name is letters, digits, "_" and "-", and starts with a letter'],
    ['entities: { a: }', 'entities.a: expected a map, received nothing'],
    ['fields: { a: {} }', 'fields.a.kind: expected one of list, map, value, items'],
    ['conversation: { undo: 2.5 }', 'conversation.undo: expected a whole number, received a number'],
    ['fillers: [5]', 'fillers.0: expected text, received a number; put it in quotes'],
    [
      'entities:\n  a:{ into: b }',
      'entities.a:{ into: a name is letters, digits, "_" and "-", and starts with a letter; a space is missing behind the ":"',
    ],
    [
      'entities: { a: { into:value } }',
      'entities.a.into:value: "into:value" is not known here; a space is missing behind the ":"',
    ],
    ['tests: [{ intent: go }]', 'tests.0.say: expected text, received nothing'],
    [intent('context: [clear]'), 'intents.go.context.0: "clear" needs more: write { clear: all }'],
    [intent('context: [set]'), 'intents.go.context.0: "set" needs more: write { set: ... }'],
    [
      intent('context: [{ clear: place }]'),
      'intents.go.context.0.clear: expected "all" or a list, such as [place]',
    ],
    [
      intent('context: [{ replace: place }]'),
      'intents.go.context.0.replace: "replace" is written alone, and not as a map',
    ],
    [intent('replies: [{ when: { filled: [a] } }]'), 'intents.go.replies.0: "say" is missing'],
    [
      'lists: { a: { values: [{ out: b }] } }',
      'lists.a.values.0.in: expected text or a list, received nothing',
    ],
    [intent('joins: { words: [and], intents: [go] }'), 'intents.go.joins.intents: needs at least 2 entries'],
    ['intents: { go: { sentences: [""] } }', 'intents.go.sentences.0: needs at least 1 character'],
    ['intents:\n  go:\n    sentences: [go]\n\n \treplies: [x]', 'Tabs are not allowed as indentation'],
    ['intents:\n  go:\n    sentences: [\n\tgo,\n\twent]', 'Tabs are not allowed as indentation'],
  ] as const) {
    t.same(fault(part), [message]);
  }
});

t.test('what is no YAML of a pack is told where it begins', async (t) => {
  const fault = (part: string) => {
    const folder = t.testdir({ 'pack.yaml': `name: x\nlocales: [en]\n${part}\n` });
    return messageOf(() => loadPack(folder)).replace(/^[\s\S]*pack\.yaml:/, '');
  };
  for (const [part, message] of [
    [
      'lists:\n  a: { values: [b] }\n  c: { values: [d] # e }\n  f: { values: [g] }',
      '5: "{" is never closed with "}"; what stands behind " #" is a comment',
    ],
    ['rules: { a: b }\nfillers: [c\nfields: {}', '4: "[" is never closed with "]"'],
    [
      'intents:\n  go:\n    sentences:\n      - "go\n      - stop\n',
      '6: the text that begins with " here is never closed with "',
    ],
    [
      'lists: { a: { values: [!b c] } }',
      '3: there is no tag !b; a text that begins with "!" needs quotes around all of it',
    ],
    [
      'rules: { a: b }\n---\nrules: { c: d }',
      '4: a file of a pack holds one document; take out the line "---", or put what follows into a file of its own',
    ],
    [
      'rules: { a: @b }',
      '3: Plain value cannot start with reserved character @; a text that begins so needs quotes around all of it',
    ],
  ] as const)
    t.equal(fault(part), message);
});
