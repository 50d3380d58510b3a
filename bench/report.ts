import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { CannotRun } from './cannot-run.js';
import { pictures } from './pictures.js';

/** Where a figure was taken: part of every result file. */
export interface Machine {
  processor?: string;
  instructions?: string[];
  cores: number;
  memoryGiB: number;
  platform: string;
  node: string;
}

function machine(): Machine {
  const processors = cpus();
  return {
    processor: processors[0]?.model.trim(),
    instructions: instructions(),
    cores: processors.length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform}-${process.arch}`,
    node: process.version,
  };
}

/** Of the instruction sets that networks run faster with, those that the processor has; Linux only. */
function instructions(): string[] | undefined {
  const file = '/proc/cpuinfo';
  const flags = existsSync(file) ? /^flags\s*:(.*)$/m.exec(readFileSync(file, 'utf8'))?.[1] : undefined;
  if (flags === undefined) return undefined;
  const wanted = ['avx2', 'avx_vnni', 'avx512f', 'avx512_vnni', 'amx_int8'];
  return wanted.filter((name) => flags.split(' ').includes(name));
}

/** Writes `<folder>/<name>.json`: date, machine and what was measured; and its picture, where {@link pictures} has one. */
export function writeReport(name: string, measured: object, folder = 'bench/results'): void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.json`);
  const report = { bench: name, date: new Date().toISOString(), machine: machine(), ...measured };
  const text = JSON.stringify(report, undefined, 2);
  writeFileSync(file, `${text}\n`);
  const picture = drawResult(JSON.parse(text));
  if (picture !== undefined) writePicture(name, picture, folder);
  console.log(`\n${file} written`);
}

/** What {@link writeReport} wrote. @throws CannotRun that names the file. */
export function readReport(file: string): { bench: string } {
  if (!existsSync(file)) throw new CannotRun(`There is no result ${file}.`);
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as { bench: string };
  } catch {
    throw new CannotRun(`${file} is no result: it is not JSON.`);
  }
}

/** The picture of a result; undefined where {@link pictures} has none of that bench. */
export function drawResult(result: { bench: string }): string | undefined {
  const draw = (pictures as Readonly<Record<string, (result: never) => string>>)[result.bench];
  return draw?.(result as never);
}

/** Writes a picture beside the figures: `<folder>/<name>.svg`. */
export function writePicture(name: string, svg: string, folder = 'bench/results'): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.svg`), svg);
}
