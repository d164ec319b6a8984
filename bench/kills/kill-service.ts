import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { Random } from '../../src/base/random.ts';
import { storeProblems } from '../../test/fixtures/service/fuzz/store-problems.ts';
import { filesBelow, KillCounts, type KillResult } from './kill-result.ts';
import { type Body, KilledServiceClient } from './killed-service-client.ts';

const program = path.join(import.meta.dirname, '../../src/cli/goldset.mjs');
const datasets = path.join(import.meta.dirname, '../../datasets/invoices');
const documents = 16;
const workers = 2;
/** Maximum time in milliseconds in which the workers of a killed service must end. */
const workerEndMs = 3_000;
/** Kills per data folder. It is below 25, because the service gives up a run after 25 attempts. */
const killsPerRound = 20;
/** Longest time in milliseconds from the start of a service until it is killed. */
const longestMs = 6_000;
/**
 * Every second kill is within this many milliseconds after the start of a worker, so that kills also affect
 * starting workers.
 */
const longestWorkerMs = 3_000;

const files = readdirSync(path.join(datasets, 'files')).slice(0, documents);
const config: Body = JSON.parse(readFileSync(path.join(datasets, 'processor.json'), 'utf8')).versions[0]
  .config;

/** Maps each document, evaluation set and workflow to its output. */
type Outputs = ReadonlyMap<string, string>;

/**
 * Kills `goldset serve` with its local engine at random moments and starts it again on the same data folder and port.
 * Meanwhile, clients upload documents, run them, and run an evaluation set and a workflow. Checks that every acknowledged
 * run ends once with the output of an undisturbed service, and that no worker process outlives its service.
 */
export async function killService(root: string, kills: number, seed = 'kill service'): Promise<KillResult> {
  const counts = new KillCounts();
  // The port is below the ports that the operating system assigns to outgoing connections.
  const port = 12_000 + (process.pid % 18_000);
  const undisturbed = new ServiceRound(path.join(root, 'undisturbed'), port, counts);
  const expected = await undisturbed.run(null, 0);
  const random = new Random(seed);
  for (let round = 1; counts.kills < kills; round++) {
    const until = Math.min(kills, counts.kills + killsPerRound);
    const found = await new ServiceRound(path.join(root, `service-${round}`), port, counts).run(
      random,
      until,
    );
    for (const [name, output] of expected)
      if (found.get(name) !== output)
        counts.add('different', 1, `${name}: ${found.get(name)}, expected ${output}`.slice(0, 1000));
  }
  return counts.result(
    `goldset serve with ${workers} worker processes, which ended within ${counts.longestEndMs} ms`,
    seed,
  );
}

/**
 * Runs a service on one data folder until all work has ended. If `run` gets random numbers, also kills the service in
 * between.
 */
class ServiceRound {
  readonly #data: string;
  readonly #port: number;
  readonly #counts: KillCounts;
  readonly #outputs = new Map<string, string>();
  #child: ChildProcess | undefined;
  #isDone = false;

  constructor(data: string, port: number, counts: KillCounts) {
    this.#data = data;
    this.#port = port;
    this.#counts = counts;
  }

