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
    ['hotwords: { phrase: strong }', 'hotwords.phrase: expected a number, received text'],
    ['hotwords: { phrase: 11 }', 'hotwords.phrase: takes at most 10'],
    ['entities: { 1a: {} }', 'entities.1a: a name is letters, digits, "_" and "-", and starts with a letter'],
    ['entities: { a: }', 'entities.a: expected a map, received nothing'],
    ['fields: { a: {} }', 'fields.a.kind: expected one of list, map, value, items'],
    ['conversation: { undo: 2.5 }', 'conversation.undo: expected a whole number, received a number'],
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
    [intent('joins: { words: [and], intents: [go] }'), 'intents.go.joins.intents: needs at least 2 entries'],
    ['intents: { go: { sentences: [""] } }', 'intents.go.sentences.0: needs at least 1 character'],
    ['intents:\n  go:\n    sentences: [go]\n\n \treplies: [x]', 'Tabs are not allowed as indentation'],
    ['intents:\n  go:\n    sentences: [\n\tgo,\n\twent]', 'Tabs are not allowed as indentation'],
  ] as const) {
    t.same(fault(part), [message]);
  }
});
