import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { atOnce, makeExtractor, openRequests } from './service/requests.ts';
import { type ServerProcess, startServer } from './service/server-process.ts';

/**
 * Measures how many runs the server executes per second of its processor time (all threads). Compares this rate with
 * the rate of a bare Fastify route that inserts one row. Both servers run on one core, alternately. Target: 500 runs
 * per second. Run: `npx node bench/service-throughput.ts [runs] [rounds]`
 */
const runs = Number(process.argv[2] ?? 4000);
const rounds = Number(process.argv[3] ?? 3);
const clients = 16;

interface Speed {
  readonly perCpuSecond: number;
  readonly perSecond: number;
}

async function measured(server: ServerProcess, count: number, work: () => Promise<void>): Promise<Speed> {
  const [cpu, startedAt] = [server.cpuSeconds(), performance.now()];
  await work();
  return {
    perCpuSecond: Math.round(count / (server.cpuSeconds() - cpu)),
    perSecond: Math.round(count / ((performance.now() - startedAt) / 1000)),
  };
}

async function measureService(folder: string): Promise<Speed> {
  const server = await startServer('serve.ts', [folder, '0', '1'], { core: 0 });
  const { send, close } = openRequests(server.url, clients);
  const processorId = await makeExtractor(send);
  const runAll = async (count: number, word: string): Promise<void> => {
    await atOnce(count, clients, async (index) => {
      const { status } = await send('POST', '/processor_runs', { processorId, rawText: `${word} ${index}` });
      if (status !== 200) throw new Error(`creating a run: found status ${status}, expected 200`);
    });
    for (const status of ['PENDING', 'PROCESSING'])
      while (true) {
        const { body } = await send('GET', `/processor_runs?status=${status}&maxPageSize=1`);
        if (body.processorRuns.length === 0) break;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
  };
  await runAll(500, 'warm');
  const speed = await measured(server, runs, () => runAll(runs, 'number'));
  await close();
  await server.stop('SIGTERM');
  return speed;
}

async function measureBare(folder: string): Promise<Speed> {
  const server = await startServer('bare-server.ts', [path.join(folder, 'bare.sqlite')], { core: 0 });
  const { send, close } = openRequests(server.url, clients);
  const insertAll = (count: number): Promise<void> =>
    atOnce(count, clients, async (index) => {
      const { status } = await send('POST', '/rows', { processorId: 'dp_1', rawText: `number ${index}` });
      if (status !== 200) throw new Error(`creating a row: found status ${status}, expected 200`);
    });
  await insertAll(500);
  const speed = await measured(server, runs, () => insertAll(runs));
  await close();
  await server.stop('SIGTERM');
  return speed;
}

const results: { service: Speed; bare: Speed }[] = [];
for (let round = 0; round < rounds; round++) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'goldset-bench-'));
  try {
    results.push({
      bare: await measureBare(folder),
      service: await measureService(path.join(folder, 'data')),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
const middle = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const service = middle(results.map((one) => one.service.perCpuSecond));
const bare = middle(results.map((one) => one.bare.perCpuSecond));
console.log(
  JSON.stringify(
    {
      machine: `${os.cpus().length} cores, ${process.version}`,
      date: new Date().toISOString().slice(0, 10),
      command: `bench/service-throughput.ts ${runs} ${rounds}`,
      runs,
      clients,
      rounds: results,
      runsPerCpuSecond: service,
      bareRowsPerCpuSecond: bare,
      bareRowsForOneRun: Number((bare / service).toFixed(2)),
    },
    null,
    2,
  ),
);
