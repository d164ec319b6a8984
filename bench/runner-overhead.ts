import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

/**
 * Measures processor time and peak memory of the runner with a service that responds immediately. Compares them with a
 * program that only sends the same HTTP requests. The runner and this program run alternately, each in its own process.
 * Target for 10,000 items: less than 2 s and 250 MB more than the bare requests. The memory must not grow with the
 * number of items. Run: `npx node bench/runner-overhead.ts [rounds] [counts...]`
 */
const [rounds = 3, ...counts] = process.argv.slice(2).map(Number);
const at = (name: string) => path.join(import.meta.dirname, 'runner', name);

interface Cost {
  readonly cpuSeconds: number;
  readonly megabytes: number;
}

async function cost(script: string, url: string, count: number): Promise<Cost> {
  const { stdout } = await promisify(execFile)(process.execPath, [at(script), url, String(count)]);
  return JSON.parse(stdout) as Cost;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function medians(costs: readonly Cost[]): Cost {
  return {
    cpuSeconds: Math.round(median(costs.map(({ cpuSeconds }) => cpuSeconds)) * 100) / 100,
    megabytes: median(costs.map(({ megabytes }) => megabytes)),
  };
}

const service = spawn(process.execPath, [at('instant-service.ts')], { stdio: ['ignore', 'pipe', 'inherit'] });
const [url] = (await once(createInterface({ input: service.stdout }), 'line')) as [string];
console.log(
  `${new Date().toISOString()}  ${os.cpus()[0]?.model.trim() ?? 'unknown'}, ${os.cpus().length} cores, load ${os.loadavg()[0]?.toFixed(1)}, Node ${process.version}`,
);
for (const count of counts.length > 0 ? counts : [10_000, 50_000]) {
  const [ours, bare]: [Cost[], Cost[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    bare.push(await cost('bare-requests.ts', url, count));
    ours.push(await cost('run-once.ts', url, count));
  }
  const [run, requests] = [medians(ours), medians(bare)];
  console.log(
    `${count} items: run ${run.cpuSeconds} s of processor time, ${run.megabytes} MB; bare requests ${requests.cpuSeconds} s, ${requests.megabytes} MB; ` +
      `own overhead ${(run.cpuSeconds - requests.cpuSeconds).toFixed(2)} s, ${run.megabytes - requests.megabytes} MB (${(((run.cpuSeconds - requests.cpuSeconds) / count) * 1e6).toFixed(0)} µs per item)`,
  );
}
service.kill();
