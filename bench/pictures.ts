import { drawBars } from './bar-chart.js';
import { drawPlot } from './plot.js';
import { percentile, rounded, type Spread } from './statistics.js';

/**
 * What draws the picture of a result, by the name of the bench, from nothing but what stands in the result: so it can be
 * drawn anew (bench/draw.ts). A bench whose result does not hold all that its picture shows draws that itself.
 */
export const pictures = {
  capacity: drawCapacity,
  confidence: drawConfidence,
  http: drawHttp,
  memory: drawMemory,
  peer: drawPeer,
  soak: drawSoak,
  wer: drawWer,
} satisfies Readonly<Record<string, (result: never) => string>>;

interface CapacityResult {
  boundMs: number;
  /** Absent in results from before clients could choose. */
  wantsPartials?: boolean;
  steps: readonly { streams: number; ttfsMs?: Spread }[];
}

function drawCapacity({ boundMs, wantsPartials = false, steps }: CapacityResult): string {
  return drawPlot({
    title: `TTFS by streams at a time, ${wantsPartials ? 'with' : 'without'} partial results`,
    x: 'streams',
    y: 'end of speech to final result, TTFS (ms)',
    series: (['p50', 'p95'] as const).map((name) => ({
      name,
      points: steps.flatMap(({ streams, ttfsMs }) => (ttfsMs ? [[streams, ttfsMs[name]] as const] : [])),
    })),
    targets: [{ axis: 'y', value: boundMs, label: `bound: ${boundMs} ms` }],
  });
}

interface ConfidenceResult {
  bins: Readonly<Record<string, readonly { from: number; count: number; accuracy: number }[]>>;
}

function drawConfidence({ bins }: ConfidenceResult): string {
  const measured = Object.entries(bins).map(([name, all]) => ({
    name,
    // A bin that nothing fell into has no accuracy.
    points: all.filter(({ count }) => count > 0).map((bin) => [bin.from + 0.05, bin.accuracy] as const),
  }));
  const perfect = { name: 'perfect', points: [[0, 0] as const, [1, 1] as const] };
  return drawPlot({
    title: 'Reliability of confidences',
    x: 'confidence',
    y: 'share that was right',
    xRange: [0, 1],
    yRange: [0, 1],
    series: [...measured, perfect],
  });
}

interface HttpResult {
  /** A bare server's before ours. */
  rows: readonly { name: string; share: number; cpuShare: number }[];
}

function drawHttp({ rows }: HttpResult): string {
  const ours = rows.filter((_, at) => at % 2 === 1);
  return drawBars({
    title: 'JSON endpoints beside a bare Koa that answers the same',
    x: 'per cent of bare Koa',
    series: ['answers per second', 'answers per second of processor time'],
    groups: [
      {
        rows: ours.map(({ name, share, cpuShare }) => ({
          label: name.replace(', Earshot', ''),
          values: [share, cpuShare].map((value) => rounded(value * 100)),
        })),
      },
    ],
    targets: [{ value: 60, label: 'target: at least 60 %' }],
  });
}

interface MemoryResult {
  curve: readonly (readonly [query: number, miB: number])[];
}

function drawMemory({ curve }: MemoryResult): string {
  return drawPlot({
    title: 'Resident memory over queries',
    x: 'queries',
    y: 'MiB',
    yRange: closeRange(curve.map(([, miB]) => miB)),
    series: [{ name: 'resident', points: curve }],
  });
}

interface PeerResult {
  /** Absent in results from before all engines had the same. */
  chunkMs?: number;
  engines: Readonly<Record<string, { cpuPerSecond: number }>>;
}

function drawPeer({ chunkMs, engines }: PeerResult): string {
  const rows = Object.entries(engines).map(([label, { cpuPerSecond }]) => ({
    label,
    values: [rounded(cpuPerSecond * 1000, 2)],
  }));
  return drawBars({
    title: `The same weights and audio, one thread${chunkMs === undefined ? '' : `, chunks of ${chunkMs} ms`}`,
    x: 'processor time: ms for each second of audio',
    series: ['CPU'],
    groups: [{ rows }],
  });
}

interface SoakResult {
  streams: number;
  minutes: number;
  memory: readonly { minute: number; miB: number }[];
  latency: readonly (readonly [minute: number, p95: number])[];
}

/** Two panels, as memory creeps by a few MiB and latencies jump by hundreds of ms. */
function drawSoak({ streams, minutes, memory, latency }: SoakResult): string {
  const warm = latency.slice(coldMinutes(latency.map(([, p95]) => p95)));
  const cold = latency.slice(0, latency.length - warm.length).map(([, p95]) => p95);
  const which =
    cold.length === 1 ? 'the first, still warming up, is' : `the first ${cold.length}, still warming up, are`;
  const note = cold.length === 0 ? '' : `; ${which} not drawn (${cold.join(', ')} ms)`;
  const xRange = [0, minutes] as const;
  return drawPlot(
    {
      title: `${streams} streams for ${rounded(minutes / 60)} hours: resident memory`,
      x: 'minutes',
      y: 'MiB',
      xRange,
      yRange: closeRange(memory.map(({ miB }) => miB)),
      series: [{ name: 'resident memory (MiB)', points: memory.map(({ minute, miB }) => [minute, miB]) }],
    },
    {
      title: 'True end of speech to final result',
      x: `minutes${note}`,
      y: 'ms',
      xRange,
      series: [{ name: 'TTFS p95 of each minute (ms)', points: warm }],
    },
  );
}

/** How many minutes at the start are so slow, as code is cold, that they would leave no height for the others. */
function coldMinutes(p95s: readonly number[]): number {
  const usual = percentile(p95s, 0.5);
  return Math.max(
    0,
    p95s.findIndex((p95) => p95 <= 3 * usual),
  );
}

interface WerResult {
  table: readonly { of: string; name: string; condition: string; wer: number }[];
}

/** Lines over the noise where there are several levels of it, else bars. */
function drawWer({ table }: WerResult): string {
  const conditions = [...new Set(table.map(({ condition }) => condition))];
  const namesOf = (of: string) => [...new Set(table.filter((row) => row.of === of).map(({ name }) => name))];
  const percent = (of: string, name: string, condition: string) => {
    const found = table.find((row) => row.of === of && row.name === name && row.condition === condition);
    return found && rounded(found.wer * 100);
  };
  const levels = conditions.filter((condition) => condition === 'clean' || condition.endsWith(' dB'));
  if (levels.length > 2)
    return drawPlot({
      title: 'Word error rate in noise',
      x: 'speech over background noise',
      y: 'per cent',
      categories: levels,
      series: namesOf('set').map((name) => ({
        name,
        points: levels.flatMap((level, at) => {
          const value = percent('set', name, level);
          return value === undefined ? [] : [[at, value] as const];
        }),
      })),
    });
  const rowsOf = (of: string) =>
    namesOf(of).map((name) => ({
      label: name,
      values: conditions.map((condition) => percent(of, name, condition)),
    }));
  return drawBars({
    title: 'Word error rate',
    x: 'per cent',
    series: conditions,
    groups: [
      { name: 'Sets', rows: rowsOf('set') },
      { name: 'Speakers', rows: rowsOf('group') },
    ],
  });
}

/** Shows small changes, but no smaller than a tenth of what there is: that would make much of nothing. */
function closeRange(values: readonly number[]): [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = Math.max(high - low, 0.1 * high) / 2;
  const middle = (low + high) / 2;
  return [Math.max(0, middle - 1.2 * room), middle + 1.2 * room];
}
