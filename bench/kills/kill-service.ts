import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Random } from '../../src/base/random.ts';
import { processFamily } from '../service/process-family.ts';
import { filesBelow, KillCounts, type KillResult } from './kill-result.ts';
import { type Body, KilledServiceClient } from './killed-service-client.ts';

const program = path.join(import.meta.dirname, '../../src/cli/goldset.mjs');
const datasets = path.join(import.meta.dirname, '../../datasets/invoices');
const documents = 16;
const workers = 2;
/** Time in which the workers of a killed service must have ended. */
const workerEndMs = 10_000;
/** Longest time from the start of a service to its end by SIGKILL. */
const longestMs = 5_000;

const files = readdirSync(path.join(datasets, 'files')).slice(0, documents);
const config: Body = JSON.parse(readFileSync(path.join(datasets, 'processor.json'), 'utf8')).versions[0]
  .config;

/** How the work of a service ended: the output per document, and the files in the data folder. */
interface Found {
  readonly outputs: ReadonlyMap<string, string>;
  readonly files: readonly string[];
}

/**
 * Kills `goldset serve` with its local engine at random moments and starts it again on the same data folder and port.
 * Meanwhile, clients upload documents, run them, and run an evaluation set and a workflow. Checks that every acknowledged
 * run ends once with the output of an undisturbed service, and that no worker process outlives its service.
 */
export async function killService(root: string, kills: number): Promise<KillResult> {
  const seed = 'kill service';
  const counts = new KillCounts();
  const port = 20_000 + (process.pid % 20_000);
  const undisturbed = new ServiceRound(path.join(root, 'undisturbed'), port, counts);
  const expected = await undisturbed.run(null, 0);
  const random = new Random(seed);
  for (let round = 1; counts.kills < kills; round++) {
    const found = await new ServiceRound(path.join(root, `service-${round}`), port, counts).run(
      random,
      kills,
    );
    for (const [name, output] of expected.outputs)
      if (found.outputs.get(name) !== output)
        counts.add('different', 1, `${name}: ${found.outputs.get(name)}, expected ${output}`);
    const more = found.files.filter((file) => !expected.files.includes(file));
    counts.add('leftOver', more.length, more.join(', '));
  }
  return counts.result(`goldset serve with ${workers} worker processes`, seed);
}

/** One data folder from its first start until all work has ended. */
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

  /** Does the work. With random numbers, kills the service until the work is done, or the number of kills is reached. */
  async run(random: Random | null, kills: number): Promise<Found> {
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
    // The log and the files of the database depend on the number of starts.
    const left = (await filesBelow(this.#data)).filter((file) => !/\.log|sqlite/.test(file));
    return { outputs: this.#outputs, files: left };
  }

  async #runDocuments(client: KilledServiceClient, processorId: string): Promise<void> {
    const queue = [...files];
    const work = async (): Promise<void> => {
      for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
        const fileId = await client.upload(readFileSync(path.join(datasets, 'files', name)), name);
        const id = await client.create(processorId, fileId, name);
        const run = await client.ended(`/processor_runs/${id}`, 'processorRun');
        if (run === null) this.#counts.add('lost', 1, `the acknowledged run of ${name}`);
        this.#outputs.set(name, JSON.stringify([run?.status, run?.output]));
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
      await delay(random.integer(longestMs));
      if (this.#isDone) return;
      const child = this.#child as ChildProcess;
      const family = processFamily(child.pid as number).map(({ pid }) => pid);
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      this.#counts.killed(`${family.length - 1} workers`);
      await this.#expectEnded(family.filter((pid) => pid !== child.pid));
      this.#start();
    }
  }

  async #expectEnded(pids: readonly number[]): Promise<void> {
    const until = Date.now() + workerEndMs;
    let left = pids;
    while (left.length > 0 && Date.now() < until) {
      await delay(20);
      left = left.filter((pid) => processFamily(pid).length > 0);
    }
    this.#counts.add('leftOver', left.length, `workers ${left.join(', ')}`);
    for (const pid of left) process.kill(pid, 'SIGKILL');
  }
}
