import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

export interface ProcessUsage {
  readonly pid: number;
  readonly residentMb: number;
  /** Seconds of processor time, including that of child processes that have ended. */
  readonly cpuSeconds: number;
}

/** Returns the memory and the processor time of a process and of all running processes that it started. */
export function processFamily(root: number): ProcessUsage[] {
  const parents = new Map<number, number>();
  const usage = new Map<number, ProcessUsage>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    try {
      // The fields after the name in brackets, as numbered in proc(5): 3 is the state, 4 the parent, 14 and 15 are the
      // user and system time. Fields 16 and 17 are the times of child processes that have ended.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      parents.set(pid, Number(fields[1]));
      usage.set(pid, {
        pid,
        residentMb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024,
        cpuSeconds: sum(fields.slice(11, 15).map(Number)) / ticksPerSecond,
      });
    } catch {
      // The process has ended since the folder was read.
    }
  }
  const belongs = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === root || belongs(parents.get(pid)));
  return [...usage.values()].filter(({ pid }) => belongs(pid));
}

/**
 * Returns the proportional memory of processes in MB: memory that several processes share counts once. Slow, because
 * the system visits all memory pages of a process.
 */
export function proportionalMb(family: readonly ProcessUsage[]): number {
  const sizes = family.map(({ pid }) => {
    try {
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
      return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024;
    } catch {
      return 0;
    }
  });
  return sum(sizes);
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
