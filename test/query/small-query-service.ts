import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { configuredPack } from '../../src/cli/configured-pack.js';
import { createUnderstander } from '../../src/nlu/index.js';
import { type Owner, QueryService, type QueryServiceOptions } from '../../src/query/index.js';
import { Database } from '../../src/store/database.js';
import { LevelQueryStore } from '../../src/store/level-query-store.js';
import { EnergyTranscriber } from './energy-transcriber.js';

const understander = createUnderstander(configuredPack({ pack: 'product-search' }));
export const hours = 3_600_000;
export const owner: Owner = { organisationId: 'shop', uid: 'alice' };
export const audio = { locale: 'en-US', queryType: 'audio', audioQuery: { mimeType: 'audio/pcm' } } as const;

export const text = (value: string) =>
  ({ locale: 'en-US', queryType: 'text', textQuery: { text: value } }) as const;

/** The service of queries over a real store, with a small recogniser and a clock that the test moves. */
export async function setUpQueries(
  t: { teardown(task: () => unknown): void },
  options: Partial<QueryServiceOptions> = {},
) {
  const directory = await mkdtemp(join(tmpdir(), 'earshot-query-'));
  let nowMs = Date.now();
  let steadyMs = 0;
  const database = await Database.open({
    directory,
    log: pino({ level: 'silent' }),
    clock: () => nowMs,
    steadyClock: () => steadyMs,
  });
  t.teardown(async () => {
    await service.drain({ graceMs: 0 });
    await database.close();
    await rm(directory, { recursive: true, force: true });
  });
  const store = new LevelQueryStore(database);
  const transcriber = new EnergyTranscriber();
  const all = { store, transcriber, understander, now: () => nowMs, steadyClock: () => steadyMs, ...options };
  const service = new QueryService(all);
  database.keepWhile((id) => service.isAwaited(id));
  return {
    service,
    /** Removes what has expired for good. */
    sweep: () => database.sweep(),
    store,
    transcriber,
    /** Another process on the same store, as after a crash. */
    restarted: () => new QueryService({ ...all, transcriber: new EnergyTranscriber() }),
    pass(ms: number) {
      nowMs += ms;
      steadyMs += ms;
    },
    /** Sets the clock of the machine, while no time passes. */
    setClock(ms: number) {
      nowMs += ms;
    },
  };
}
