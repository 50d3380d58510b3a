import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { earshot } from './run-earshot.js';

t.test('a pack of your own is compiled once, where there is a data folder', async (t) => {
  const greeter = `name: greeter
version: 1.0.0
locales: [en]
intents: { greet: { sentences: [good morning], replies: [Good morning.] } }
`;
  const folder = t.testdir({ 'greeter.yaml': greeter, data: {} });
  const data = join(folder, 'data');
  const ask = () =>
    earshot(['query', '--text', 'good morning', '--pack', join(folder, 'greeter.yaml'), '--data', data]);
  const kept = () =>
    readdirSync(join(data, 'compiled')).map((name) => [name, statSync(join(data, 'compiled', name)).ino]);
  t.match((await ask()).out, /greet/);
  const first = kept();
  t.equal(first.length, 1);
  t.match((await ask()).out, /greet/);
  t.strictSame(kept(), first);
});
