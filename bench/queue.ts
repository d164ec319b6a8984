import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Random } from '../src/base/random.ts';
import { createClient } from '../src/client/create-client.ts';
import type { EvaluationSet } from '../src/model/dataset/evaluation-set.ts';
import { openRedisQueue } from '../src/queue/redis-job-queue.ts';
import { openRecord } from '../src/record/read/open-record.ts';
import { queueRunner } from '../src/runner/queue/queue-item-runner.ts';
import { runPlan } from '../src/runner/run-plan.ts';
import { RedisServer } from '../test/fixtures/queue/redis-server.ts';
import { startWorker } from '../test/fixtures/queue/worker-process.ts';
import type { ServiceReport } from './queue/limited-service.ts';
import { processFamily, sum } from './service/process-family.ts';

/**
 * Runs items in four workers against a service on this machine. Run: `node bench/queue.ts [rate,kills]` or `node
 * bench/queue.ts scale [items]`
 *
 * - `rate`: the service limits the rate at which runs are created.
 * - `kills`: a random worker is killed every 3 s.
 * - `scale`: 100,000 items (default) whose runs end immediately.
 *
 * Writes bench/results/queue.md, or bench/results/queue-scale.md for `scale`. The written file states the limits.
 * Exits with 1 if a limit is not met.
 */
const chosen = (process.argv[2] ?? 'rate,kills').split(',');
const workerCount = 4;

interface Load {
  readonly items: number;
  /** Limit for the run creations per second of all workers together. No limit if it is undefined. */
  readonly rate: number | undefined;
  readonly serviceRate: number;
  readonly runMs: number;
  readonly killEveryMs: number | null;
}

/** Returns a dataset whose documents are already on the service. */
function uploadedSet(count: number): EvaluationSet {
  return {
    name: 'uploaded',
    kind: 'EXTRACT',
    manifest: { name: 'uploaded', kind: 'EXTRACT' },
    path: 'uploaded',
    async *items() {
      for (let nth = 1; nth <= count; nth++)
        yield {
          id: `item-${nth}`,
          source: { kind: 'fileId', fileId: `file_${nth}` },
          expectedOutput: { value: { text: '' } },
          tags: {},
          origin: { file: 'uploaded', line: nth },
        };
    },
  };
}

