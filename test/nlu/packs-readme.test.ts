import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { z } from 'zod';
import { checkPack } from '../../src/cli/check/check-pack.js';
import { checkTestCatalogue } from '../../src/cli/check/check-test-catalogue.js';
import { loadPack, packsFolder } from '../../src/nlu/index.js';
import { packFileSchema } from '../../src/nlu/pack/schema/pack-schema.js';
import { readTestCatalogue } from '../../src/nlu/tools/read-test-catalogue.js';
import { testPack } from '../../src/nlu/tools/test-pack.js';
import { openPronouncer } from '../../src/stt/lexicon/open-pronouncer.js';

t.test('every key of a pack file stands in the README', (t) => {
  const readme = readFileSync(join(packsFolder(), 'README.md'), 'utf8');
  const code = (readme.match(/```[\s\S]*?```|`[^`\n]+`/g) ?? []).join('\n');
  const named = new Set(code.match(/[A-Za-z]+/g));
  const keys = new Set<string>();
  collectKeys(z.toJSONSchema(packFileSchema, { io: 'input', unrepresentable: 'any' }), keys);
  t.ok(keys.size > 100);
  t.same(
    [...keys].filter((key) => !named.has(key)),
    [],
  );
  t.end();
});

t.test('the packs in the README do what it says', async (t) => {
  const readme = readFileSync(join(packsFolder(), 'README.md'), 'utf8');
  const blocks = [...readme.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, block]) => block);
  const [products] = [...readme.matchAll(/```csv\n([\s\S]*?)```/g)].map(([, block]) => block);
  const speech = openPronouncer('models/default');
  const packs = blocks.flatMap((block, at) => (block.startsWith('name:') ? [[block, blocks[at + 1]]] : []));
  t.equal(packs.length, 3);
  for (const [pack, tests] of packs) {
    const folder = t.testdir({ 'pack.yaml': pack, 'pack.test.yaml': tests, 'books.csv': products });
    const loaded = loadPack(folder, { tests: true });
    const results = testPack(loaded, { catalogue: await readTestCatalogue(loaded) });
    t.same(
      results.flatMap(({ say, faults }) => faults.map((fault) => `${say}: ${fault}`)),
      [],
    );
    const { name } = loaded.definition;
    const [, passed] = new RegExp(`earshot pack test ${name}\n(\\d+) passed`).exec(readme) ?? [];
    if (passed !== undefined) t.equal(results.length, Number(passed), `the tests of ${name} that pass`);
    const { figures, findings: found } = checkPack(loaded, speech);
    const [, said] = new RegExp(`pack check ${name}\n.*, (\\d+) test sentences`).exec(readme) ?? [];
    if (said !== undefined) t.equal(figures.tests, Number(said), `the test sentences of ${name}`);
    const findings = [...found, ...(await checkTestCatalogue(loaded))];
    t.same(
      findings.filter(({ kind }) => kind !== 'guessed'),
      [],
    );
  }
});

function collectKeys(schema: unknown, keys: Set<string>): void {
  if (typeof schema !== 'object' || schema === null) return;
  if ('properties' in schema) for (const key of Object.keys(schema.properties as object)) keys.add(key);
  for (const part of Object.values(schema)) collectKeys(part, keys);
}
