import { setTimeout as pause } from 'node:timers/promises';
import t from 'tap';
import { configuredPack } from '../../src/cli/configured-pack.js';
import { createUnderstander, type UnderstandRequest, type UnderstandResult } from '../../src/nlu/index.js';
import { sampleRequests, warmUp } from '../../src/nlu/tools/warm-up.js';

/** The coffee bar, and what is told of each request that it is asked to understand. */
function listenedTo(listen: (request: UnderstandRequest, result: UnderstandResult) => void) {
  const pack = configuredPack({ pack: 'coffee-bar' });
  const understander = createUnderstander(pack);
  const listened = {
    locales: understander.locales,
    completeness: (request: UnderstandRequest) => understander.completeness(request),
    understand: (request: UnderstandRequest) => {
      const result = understander.understand(request);
      listen(request, result);
      return result;
    },
  };
  return { pack, understander: listened };
}

t.test('warming up understands sentences of the pack, and ends when it is told to', async (t) => {
  const ending = new AbortController();
  const intents: string[] = [];
  const { pack, understander } = listenedTo((_, { intent }) => {
    intents.push(intent);
    if (intents.length === 40) ending.abort();
  });
  await warmUp(understander, sampleRequests(pack, 200), ending.signal);
  t.equal(intents.length, 40);
  // Some sentences mean something only in the middle of a conversation.
  const understood = intents.filter((intent) => intent !== 'none');
  t.ok(understood.length > 20, `${understood.length} were understood`);
  t.ok(new Set(understood).size > 4, 'as many a different intent');
});

t.test('nothing is warmed up while many speak', async (t) => {
  const asked: UnderstandRequest[] = [];
  const { understander } = listenedTo((request) => asked.push(request));
  let isBusy = true;
  const done = warmUp(understander, ['a latte', 'a tea'], new AbortController().signal, () => isBusy);
  await pause(100);
  t.equal(asked.length, 0);
  isBusy = false;
  await done;
  t.equal(asked.length, 2);
});
