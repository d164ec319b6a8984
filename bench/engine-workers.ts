import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'undici';
import { quantile } from '../src/stats/numeric/quantile.ts';
import { RedisServer } from '../test/fixtures/queue/redis-server.ts';
import { processFamily, sum } from './service/process-family.ts';
import { atOnce, makeExtractor, openRequests, type Send } from './service/requests.ts';
import { startServer } from './service/server-process.ts';

/**
 * Compares a service that reads documents in its own processes with a service that uses workers of a queue. Run: `node
 * bench/engine-workers.ts [documents] [rounds] [instant documents]`
 *
 * Measures how many pages of bundled invoices one and two processes read per second. Also measures the processor time
 * that the service needs for a document without content. All processes run on this machine. Writes
 * bench/results/engine-workers.md.
 */
const documents = Number(process.argv[2] ?? 40);
const rounds = Number(process.argv[3] ?? 2);
const instantDocuments = Number(process.argv[4] ?? 3000);
const root = path.resolve(import.meta.dirname, '..');
const folder = path.join(root, 'datasets/invoices/files');
const workerProgram = path.join(root, 'test/fixtures/queue/engine-worker-process.ts');
const trivialEngine = new URL('./service/trivial-engine.ts', import.meta.url).href;

interface Variant {
  readonly kind: 'pool' | 'queue';
  readonly processes: number;
}

interface Started {
  readonly url: string;
  /** Seconds of processor time so far, of all processes. */
  allSeconds(): number;
  /** Seconds of processor time so far, of the process of the service alone. */
  serviceSeconds(): number;
  stop(): Promise<void>;
}

