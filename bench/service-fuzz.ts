import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runFuzz } from '../test/fixtures/service/fuzz/run-fuzz.ts';
import { storeProblems } from '../test/fixtures/service/fuzz/store-problems.ts';
import { withRequests } from '../test/fixtures/service/service-harness.ts';
import { startServer } from './service/server-process.ts';

/**
 * Sends mutated requests to all operations of the service (bodies, queries, paths, headers, encodings,
 * framing, uploads). No request may get status 500, wait forever, or leave incomplete data in the store. Run:
 * `npx node bench/service-fuzz.ts [requests] [seed]`
 */
const count = Number(process.argv[2] ?? 100_000);
const seed = process.argv[3] ?? 'fuzz';
const lanes = 4;

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'goldset-fuzz-'));
const server = await startServer('serve.ts', [dataDir, '0', '1'], { nodeFlags: ['--expose-gc'] });
const service = withRequests({ url: server.url, token: 'sk_bench', dataDir, close: async () => undefined });
const startedAt = performance.now();
const { problems, statuses, ...report } = await runFuzz(service, { seed, count, lanes });
const seconds = Math.round((performance.now() - startedAt) / 1000);
const heapMbCollected = Math.round(await server.heapMb());
const residentMb = Math.round(server.residentMb());
// Waits for queued runs before checking the folder.
for (const status of ['PENDING', 'PROCESSING'])
  while ((await service.get(`/processor_runs?status=${status}&maxPageSize=1`)).body.processorRuns.length > 0)
    await new Promise((resolve) => setTimeout(resolve, 50));
const exitCode = await server.stop('SIGTERM');
const inStore = storeProblems(dataDir);
if (process.env.KEEP !== '1') rmSync(dataDir, { recursive: true, force: true });
console.log(
  JSON.stringify(
    {
      machine: `${os.cpus().length} cores, ${process.version}`,
      date: new Date().toISOString().slice(0, 10),
      command: `bench/service-fuzz.ts ${count} ${seed}`,
      seconds,
      ...report,
      slowestMs: Math.round(report.slowestMs),
      statuses,
      succeeded: report.succeeded.length,
      problems: problems.length,
      problemsInTheStore: inStore.length,
      residentMb,
      heapMbCollected,
      exitCodeOfSigterm: exitCode,
      firstProblems: [...problems.slice(0, 40), ...inStore.slice(0, 20)],
    },
    null,
    2,
  ),
);