async function execute({ items, rate, serviceRate, runMs, killEveryMs }: Load) {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'goldset-bench-queue-'));
  const redis = await RedisServer.start();
  const script = path.join(import.meta.dirname, 'queue/limited-service.ts');
  const service = fork(script, [serviceRate, 20, runMs].map(String));
  const [url] = (await once(service, 'message')) as [string];
  const random = new Random('kill workers');
  const workers = Array.from({ length: workerCount }, () => startWorker(redis.url, 'token'));
  await Promise.all(workers.map(({ ready }) => ready));
  let kills = 0;
  const timer =
    killEveryMs === null
      ? undefined
      : setInterval(() => {
          const [killed] = workers.splice(random.integer(workers.length), 1);
          killed?.child.kill('SIGKILL');
          kills++;
          workers.push(startWorker(redis.url, 'token'));
        }, killEveryMs);
  const client = createClient({ baseUrl: url, token: 'token' });
  const startedAt = performance.now();
  const own = process.cpuUsage();
  let peakMb = 0;
  const memory = setInterval(() => {
    peakMb = Math.max(peakMb, process.memoryUsage.rss() / 1024 ** 2);
  }, 500);
  try {
    const outcome = await runPlan({
      client,
      recordDir: dir,
      set: uploadedSet(items),
      processor: 'dp_1',
      versions: ['draft'],
      targetKind: 'remote',
      openRunner: queueRunner({
        open: (shared, more) =>
          openRedisQueue({ url: redis.url, kind: 'runs', shared, rate, lostWorkerMs: 5_000, ...more }),
      }),
    });
    const seconds = (performance.now() - startedAt) / 1000;
    const { user, system } = process.cpuUsage(own);
    const cpu = {
      coordinator: (user + system) / 1e6,
      workers: cpuOf(workers.map(({ child }) => child.pid ?? 0)),
      Redis: cpuOf([redis.pid]),
      service: cpuOf([service.pid ?? 0]),
    };
    const redisPeakMb = await redis.ask(
      async (connection) =>
        Number(/used_memory_peak:(\d+)/.exec(await connection.info('memory'))?.[1] ?? Number.NaN) / 1024 ** 2,
    );
    const seen = new Map<string, number>();
    const used = new Set<string | null>();
    for await (const { itemId, runId } of (await openRecord(dir)).rows()) {
      seen.set(itemId, (seen.get(itemId) ?? 0) + 1);
      used.add(runId);
    }
    service.send('report');
    const [report] = (await once(service, 'message')) as [ServiceReport];
    const reported = new Set([...used, ...outcome.unusedRuns.map(({ runId }) => runId)]);
    return {
      ...{ outcome, report, kills, seconds, cpu, peakMb, redisPeakMb },
      once: [...seen.values()].filter((rows) => rows === 1).length,
      twice: report.runs.filter((ids) => ids.length > 1).length,
      unreported: report.runs.filter((ids) => ids.some((id) => !reported.has(id))).length,
    };
  } finally {
    clearInterval(timer);
    clearInterval(memory);
    for (const { child } of workers) child.kill('SIGKILL');
    service.kill();
    await client.close();
    await redis.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Returns the processor time of processes in seconds. */
function cpuOf(pids: readonly number[]): number {
  return sum(pids.flatMap((pid) => processFamily(pid)).map(({ cpuSeconds }) => cpuSeconds));
}

const lines: string[] = [];
const faults: string[] = [];
function check(isMet: boolean, text: string): void {
  lines.push(`- ${text}`);
  if (!isMet) faults.push(text);
}

if (chosen.includes('rate')) {
  const load = { items: 11_900, rate: 197, serviceRate: 200, runMs: 200, killEveryMs: null };
  const { report, outcome } = await execute(load);
  const { created, rejected } = report;
  const first = Math.min(...created);
  const spanMs = Math.max(...created) - first;
  const late = rejected.filter((at) => at > first + 1_000).length;
  const perSecond = ((created.length - 1) / spanMs) * 1000;
  const share = late / (created.length + late);
  lines.push(
    '## Four workers at the limit of a service',
    '',
    `The service admits 200 run creations per second with a burst of 20, and answers others with 429. \`--rate ${load.rate}\`, ${load.items} items, runs of ${load.runMs} ms.`,
    '',
  );
  check(
    perSecond >= 190,
    `${perSecond.toFixed(1)} runs created per second over ${(spanMs / 1000).toFixed(1)} s (limit: at least 190)`,
  );
  check(
    share <= 0.001,
    `${late} of ${created.length + late} requests after the first second answered with 429: ${(share * 100).toFixed(3)} % (limit: at most 0.1 %)`,
  );
  lines.push(`- ${rejected.length - late} requests in the first second answered with 429`);
  check(outcome.processed === load.items, `${outcome.processed} of ${load.items} item runs have an output`);
  lines.push('');
}

if (chosen.includes('kills')) {
  const load = { items: 6_000, rate: 50, serviceRate: 200, runMs: 400, killEveryMs: 3_000 };
  const { outcome, kills, seconds, once: exactly, twice, unreported } = await execute(load);
  lines.push(
    '## Workers that are killed',
    '',
    `SIGKILL ends a random worker of ${workerCount} every 3 s, and a new one starts. \`--rate ${load.rate}\`, ${load.items} items, runs of ${load.runMs} ms. A worker counts as lost after 5 s.`,
    '',
    `- ${kills} kills in ${seconds.toFixed(0)} s`,
  );
  check(
    exactly === load.items && outcome.processed === load.items,
    `${exactly} of ${load.items} items have exactly one row, and ${outcome.processed} have an output`,
  );
  lines.push(`- ${twice} item runs were created more than once`);
  check(
    unreported === 0,
    `${unreported} item runs have a created run that neither the rows nor the report name (limit: 0)`,
  );
  lines.push('');
}

if (chosen.includes('scale')) {
  const items = Number(process.argv[3] ?? 100_000);
  const load = { items, rate: undefined, serviceRate: 1e9, runMs: 0, killEveryMs: null };
  const { outcome, report, seconds, cpu, peakMb, redisPeakMb, once: exactly, twice } = await execute(load);
  lines.push(
    `## ${items} items whose runs end at once`,
    '',
    `No \`--rate\`, and no limit of the service. The runs have no duration, so the processor limits the run. Load average at the end: ${os.loadavg()[0]?.toFixed(1)}.`,
    '',
    `- ${seconds.toFixed(0)} s, ${(items / seconds).toFixed(0)} item runs per second`,
  );
  check(
    exactly === items && outcome.processed === items && twice === 0 && report.runs.length === items,
    `${exactly} of ${items} items have exactly one row, ${outcome.processed} have an output, and the service created ${twice} runs twice`,
  );
  lines.push(
    `- largest memory: coordinator ${peakMb.toFixed(0)} MB, Redis ${redisPeakMb.toFixed(0)} MB`,
    '',
    '| process | processor time | per item run |',
    '|---|---|---|',
    ...Object.entries(cpu).map(
      ([name, time]) => `| ${name} | ${time.toFixed(0)} s | ${((time / items) * 1000).toFixed(2)} ms |`,
    ),
    '',
  );
}

const text = `# The queue of \`goldset run --queue\`

\`node bench/queue.ts ${chosen.join(',')}\`, ${os.cpus().length} cores, Node ${process.version}. Coordinator, workers, Redis and service share this machine.

${lines.join('\n').trimEnd()}
`;
console.log(text);
for (const fault of faults) console.error(`not met: ${fault}`);
const file = chosen[0] === 'scale' ? 'queue-scale.md' : chosen.length === 2 ? 'queue.md' : null;
if (file !== null) writeFileSync(path.join(import.meta.dirname, 'results', file), text);
process.exitCode = faults.length > 0 ? 1 : 0;
