import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A server of this folder in its own process, with its resource usage. */
export interface ServerProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** Seconds of processor time so far, of all threads. */
  cpuSeconds(): number;
  /** Resident memory in MB. */
  residentMb(): number;
  /** Heap of the main thread in use after collection, in MB; needs `--expose-gc`. */
  heapMb(): Promise<number>;
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

const ticksPerSecond = 100;

export async function startServer(
  program: string,
  args: readonly string[],
  options: { readonly core?: number; readonly nodeFlags?: readonly string[] } = {},
): Promise<ServerProcess> {
  const node = [
    process.execPath,
    ...(options.nodeFlags ?? []),
    path.join(import.meta.dirname, program),
    ...args,
  ];
  const [command = '', ...rest] =
    options.core === undefined ? node : ['taskset', '-c', String(options.core), ...node];
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const [line] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  const { url } = JSON.parse(line.toString()) as { url: string };
  return {
    url,
    child,
    cpuSeconds: () => {
      // Behind the name in brackets: state is field 3, user and system time are 14 and 15.
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
    },
    residentMb: () => {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
    },
    heapMb: async () => {
      const answered = once(child, 'message');
      child.send('heap');
      return ((await answered) as [number])[0];
    },
    stop: async (signal) => {
      const ended = once(child, 'exit');
      child.kill(signal);
      return ((await ended) as [number | null])[0];
    },
  };
}
