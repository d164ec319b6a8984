import { existsSync } from 'node:fs';
import { cp, mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { Random } from '../../src/base/random.ts';
import { openDataset } from '../../src/loaders/load-dataset.ts';
import { openBaseline, readBaselineHistory } from '../../src/record/baselines/baseline-history.ts';
import { verifyRecord } from '../../src/usecases/record/maintain-records.ts';
import { filesBelow, KillCounts, type KillResult, rowsOf } from './kill-result.ts';
import { command, successful } from './killed-command.ts';
import { writePredictions, writeReview, writeTexts } from './write-sources.ts';

const items = 4000;

/** A command under test. It changes several files: all of them or none. */
interface Change {
  readonly name: string;
  /** Writes the files that the command changes. */
  prepare(folder: string): Promise<void>;
  args(folder: string): readonly string[];
  /**
   * Returns the content that a reader finds after a kill, or `null` if there is none. Throws if the reader
   * rejects the files.
   */
  found(folder: string): Promise<string | null>;
  /** Exit code of a second execution of the command after the first one was complete. */
  readonly codeAgain: number;
}

/**
 * Returns the names of all files below a folder. Replaces times in the names, because they differ between two
 * executions.
 */
async function namesBelow(folder: string): Promise<string> {
  return (await filesBelow(folder)).join(', ').replaceAll(/\d{4}-\d\d-\d\dT[\d:.-]+Z/g, 'time');
}

async function changes(root: string): Promise<readonly Change[]> {
  const dataset = await writeTexts(path.join(root, 'dataset'), items);
  const predictions = await writePredictions(path.join(root, 'predictions.jsonl'), items);
  const review = await writeReview(path.join(root, 'review.csv'), items);
  const shards = [1, 2].map((index) => path.join(root, `shard-${index}`));
  const importTo = async (out: string, ...more: string[]): Promise<void> => {
    // The outputs are wrong on purpose, so the exit code is 1.
    const ended = await command([
      'run',
      dataset,
      '--predictions',
      predictions,
      '--out',
      out,
      '--format',
      'json',
      ...more,
    ]);
    if (!existsSync(path.join(out, 'record/summary.json'))) throw new Error(ended.text);
  };
  for (const [index, out] of shards.entries()) await importTo(out, '--shard', `${index + 1}/2`);
  const whole = path.join(root, 'whole');
  await importTo(whole);
  return [
    {
      name: 'goldset merge',
      prepare: async () => {},
      args: (folder) => ['merge', ...shards, '--out', path.join(folder, 'merged')],
      found: async (folder) => {
        const record = path.join(folder, 'merged/record');
        if (!existsSync(path.join(record, 'plan.json'))) return null;
        await verifyRecord(record);
        return JSON.stringify([...(await rowsOf(record))]);
      },
      codeAgain: 2,
    },
    {
      name: 'goldset dataset apply-review',
      prepare: (folder) => cp(dataset, path.join(folder, 'dataset'), { recursive: true }),
      args: (folder) => ['dataset', 'apply-review', path.join(folder, 'dataset'), review],
      found: async (folder) => {
        const set = await openDataset(path.join(folder, 'dataset'));
        const found: unknown[] = [set.manifest];
        for await (const { id, expectedOutput } of set.items()) found.push([id, expectedOutput]);
        return JSON.stringify(found);
      },
      codeAgain: 0,
    },
    {
      name: 'goldset baseline set',
      prepare: async () => {},
      args: (folder) => [
        ...['baseline', 'set', whole, '--name', 'main', '--author', 'tester', '--reason', 'better'],
        ...['--baselines', path.join(folder, 'baselines')],
      ],
      found: async (folder) => {
        const dir = path.join(folder, 'baselines');
        const history = await readBaselineHistory(dir, 'main').catch(() => []);
        if (history.length === 0) return null;
        const { reader } = await openBaseline(dir, 'main');
        return JSON.stringify([history.at(-1)?.contentHash, [...(await rowsOf(reader.dir))]]);
      },
      codeAgain: 0,
    },
  ];
}

/**
 * Kills each command at random moments before it ends, but not in the first half of the time in which it loads its
 * code. Then checks that a reader finds either the whole change or none of it. A second execution must give the same
 * result as one without a kill.
 */
export async function killChanges(root: string, kills: number): Promise<KillResult[]> {
  const results: KillResult[] = [];
  for (const change of await changes(root)) results.push(await killChange(root, change, kills));
  return results;
}

async function killChange(root: string, change: Change, kills: number): Promise<KillResult> {
  const seed = `kill ${change.name}`;
  const random = new Random(seed);
  const counts = new KillCounts();
  const newFolder = async (): Promise<string> => {
    const folder = await mkdtemp(path.join(root, 'change-'));
    await change.prepare(folder);
    return folder;
  };
  const whole = await newFolder();
  const before = await change.found(whole);
  const { seconds: loading } = await successful([...change.args(whole).slice(0, 2), '--help']);
  const { seconds } = await successful(change.args(whole));
  const after = await change.found(whole);
  const files = await namesBelow(whole);
  while (counts.kills < kills) {
    const folder = await newFolder();
    const moment = Math.round(1000 * (loading / 2 + random.next() * (seconds - loading / 2)));
    const ended = await command(change.args(folder), moment);
    if (!ended.isKilled) continue;
    const found = await change.found(folder).catch((error: Error) => {
      counts.add('notResumable', 1, `after ${moment} ms: ${error.message}`);
      return null;
    });
    const isChanged = found !== null && found === after;
    const parts = (await namesBelow(folder)).includes('.part');
    counts.killed(isChanged ? 'changed' : parts ? 'as before, with a temporary file' : 'as before');
    if (!isChanged)
      counts.add('lost', found === before ? 0 : 1, `after ${moment} ms: neither as before nor changed`);
    const again = await command(change.args(folder));
    const expected = isChanged ? change.codeAgain : 0;
    counts.add('notResumable', again.code === expected ? 0 : 1, `exit code ${again.code}: ${again.text}`);
    counts.add('different', (await change.found(folder)) === after ? 0 : 1, `after ${moment} ms`);
    const left = await namesBelow(folder);
    counts.add('leftOver', left === files || isChanged ? 0 : 1, `after ${moment} ms: ${left}`);
  }
  return counts.result(change.name, seed);
}
