import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Random } from '../src/base/random.ts';
import { type MemorySample, maxSlope, memoryReport } from './service/memory-report.ts';
import { mixedLoad } from './service/mixed-load.ts';
import { processFamily, sum } from './service/process-family.ts';
import { startServer } from './service/server-process.ts';

/**
 * Measures the memory of the local service and of its worker processes under mixed load, with at least 5,000 runs in
 * the queue. Run: `nice node bench/service-memory.ts [minutes] [result file]`
 *
 * The first 5 minutes do not count. In these minutes, the load is twice as high, so that the memory reaches its usual
 * size. Exits with 1 if a request has an unexpected result. Also exits with 1 if the growth of the service's memory may
 * exceed 0.5 MB per minute (upper end of its 95 % interval).
 */
const minutes = Number(process.argv[2] ?? 30);
const resultFile = process.argv[3] ?? path.join(import.meta.dirname, 'results/service-memory.md');
const warmUpMinutes = Math.min(5, minutes / 3);
const minQueue = 5000;
const operationsPerSecond = 8;
const sampleMs = 5000;

const folder = mkdtempSync(path.join(os.tmpdir(), 'goldset-memory-'));
let webhooks = 0;
const receiver = createServer((request, response) => {
  webhooks++;
  request.resume().on('end', () => response.end());
});
await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve));
const receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;

const server = await startServer('serve.ts', [folder, '0', '1', 'local']);
const pid = server.child.pid as number;
const load = await mixedLoad(server.url, receiverUrl, new Random('memory'));
await load.fill(minQueue * 1.2);

const samples: MemorySample[] = [];
const problems: string[] = [];
const startedAt = performance.now();
const minuteNow = (): number => (performance.now() - startedAt) / 60_000;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function sampleOften(): Promise<void> {
  while (minuteNow() < minutes) {
    const waiting = await load.fill(minQueue * 1.2);
    const family = processFamily(pid);
    const service = sum(family.filter((one) => one.pid === pid).map(({ residentMb }) => residentMb));
    samples.push({
      minute: minuteNow(),
      service,
      workers: sum(family.map(({ residentMb }) => residentMb)) - service,
      openFiles: readdirSync(`/proc/${pid}/fd`).length,
      waiting,
      heap: await server.heapMb(),
    });
    await pause(sampleMs);
  }
}

async function sendOften(): Promise<void> {
  const open = new Set<Promise<void>>();
  while (minuteNow() < minutes) {
    if (open.size < 32) {
      const operation = load
        .one()
        .catch((error: Error) => void problems.push(error.message))
        .finally(() => open.delete(operation));
      open.add(operation);
    }
    await pause(1000 / operationsPerSecond / (minuteNow() < warmUpMinutes - 1 ? 2 : 1));
  }
  await Promise.all(open);
}

await Promise.all([sampleOften(), sendOften()]);
const exitCode = await server.stop('SIGTERM');
receiver.close();
receiver.closeAllConnections();
rmSync(folder, { recursive: true, force: true });

const { text, slope } = memoryReport({
  minutes,
  warmUpMinutes,
  samples,
  operationsPerSecond,
  operations: load.counts,
  unexpected: problems.length,
  exitCode,
  webhooks,
});
writeFileSync(resultFile, text);
console.log(text);
for (const problem of problems.slice(0, 20)) console.error(problem);
process.exitCode = problems.length > 0 || exitCode !== 0 || slope.high > maxSlope ? 1 : 0;
