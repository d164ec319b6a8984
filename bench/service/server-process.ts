import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { processFamily, proportionalMb, sum } from './process-family.ts';

/** A server of this folder in its own process, with its resource usage. */
export interface ServerProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** Seconds of processor time so far, of the server and its worker processes. */
  cpuSeconds(): number;
  /** Resident memory of the server and its worker processes, in MB. */
  residentMb(): number;
  /** Like `residentMb`, but memory that these processes share counts once. */
  proportionalMb(): number;
  /** Used heap of the main thread after a garbage collection, in MB. Needs `--expose-gc`. */
  heapMb(): Promise<number>;
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

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
  const family = () => processFamily(child.pid as number);
  return {
    url,
    child,
    cpuSeconds: () => sum(family().map(({ cpuSeconds }) => cpuSeconds)),
    residentMb: () => sum(family().map(({ residentMb }) => residentMb)),
    proportionalMb: () => proportionalMb(family()),
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
