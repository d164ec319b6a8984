import os from 'node:os';
import { type Slope, slopeOf } from './memory-slope.ts';

/** Memory in MB at one point in time. */
export interface MemorySample {
  readonly minute: number;
  readonly service: number;
  /** Total of all worker processes. */
  readonly workers: number;
  readonly openFiles: number;
  readonly waiting: number;
  /** Used heap of the service, which includes garbage. */
  readonly heap: number;
}

interface MemoryRun {
  readonly minutes: number;
  readonly warmUpMinutes: number;
  readonly samples: readonly MemorySample[];
  readonly operationsPerSecond: number;
  readonly operations: ReadonlyMap<string, number>;
  readonly unexpected: number;
  readonly exitCode: number | null;
  readonly webhooks: number;
}

/**
 * Limit for the growth of the service's memory in MB per minute. The upper end of the confidence interval of the growth
 * must not exceed this limit.
 */
export const maxSlope = 0.5;

/** Returns the report of a run, and the slope of the resident memory of the service. */
export function memoryReport(run: MemoryRun): { readonly text: string; readonly slope: Slope } {
  const { minutes, warmUpMinutes, samples } = run;
  const counted = samples.filter(({ minute }) => minute >= warmUpMinutes);
  const slope = (sizeOf: (sample: MemorySample) => number): Slope =>
    slopeOf(counted.map((sample) => ({ minute: sample.minute, value: sizeOf(sample) })));
  const service = slope((sample) => sample.service);
  const slopes: readonly (readonly [string, Slope])[] = [
    ['service', service],
    ['worker processes', slope(({ workers }) => workers)],
    ['sum', slope((sample) => sample.service + sample.workers)],
  ];
  const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  const shown = samples.filter(
    ({ minute }, index) => Math.floor(minute / 2) !== Math.floor((samples[index - 1]?.minute ?? -1) / 2),
  );
  const heapAt = (minute: number): number =>
    Math.min(...samples.filter((one) => Math.abs(one.minute - minute) <= 2).map(({ heap }) => heap));
  const memoryRow = ({ minute, service: own, workers, openFiles, waiting }: MemorySample): string => {
    const sizes = [own, heapAt(minute), workers, own + workers].map((size) => size.toFixed(1));
    return row([minute.toFixed(0), ...sizes, openFiles, waiting]);
  };
  const markdown = `# Memory of the local service under mixed load

\`node bench/service-memory.ts ${minutes}\`, ${os.cpus().length} cores, Node ${process.version}. One worker process
with the local engine. About ${run.operationsPerSecond} operations per second, chosen at random from the kinds below.
The queue had at least ${Math.min(...samples.map(({ waiting }) => waiting))} waiting runs in each of the ${samples.length} samples.

Unexpected results: ${run.unexpected}. Exit code of the service after SIGTERM: ${run.exitCode}. Webhooks received: ${run.webhooks}.

## Slope of resident memory, minutes ${warmUpMinutes} to ${minutes}

MB per minute by least squares, with a 95 % confidence interval that allows for autocorrelation. The upper bound of the service must
be at most ${maxSlope}. A worker process is replaced if it keeps more than half of its memory limit, so the memory of the
workers goes up and down, and has an upper limit.

| process | slope | lower bound | upper bound |
|---|---:|---:|---:|
${slopes.map(([name, { perMinute, low, high }]) => row([name, ...[perMinute, low, high].map((value) => value.toFixed(2))])).join('\n')}

## Resident memory

"Smallest heap" is the smallest used heap of the service within 2 minutes, which has the least garbage.

| minute | service (MB) | smallest heap (MB) | worker processes (MB) | sum (MB) | open files of the service | waiting runs |
|---:|---:|---:|---:|---:|---:|---:|
${shown.map(memoryRow).join('\n')}

## Operations

| operation | count |
|---|---:|
${[...run.operations].map(row).join('\n')}
`;
  return { text: markdown, slope: service };
}