async function start({ kind, processes }: Variant, engine: 'local' | 'trivial'): Promise<Started> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'goldset-bench-'));
  const redis = kind === 'queue' ? await RedisServer.start() : undefined;
  const args = [dataDir, '0', String(processes), engine, ...(redis === undefined ? [] : [redis.url])];
  const server = await startServer('serve.ts', args);
  const workers: ChildProcess[] = [];
  if (redis !== undefined)
    for (let nth = 0; nth < processes; nth++) {
      const workerArgs = [redis.url, '1', ...(engine === 'trivial' ? [trivialEngine] : [])];
      const worker = fork(workerProgram, workerArgs);
      await once(worker, 'message');
      workers.push(worker);
    }
  const own = server.child.pid as number;
  const roots = [
    own,
    ...workers.map(({ pid }) => pid as number),
    ...(redis === undefined ? [] : [redis.pid]),
  ];
  return {
    url: server.url,
    allSeconds: () => sum(roots.flatMap(processFamily).map(({ cpuSeconds }) => cpuSeconds)),
    serviceSeconds: () => processFamily(own).find(({ pid }) => pid === own)?.cpuSeconds ?? Number.NaN,
    stop: async () => {
      for (const worker of workers) worker.kill('SIGKILL');
      await server.stop('SIGTERM');
      await redis?.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function upload(client: Client, name: string): Promise<string> {
  const answer = await client.request({
    method: 'POST',
    path: '/files/upload',
    headers: {
      authorization: 'Bearer sk_bench',
      'x-service-api-version': '2025-04-21',
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${name}"`,
    },
    body: readFileSync(path.join(folder, name)),
  });
  const { file } = (await answer.body.json()) as { file: { id: string } };
  return file.id;
}

/** Creates a run for each file, and waits until all runs have ended. Returns their outputs. */
async function runAll(send: Send, processorId: string, fileIds: readonly string[]): Promise<unknown[]> {
  const outputs: unknown[] = [];
  await atOnce(fileIds.length, fileIds.length, async (index) => {
    const created = await send('POST', '/processor_runs', { processorId, file: { fileId: fileIds[index] } });
    const { id } = created.body.processorRun;
    for (;;) {
      const { processorRun } = (await send('GET', `/processor_runs/${id}`)).body;
      if (processorRun.status === 'FAILED') throw new Error(processorRun.failureMessage);
      if (processorRun.status === 'PROCESSED') {
        outputs[index] = processorRun.output;
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });
  return outputs;
}

async function measurePages(variant: Variant) {
  const service = await start(variant, 'local');
  const { send, close } = openRequests(service.url, 32);
  const uploads = new Client(service.url);
  try {
    const processor = JSON.parse(readFileSync(path.join(folder, '../processor.json'), 'utf8'));
    const { body } = await send('POST', '/processors', {
      name: 'B',
      type: 'EXTRACT',
      config: processor.config,
    });
    const names = readdirSync(folder)
      .sort()
      .slice(0, documents + 2 * variant.processes);
    const fileIds: string[] = [];
    for (const name of names) fileIds.push(await upload(uploads, name));
    // Reads other documents before the measurement, so that each process has loaded the engine.
    await runAll(send, body.processor.id, fileIds.slice(documents));
    const [cpu, startedAt] = [service.allSeconds(), performance.now()];
    const outputs = await runAll(send, body.processor.id, fileIds.slice(0, documents));
    const seconds = (performance.now() - startedAt) / 1000;
    const cpuSeconds = service.allSeconds() - cpu;
    const counts = await Promise.all(
      fileIds
        .slice(0, documents)
        .map(async (id) => (await send('GET', `/files/${id}`)).body.file.metadata.pageCount),
    );
    const pages = sum(counts);
    return { pages, perSecond: pages / seconds, cpuPerPage: cpuSeconds / pages, outputs };
  } finally {
    await uploads.close();
    await close();
    await service.stop();
  }
}

async function measureInstant(kind: Variant['kind']) {
  const service = await start({ kind, processes: 2 }, 'trivial');
  const { send, close } = openRequests(service.url, 32);
  try {
    const processorId = await makeExtractor(send);
    const runMany = (count: number): Promise<void> =>
      atOnce(count, 64, async (index) => {
        const body = { processorId, rawText: `number ${index} of ${count}`, sync: true };
        const { processorRun } = (await send('POST', '/processor_runs', body)).body;
        if (processorRun.status !== 'PROCESSED') throw new Error(`found status ${processorRun.status}`);
      });
    await runMany(300);
    const [cpu, startedAt] = [service.serviceSeconds(), performance.now()];
    await runMany(instantDocuments);
    return {
      perSecond: (instantDocuments / (performance.now() - startedAt)) * 1000,
      perServiceSecond: instantDocuments / (service.serviceSeconds() - cpu),
    };
  } finally {
    await close();
    await service.stop();
  }
}

const variants: readonly Variant[] = [
  { kind: 'pool', processes: 1 },
  { kind: 'queue', processes: 1 },
  { kind: 'pool', processes: 2 },
  { kind: 'queue', processes: 2 },
];
const measured = new Map<Variant, Awaited<ReturnType<typeof measurePages>>[]>(
  variants.map((one) => [one, []]),
);
const instant = {
  pool: [] as Awaited<ReturnType<typeof measureInstant>>[],
  queue: [] as Awaited<ReturnType<typeof measureInstant>>[],
};
let expected: string | undefined;
for (let round = 0; round < rounds; round++) {
  for (const variant of round % 2 === 0 ? variants : variants.toReversed()) {
    const result = await measurePages(variant);
    measured.get(variant)?.push(result);
    const outputs = JSON.stringify(result.outputs);
    expected ??= outputs;
    if (outputs !== expected) throw new Error(`the outputs of ${variant.kind} ${variant.processes} differ`);
    console.error(variant, result.pages, result.perSecond.toFixed(2), result.cpuPerPage.toFixed(3));
  }
  for (const kind of ['pool', 'queue'] as const) {
    const result = await measureInstant(kind);
    instant[kind].push(result);
    console.error(kind, result);
  }
}

const median = (values: readonly number[]): number => quantile(values, 0.5) ?? Number.NaN;
const speed = (variant: Variant): number => median(measured.get(variant)?.map((one) => one.perSecond) ?? []);
const cpu = (variant: Variant): number => median(measured.get(variant)?.map((one) => one.cpuPerPage) ?? []);
const base = variants[0] as Variant;
const rows = variants.map((variant) => {
  const name = variant.kind === 'pool' ? 'processes of the service' : 'workers of a queue, one process each';
  const all = measured
    .get(variant)
    ?.map((one) => one.perSecond.toFixed(2))
    .join(', ');
  return `| ${name} | ${variant.processes} | ${all} | ${(speed(variant) / speed(base)).toFixed(2)} | ${cpu(variant).toFixed(3)} s |`;
});
const instantRows = (['pool', 'queue'] as const).map((kind) => {
  const perSecond = instant[kind].map((one) => one.perSecond.toFixed(0)).join(', ');
  const perCore = instant[kind].map((one) => one.perServiceSecond.toFixed(0)).join(', ');
  return `| ${kind === 'pool' ? 'processes of the service' : 'workers of a queue'} | ${perSecond} | ${perCore} |`;
});
const text = `# Engine workers of \`goldset serve --queue\`

\`node bench/engine-workers.ts ${process.argv.slice(2).join(' ')}\`, ${os.cpus().length} cores, Node ${process.version}, load average ${os.loadavg()[0]?.toFixed(1)} at the end.
Service, workers, Redis and the client share this machine.

## Pages per second

${documents} bundled invoices with ${measured.get(base)?.[0]?.pages} pages, no cached parse, ${rounds} rounds in alternating order. The outputs of all variants are equal.
The ratio compares the median of the rounds with one process of the service. Processor time is that of all processes.

| documents are read by | number | pages per second, per round | ratio | processor time per page |
|---|---|---|---|---|
${rows.join('\n')}

## What one service carries

${instantDocuments} texts of one line, an engine that returns at once, two processes, 64 requests at the same time. Each request creates a run and
waits for its end. The service itself uses one core.

| documents are read by | runs per second, per round | runs per second of processor time of the service alone, per round |
|---|---|---|
${instantRows.join('\n')}
`;
console.log(text);
writeFileSync(path.join(import.meta.dirname, 'results/engine-workers.md'), text);