  /**
   * Does the work. If `random` is set, kills the service again and again until the work is done or `kills` is
   * reached.
   */
  async run(random: Random | null, kills: number): Promise<Outputs> {
    this.#start();
    const killing = random === null ? undefined : this.#killOften(random, kills);
    const client = new KilledServiceClient(`http://127.0.0.1:${this.#port}`);
    const processorId = await client.processor(config);
    await Promise.all([
      this.#runDocuments(client, processorId),
      this.#runSet(client, processorId),
      this.#runWorkflow(client, processorId),
    ]);
    this.#isDone = true;
    await killing;
    const byDocument = Map.groupBy(await client.ownRuns(processorId), ({ metadata }) => metadata.name);
    for (const [name, runs] of byDocument) this.#counts.add('doubled', runs.length - 1, `runs of ${name}`);
    for (const name of files) if (!byDocument.has(name)) this.#counts.add('lost', 1, `the run of ${name}`);
    const ended = once(this.#child as ChildProcess, 'exit');
    this.#child?.kill('SIGTERM');
    const [code] = await ended;
    this.#counts.add('notResumable', code === 0 ? 0 : 1, `exit code ${code} after SIGTERM`);
    for (const problem of [...storeProblems(this.#data), ...(await this.#parseProblems())])
      this.#counts.add('leftOver', 1, problem);
    return this.#outputs;
  }

  /**
   * Returns the files in the cache that are not the parse of a stored file. Ignores missing parses, because the service
   * caches no parse of less than 5 ms.
   */
  async #parseProblems(): Promise<string[]> {
    const database = new DatabaseSync(path.join(this.#data, 'service.sqlite'), { readOnly: true });
    const hashes = new Set(
      database
        .prepare('SELECT hash FROM files')
        .all()
        .map(({ hash }) => hash),
    );
    database.close();
    const isParse = (file: string): boolean =>
      hashes.has(/^parse\/[0-9a-f]{16}\/..\/([0-9a-f]{64})-[a-z]+(-p\d+)?\.json\.gz$/.exec(file)?.[1] ?? '');
    return (await filesBelow(path.join(this.#data, 'cache'))).filter((file) => !isParse(file));
  }

  async #runDocuments(client: KilledServiceClient, processorId: string): Promise<void> {
    const queue = [...files];
    const work = async (): Promise<void> => {
      for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
        const fileId = await client.upload(readFileSync(path.join(datasets, 'files', name)), name);
        const id = await client.create(processorId, fileId, name);
        const run = await client.ended(`/processor_runs/${id}`, 'processorRun');
        if (run === null) this.#counts.add('lost', 1, `the acknowledged run of ${name}`);
        const { status, output, failureReason, failureMessage } = run ?? {};
        this.#outputs.set(name, JSON.stringify([status, output, failureReason, failureMessage]));
      }
    };
    await Promise.all(Array.from({ length: 4 }, work));
  }

  async #runSet(client: KilledServiceClient, processorId: string): Promise<void> {
    const batch = await client.batch(
      processorId,
      files.slice(0, 4).map((name) => readFileSync(path.join(datasets, 'files', name))),
    );
    this.#outputs.set('evaluation set', JSON.stringify([batch?.status, batch?.metrics?.numFiles]));
  }

  async #runWorkflow(client: KilledServiceClient, processorId: string): Promise<void> {
    const run = await client.workflowRun(processorId, 'Invoice number: 4711\nTotal: 17.50 EUR');
    const outputs = run?.outputs?.map(({ output }: Body) => output);
    this.#outputs.set('workflow', JSON.stringify([run?.status, outputs]));
  }

  #start(): void {
    const port = String(this.#port);
    const args = [
      'serve',
      '--data',
      this.#data,
      '--port',
      port,
      '--token',
      'sk_kills',
      '--workers',
      String(workers),
    ];
    const env = { ...process.env, GOLDSET_CACHE_DIR: path.join(this.#data, 'cache') };
    this.#child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'ignore', 'pipe'], env });
    this.#child.stderr?.on('data', (text: Buffer) => {
      if (/error [A-Z_]+/.test(text.toString())) this.#counts.add('notResumable', 1, text.toString());
    });
  }

  async #killOften(random: Random, kills: number): Promise<void> {
    while (!this.#isDone && this.#counts.kills < kills) {
      const child = this.#child as ChildProcess;
      const pid = child.pid as number;
      const afterWorker = this.#counts.kills % 2 === 1;
      while (afterWorker && !this.#isDone && workersOf(pid).length === 0) await delay(5);
      await delay(random.integer(afterWorker ? longestWorkerMs : longestMs));
      if (this.#isDone) return;
      const ended = once(child, 'exit');
      const before = workersOf(pid).length;
      child.kill('SIGKILL');
      await ended;
      this.#counts.killed(`${before} workers`);
      await this.#expectEnded(pid);
      this.#start();
    }
  }

  async #expectEnded(service: number): Promise<void> {
    const killedAt = performance.now();
    let left: readonly number[];
    do {
      await delay(20);
      left = workersOf(service);
    } while (left.length > 0 && performance.now() - killedAt < workerEndMs);
    this.#counts.workersEnded(performance.now() - killedAt);
    this.#counts.add('leftOver', left.length, `workers ${left.join(', ')}`);
    for (const pid of left) process.kill(pid, 'SIGKILL');
  }
}

/**
 * Returns the ids of the running worker processes of a service. The last argument of a worker process is the id of its
 * service.
 */
function workersOf(service: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      if (!Number.isInteger(pid)) return false;
      try {
        const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
        return args.some((arg) => arg.endsWith('work/worker.ts')) && args.at(-2) === String(service);
      } catch {
        return false;
      }
    });
}
