import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { z } from 'zod';
import { packsFolder } from '../../src/nlu/index.js';
import { packFileSchema } from '../../src/nlu/pack/pack-schema.js';

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

function collectKeys(schema: unknown, keys: Set<string>): void {
  if (typeof schema !== 'object' || schema === null) return;
  if ('properties' in schema) for (const key of Object.keys(schema.properties as object)) keys.add(key);
  for (const part of Object.values(schema)) collectKeys(part, keys);
}
