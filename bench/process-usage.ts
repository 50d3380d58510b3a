import { readFileSync } from 'node:fs';

/** Processor time that a process has used, in seconds; undefined where /proc does not tell. */
export function cpuSecondsOf(pid: number | undefined): number | undefined {
  const text = readProc(pid, 'stat');
  if (text === undefined) return undefined;
  // The name in brackets may hold spaces; user and system time are fields 14 and 15, in hundredths of a second.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Resident memory of a process in MiB; undefined where /proc does not tell. */
export function residentMiBOf(pid: number | undefined): number | undefined {
  const [, kib] = /VmRSS:\s+(\d+)/.exec(readProc(pid, 'status') ?? '') ?? [];
  return kib === undefined ? undefined : Math.round(Number(kib) / 102.4) / 10;
}

function readProc(pid: number | undefined, name: string): string | undefined {
  if (pid === undefined || process.platform !== 'linux') return undefined;
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return undefined;
  }
}
