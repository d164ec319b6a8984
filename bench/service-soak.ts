import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { atOnce, makeExtractor, openRequests, quantile, type Reply, type Send } from './service/requests.ts';
import { type ServerProcess, startServer } from './service/server-process.ts';

/**
 * Sends 10,000 processor runs on raw text from 64 clients. The clients poll their runs until they end. Checks that all
 * runs end, and measures the duration of GET and the memory over time. If `kills` is given, kills the service this many
 * times with SIGKILL, and starts it again on the same folder and port. Every acknowledged run must exist and end. Run:
 * `npx node bench/service-soak.ts [runs] [kills]`
 */
const runs = Number(process.argv[2] ?? 10_000);
const kills = Number(process.argv[3] ?? 0);
const clients = 64;
const pollMs = 20;

const folder = mkdtempSync(path.join(os.tmpdir(), 'goldset-soak-'));
const collected = { nodeFlags: ['--expose-gc'] };
let server: ServerProcess = await startServer('serve.ts', [folder, '0', '1'], collected);
const { port } = new URL(server.url);
const { send, close } = openRequests(server.url, clients);

const getMs: number[] = [];
const acknowledged = new Map<string, string>();
const unclear = { creations: 0, reads: 0 };
const memory: { readonly ended: number; readonly residentMb: number }[] = [];
const startSeconds: number[] = [];
let ended = 0;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Returns `null` if the connection broke. The service may or may not have received the request. */
async function attempt(count: keyof typeof unclear, ...request: Parameters<Send>): Promise<Reply | null> {
  try {
    return await send(...request);
  } catch {
    unclear[count]++;
    await sleep(50);
    return null;
  }
}

async function runOne(processorId: string, index: number): Promise<void> {
  let created: Reply | null = null;
  while (created === null)
    created = await attempt('creations', 'POST', '/processor_runs', {
      processorId,
      rawText: `number ${index}`,
      metadata: { index },
    });
  if (created.status !== 200) throw new Error(`creating a run: found status ${created.status}, expected 200`);
  const { id } = created.body.processorRun;
  acknowledged.set(id, 'unknown');
  while (true) {
    const answer = await attempt('reads', 'GET', `/processor_runs/${id}`);
    if (answer === null) continue;
    if (answer.status !== 200)
      throw new Error(`run ${id} was acknowledged: found status ${answer.status}, expected 200`);
    getMs.push(answer.ms);
    const { status, failureReason, failureMessage, output, metadata } = answer.body.processorRun;
    if (status !== 'PENDING' && status !== 'PROCESSING') {
      if (metadata.index !== index) throw new Error(`run ${id} has another's metadata`);
      if (status === 'PROCESSED' && output.value.number !== `number ${index}`)
        throw new Error(`run ${id} has another's output`);
      acknowledged.set(id, status === 'PROCESSED' ? status : `${status} ${failureReason}: ${failureMessage}`);
      ended++;
      if (ended % Math.ceil(runs / 20) === 0)
        memory.push({ ended, residentMb: Math.round(server.residentMb()) });
      return;
    }
    await sleep(pollMs);
  }
}

async function killOften(): Promise<void> {
  for (let kill = 1; kill <= kills; kill++) {
    while (ended < (kill * runs) / (kills + 1)) await sleep(10);
    await server.stop('SIGKILL');
    const startedAt = performance.now();
    server = await startServer('serve.ts', [folder, port, '1'], collected);
    startSeconds.push(Number(((performance.now() - startedAt) / 1000).toFixed(2)));
  }
}

const processorId = await makeExtractor(send);
const heapAtFirst = await server.heapMb();
const startedAt = performance.now();
await Promise.all([atOnce(runs, clients, (index) => runOne(processorId, index)), killOften()]);
const seconds = (performance.now() - startedAt) / 1000;

/** Reads the runs again from the service after all of them have ended. */
let stored = 0;
let token = '';
do {
  const next = token === '' ? '' : `&nextPageToken=${encodeURIComponent(token)}`;
  const page = await send('GET', `/processor_runs?sortBy=createdAt&maxPageSize=1000${next}`);
  for (const run of page.body.processorRuns) {
    stored++;
    if (!['PROCESSED', 'FAILED'].includes(run.status)) throw new Error(`${run.id} is ${run.status}`);
  }
  token = page.body.nextPageToken ?? '';
} while (token !== '');
const found = await Promise.all([...acknowledged.keys()].map((id) => send('GET', `/processor_runs/${id}`)));
const ends = Object.groupBy(acknowledged.values(), (word) => word);
const heapAtLast = await server.heapMb();
const exitCode = await server.stop('SIGTERM');
await close();
rmSync(folder, { recursive: true, force: true });
console.log(
  JSON.stringify(
    {
      machine: `${os.cpus().length} cores, ${process.version}`,
      date: new Date().toISOString().slice(0, 10),
      command: `bench/service-soak.ts ${runs} ${kills}`,
      clients,
      runs,
      kills,
      seconds: Math.round(seconds),
      acknowledged: acknowledged.size,
      acknowledgedAndLost: found.filter(({ status }) => status !== 200).length,
      ends: Object.fromEntries(Object.entries(ends).map(([word, all]) => [word, all?.length ?? 0])),
      // A creation is repeated after a broken connection, so the service may have more runs than were acknowledged.
      unclear,
      stored,
      getMs: {
        requests: getMs.length,
        p50: quantile(getMs, 0.5),
        p99: quantile(getMs, 0.99),
        max: quantile(getMs, 1),
      },
      heapMbCollected: { atFirst: heapAtFirst, atLast: heapAtLast },
      memory,
      ...(kills === 0 ? {} : { secondsToStartAgain: startSeconds }),
      exitCodeOfSigterm: exitCode,
    },
    (_key, value: unknown) => (typeof value === 'number' ? Number(value.toFixed(2)) : value),
    2,
  ),
);
