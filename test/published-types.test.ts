// The declarations that the package hands out, as a TypeScript project of someone else sees them.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import t from 'tap';

const client = `
  import { ServiceSession, type ProcessedQuery } from 'earshot/client';
  const session = new ServiceSession({ host: 'kiosk', audioProfileId: '', refreshToken: '' });
  const created = await session.createAudioQuery('en-US');
  const spoken: ProcessedQuery = await session.sendAudioQuery('en-US', null, null, null, { onPartial() {} });
  const streamed = await session.streamAudio(created, (notification: 'vad_stop') => {});
  const written = await session.sendTextQuery('red shoes', 'en-US', spoken.context, spoken.conversationId);
  for (const { textQuery, intent, reply, entities } of [spoken, streamed, written]) {
    const told: string = textQuery.text + intent + reply.text + Object.keys(entities);
  }
  // @ts-expect-error a query that was only created has no text
  created.textQuery.text;
  // @ts-expect-error the locale is missing
  session.sendAudioQuery();
  // @ts-expect-error the host is missing
  new ServiceSession({ audioProfileId: '' });
`;

t.test('the example of README.md and the uses of an answer compile, and mistakes do not', async (t) => {
  const [, example] = /```ts\n(.+?)```/s.exec(readFileSync('README.md', 'utf8')) ?? [];
  t.match(example, /createEngine/);
  const folder = t.testdir({
    'engine.ts': `declare const bytes: Uint8Array, stream: AsyncIterable<Uint8Array>;\n${example}`,
    'client.ts': client,
  });
  const { stdout } = spawnSync(process.execPath, [
    resolve('node_modules/typescript/bin/tsc'),
    ...['--noEmit', '--strict', '--skipLibCheck', '--pretty', 'false', '--ignoreConfig'],
    ...['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2023,dom', '--types', 'node'],
    ...['engine.ts', 'client.ts'].map((file) => join(folder, file)),
  ]);
  t.equal(String(stdout), '');
});
