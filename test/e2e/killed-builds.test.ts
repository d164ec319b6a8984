import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GoldsetError } from '../../src/base/goldset-error.ts';
import { Random } from '../../src/base/random.ts';
import { loadDataset } from '../../src/loaders/load-dataset.ts';
import { openRecord } from '../../src/record/read/open-record.ts';
import { recordFromPredictions } from '../../src/runner/record-from-predictions.ts';
import { verifyRecord } from '../../src/usecases/record/maintain-records.ts';
import { buildByTask } from '../fixtures/build-by-task.ts';
import { long } from '../fixtures/long-form.ts';
import { type Change, runKilled } from '../fixtures/run-killed.ts';

const items = 300;
const format1 = path.resolve(import.meta.dirname, '../fixtures/records-v1/extract');

let root: string;
let sourcesOf: Record<string, readonly string[]>;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'goldset-killed-'));
  const text = { type: ['string', 'null'] };
  const config = { type: 'EXTRACT', schema: { type: 'object', properties: { text }, required: ['text'] } };
  await writeFile(path.join(root, 'dataset.json'), JSON.stringify({ name: 'set', kind: 'EXTRACT', config }));
  const lines = (of: (n: number) => unknown) =>
    `${Array.from({ length: items }, (_, n) => JSON.stringify(of(n))).join('\n')}\n`;
  const value = (n: number) => ({ value: { text: `${n} `.repeat(200) } });
  const predictions = path.join(root, 'predictions.jsonl');
  await writeFile(
    path.join(root, 'items.jsonl'),
    lines((n) => ({ id: `i${n}`, text: 't', expectedOutput: value(n) })),
  );
  await writeFile(
    predictions,
    lines((n) => ({ id: `i${n}`, output: value(n) })),
  );
  const set = await loadDataset(root);
  const shards = ['s1', 's2'].map((name) => path.join(root, name));
  for (const [at, recordDir] of shards.entries())
    await recordFromPredictions({ set, predictions, recordDir, shard: { index: at + 1, of: 2 } });
  sourcesOf = { import: [root, predictions], merge: shards, upgrade: [] };
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** Returns the documents of a record without times, or null if there is no record. */
async function contentOf(dir: string): Promise<unknown[] | null> {
  try {
    await verifyRecord(dir);
    const content: unknown[] = [];
    for await (const { item, runs } of (await openRecord(dir)).documents())
      content.push([item, runs.map((rows) => rows.map(({ finishedAt: _, ...row }) => row))]);
    return content;
  } catch (thrown) {
    if (thrown instanceof GoldsetError && thrown.code === 'RECORD_NOT_FOUND') return null;
    throw thrown;
  }
}

function changeOf(task: string, target: string): Change {
  return { task, target, sources: sourcesOf[task] as string[] };
}

async function startOf(task: string, name: string): Promise<string> {
  const target = path.join(await mkdtemp(path.join(root, `${task}-${name}-`)), 'record');
  if (task === 'upgrade') await cp(format1, target, { recursive: true });
  return target;
}

const tasks = ['import', 'merge', 'upgrade'];
/**
 * For each task: the content of the target before the build, the build that is not killed, and its number of file
 * operations.
 */
const whole: { readonly before: unknown; readonly change: Change; readonly calls: number }[] = [];
beforeAll(async () => {
  const started = [];
  for (const task of tasks) {
    const target = await startOf(task, 'whole');
    started.push({ before: await contentOf(target), change: changeOf(task, target) });
  }
  const { calls } = await runKilled(
    0,
    started.map(({ change }) => change),
  );
  for (const [at, one] of started.entries()) whole.push({ ...one, calls: calls[at] as number });
});

describe.each(tasks.map((task, at) => [task, at] as const))('%s', (task, number) => {
  test('leaves the target unchanged or complete if it is killed at any moment, and a second attempt completes it', async () => {
    const { before, change, calls } = whole[number] as (typeof whole)[number];
    const after = await contentOf(change.target);
    const names = await readdir(path.dirname(change.target));
    expect(after).not.toBeNull();
    expect(calls).toBeGreaterThan(15);
    // The last operation but one moves the complete record to its final path.
    const moments = long
      ? Array.from({ length: calls }, (_, at) => at + 1)
      : [task === 'merge' ? 1 + new Random(task).integer(calls) : calls - 1];
    const seen = new Set<string>();
    for (const killAt of moments) {
      const target = await startOf(task, String(killAt));
      expect(await runKilled(killAt, [changeOf(task, target)]), `call ${killAt}`).toMatchObject({
        killed: true,
      });
      const found = await contentOf(target);
      const isWhole = existsSync(path.join(target, 'plan.json')) && (await openRecord(target)).format === 2;
      seen.add(isWhole ? 'whole' : 'as before');
      if (isWhole) expect(found, `call ${killAt}`).toEqual(after);
      // If an upgrade was killed between its two renames, the complete old record is at the path `.format-1`.
      else expect(found ?? (await contentOf(`${target}.format-1`)), `call ${killAt}`).toEqual(before);
      const again = buildByTask(task, target, sourcesOf[task] as string[]);
      if (isWhole && task !== 'upgrade') await expect(again).rejects.toMatchObject({ code: 'RECORD_EXISTS' });
      else await again;
      expect(await contentOf(target), `call ${killAt}, second try`).toEqual(after);
      expect(await readdir(path.dirname(target)), `call ${killAt}, second try`).toEqual(names);
    }
    if (long) expect([...seen].sort()).toEqual(['as before', 'whole']);
  });
});
