import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';

/** Where a figure was taken: part of every result file. */
export function machine() {
  const processors = cpus();
  return {
    processor: processors[0]?.model.trim(),
    cores: processors.length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform}-${process.arch}`,
    node: process.version,
  };
}

/** Writes `<folder>/<name>.json`: date, machine and what was measured. */
export function writeReport(name: string, measured: object, folder = 'bench/results'): void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.json`);
  const report = { bench: name, date: new Date().toISOString(), machine: machine(), ...measured };
  writeFileSync(file, `${JSON.stringify(report, undefined, 2)}\n`);
  console.log(`\n${file} written`);
}

/** Writes a picture beside the figures: `<folder>/<name>.svg`. */
export function writePicture(name: string, svg: string, folder = 'bench/results'): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.svg`), svg);
}
