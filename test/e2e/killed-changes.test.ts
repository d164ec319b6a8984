import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Random } from '../../src/base/random.ts';
import { openDataset } from '../../src/loaders/load-dataset.ts';
import { openBaseline, readBaselineHistory } from '../../src/record/baselines/baseline-history.ts';
import { recordFromPredictions } from '../../src/runner/record-from-predictions.ts';
import { buildByTask } from '../fixtures/build-by-task.ts';
import { long } from '../fixtures/long-form.ts';
import { type Change, runKilled } from '../fixtures/run-killed.ts';

/** Smallest number of kills per task in `npm run test:long`. */
const kills = 40;

let root: string;
let dataset: string;
let sourcesOf: Record<string, readonly string[]>;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'goldset-killed-'));
  dataset = path.join(root, 'dataset');
  const file = (name: string) => path.join(root, name);
  const text = { type: ['string', 'null'] };
  const config = { type: 'EXTRACT', schema: { type: 'object', properties: { text }, required: ['text'] } };
  const manifest = { name: 'set', kind: 'EXTRACT', config };
  const ids = Array.from({ length: 20 }, (_, n) => `i${n}`);
  const lines = (of: (id: string) => object) => ids.map((id) => `${JSON.stringify(of(id))}\n`).join('');
  await cp(path.resolve(import.meta.dirname, '../../LICENSE'), path.join(dataset, 'files/page.txt'));
  await writeFile(path.join(dataset, 'dataset.json'), JSON.stringify(manifest));
  await writeFile(
    path.join(dataset, 'items.jsonl'),
    lines((id) => ({ id, text: 't', expectedOutput: { text: `old ${id}` } })),
  );
  const changes = ids.slice(5).map((id) => `${id},text,"""old ${id}""",,9,e,correct,new ${id},tester`);
  const header = 'item,path,label,proposed,score,evidence,decision,corrected,reviewer';
  await writeFile(file('review.csv'), `${[header, ...changes].join('\r\n')}\r\n`);
  await writeFile(
    file('predictions.jsonl'),
    lines((id) => ({ id, output: { text: id } })),
  );
  const record = file('record');
  await recordFromPredictions({
    set: await openDataset(dataset),
    predictions: file('predictions.jsonl'),
    recordDir: record,
  });
  sourcesOf = {
    review: [file('review.csv')],
    'review-out': [dataset, file('review.csv')],
    baseline: [record],
  };
});
afterAll(() => rm(root, { recursive: true, force: true }));

function changeOf(task: string, target: string): Change {
  return { task, target, sources: sourcesOf[task] as string[] };
}

async function startOf(task: string): Promise<string> {
  const target = path.join(await mkdtemp(path.join(root, `${task}-`)), 'target');
  if (task === 'review') await cp(dataset, target, { recursive: true });
  return target;
}

/**
 * Returns the state that a new process reads: the items, the version and the history of a dataset, or the current
 * baseline.
 */
async function foundBy(task: string, target: string): Promise<unknown> {
  if (task === 'baseline') {
    const [entry] = (await readBaselineHistory(target, 'main')).slice(-1);
    return entry && [entry, (await openBaseline(target, 'main')).reader.plan.recordId];
  }
  if (!existsSync(target)) return undefined;
  const items = [];
  for await (const { id, expectedOutput } of (await openDataset(target)).items())
    items.push([id, expectedOutput]);
  return [items, await allFiles(target)];
}

/** Returns the content of all files below a folder, by their paths. Omits lock files, which are empty. */
async function allFiles(folder: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && entry.name !== 'lock.db')
      files[path.relative(folder, file)] = await readFile(file, 'utf8');
  }
  return files;
}

const tasks = ['review', 'review-out', 'baseline'];
/**
 * For each task: the content of the folder before the change, the change that is not killed, and its number of file
 * operations.
 */
const whole: { readonly before: unknown; readonly change: Change; readonly calls: number }[] = [];
beforeAll(async () => {
  const started = [];
  for (const task of tasks) {
    const target = await startOf(task);
    started.push({ before: await foundBy(task, target), change: changeOf(task, target) });
  }
  const { calls } = await runKilled(
    0,
    started.map(({ change }) => change),
  );
  for (const [at, one] of started.entries()) whole.push({ ...one, calls: calls[at] as number });
});

describe.each(tasks.map((task, at) => [task, at] as const))('%s', (task, number) => {
  test('changes everything or nothing if it is killed at any moment, and a second attempt has the same result', async () => {
    const { before, change, calls } = whole[number] as (typeof whole)[number];
    const after = await foundBy(task, change.target);
    const files = await allFiles(path.dirname(change.target));
    expect(after).not.toEqual(before);
    expect(calls).toBeGreaterThan(5);
    const random = new Random(task);
    const moments = Array.from({ length: calls }, (_, at) => at + 1);
    while (moments.length < kills) moments.push(1 + random.integer(calls));
    const seen = new Set<string>();
    for (const killAt of long ? moments : [task === 'review' ? random.pick(moments) : calls - 1]) {
      const target = await startOf(task);
      expect(await runKilled(killAt, [changeOf(task, target)]), `call ${killAt}`).toMatchObject({
        killed: true,
      });
      const found = withoutParts(await foundBy(task, target));
      const isChanged = JSON.stringify(found) !== JSON.stringify(before);
      seen.add(isChanged ? 'changed' : 'as before');
      if (isChanged) expect(found, `call ${killAt}`).toEqual(after);
      const again = buildByTask(task, target, sourcesOf[task] as string[]);
      if (isChanged && task === 'review-out')
        await expect(again).rejects.toMatchObject({ code: 'OUTPUT_NOT_WRITABLE' });
      else await again;
      expect(await foundBy(task, target), `call ${killAt}, second try`).toEqual(after);
      expect(await allFiles(path.dirname(target)), `call ${killAt}, second try`).toEqual(files);
    }
    // A review into a new folder moves the complete folder to its final path in the last operation. So a kill before
    // any operation leaves the old state.
    const states = task === 'review-out' ? ['as before'] : ['as before', 'changed'];
    if (long) expect([...seen].sort()).toEqual(states);
  });
});

/** Omits the temporary files of the killed process, because no reader opens them. */
function withoutParts(found: unknown): unknown {
  if (!Array.isArray(found) || typeof found[1] !== 'object') return found;
  const kept = Object.entries(found[1] as object).filter(([name]) => !/\.\d+\.part/.test(name));
  return [found[0], Object.fromEntries(kept)];
}
