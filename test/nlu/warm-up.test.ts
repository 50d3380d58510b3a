import { setTimeout as pause } from 'node:timers/promises';
import t from 'tap';
import { createUnderstander, loadPack, type UnderstandRequest } from '../../src/nlu/index.js';
import { sampleRequests, warmUp } from '../../src/nlu/tools/warm-up.js';

t.test('warming up understands sentences of the pack, and ends when it is told to', async (t) => {
  const pack = loadPack('coffee-bar');
  const understander = createUnderstander(pack);
  const ending = new AbortController();
  const intents: string[] = [];
  const counted = {
    locales: understander.locales,
    completeness: (request: UnderstandRequest) => understander.completeness(request),
    understand: (request: UnderstandRequest) => {
      const result = understander.understand(request);
      intents.push(result.intent);
      if (intents.length === 40) ending.abort();
      return result;
    },
  };
  await warmUp(counted, sampleRequests(pack, 200), ending.signal);
  t.equal(intents.length, 40);
  // Some sentences mean something only in the middle of a conversation.
  const understood = intents.filter((intent) => intent !== 'none');
  t.ok(understood.length > 20, `${understood.length} were understood`);
  t.ok(new Set(understood).size > 4, 'as many a different intent');
});

t.test('nothing is warmed up while many speak', async (t) => {
  const ending = new AbortController();
  const asked: UnderstandRequest[] = [];
  const understander = createUnderstander(loadPack('coffee-bar'));
  const counted = {
    locales: understander.locales,
    completeness: (request: UnderstandRequest) => understander.completeness(request),
    understand: (request: UnderstandRequest) => {
      asked.push(request);
      return understander.understand(request);
    },
  };
  let isBusy = true;
  const done = warmUp(counted, ['a latte', 'a tea'], ending.signal, () => isBusy);
  await pause(100);
  t.equal(asked.length, 0);
  isBusy = false;
  await done;
  t.equal(asked.length, 2);
});
