import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ExtractConfig } from '../../../src/model/processor/processor-config.ts';
import type { FieldInjection } from '../../../src/model/wire/local/injected-errors.ts';
import { writeExamplePolicy } from './example-policy.ts';
import { type ExampleVersion, writeExampleRecord } from './example-records.ts';
import { writeExampleBatches, writeExampleReview, writeExampleStages } from './example-reviews.ts';
import { writeSmallSets } from './example-small-sets.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** Rates of injected errors. Each field has a few wrong values, so that no figure is 100 %. */
const usual: Readonly<Record<string, FieldInjection>> = {
  '*': { alter: 0.02, drop: 0.01 },
  purchase_order: { drop: 0.3, add: 0.05 },
  seller_vat_id: { drop: 0.2 },
};
/** Error rates of the draft: it reads `purchase_order` better than version 1.0, and `due_date` worse. */
const edited: Readonly<Record<string, FieldInjection>> = {
  ...usual,
  purchase_order: { drop: 0.02 },
  due_date: { alter: 0.3, add: 0.2 },
};

/**
 * Creates the folder in which the commands of docs/commands run, and returns its path. It contains the bundled
 * invoices and these records with seeded errors:
 * - `records/invoices` has the versions 1.0 and draft.
 * - `records/published` has only 1.0, and `records/candidate` only the draft.
 * - `records/first-30` has the draft on 30 items, and `records/few` has both versions on six items.
 * - `records/unfinished` is an unfinished run.
 * - `records/week-1` to `week-4` are runs of the draft in four weeks.
 * - `records/shard-1` and `records/shard-2` are two shards of one run.
 * The dataset `corrected` has one changed label. The other files are described in example-policy.ts,
 * example-reviews.ts and example-small-sets.ts.
 */
export async function makeExampleFolder(): Promise<string> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'goldset-example-'));
  const dataset = path.join(dir, 'invoices');
  cpSync(path.join(root, 'datasets/invoices'), dataset, { recursive: true });
  const file = JSON.parse(readFileSync(path.join(dataset, 'processor.json'), 'utf8')) as {
    config: ExtractConfig;
    versions: { config: ExtractConfig }[];
  };
  const published: ExampleVersion = {
    name: '1.0',
    config: file.versions[0]?.config as ExtractConfig,
    errors: usual,
    latencyMs: 900,
    credits: 1,
  };
  const draft = { ...published, name: 'draft', config: file.config, errors: edited, latencyMs: 1400 };
  const write = (name: string, day: string, versions: readonly ExampleVersion[], limit?: number) =>
    writeExampleRecord({
      dir: path.join(dir, 'records', name),
      dataset,
      recordId: `rec_${name}`,
      day,
      versions,
      limit,
    });
  await write('invoices', '2026-01-12', [published, draft]);
  await write('published', '2026-01-12', [published]);
  await write('candidate', '2026-01-13', [draft]);
  await write('few', '2026-01-12', [published, draft], 6);
  await write('first-30', '2026-01-14', [draft], 30);
  const weeks: readonly FieldInjection[] = [
    { alter: 0.12, drop: 0.06 },
    { alter: 0.08, drop: 0.04 },
    { alter: 0.03, drop: 0.02 },
    { alter: 0.03, drop: 0.02 },
  ];
  for (const [i, errors] of weeks.entries()) {
    const version = { ...published, name: 'draft', errors: { '*': errors }, seed: `week ${i}` };
    await write(`week-${i + 1}`, `2026-02-${String(2 + 7 * i).padStart(2, '0')}`, [version]);
  }
  for (const index of [1, 2])
    await writeExampleRecord({
      dir: path.join(dir, 'records', `shard-${index}`),
      dataset,
      recordId: `rec_shard-${index}`,
      day: '2026-01-12',
      versions: [published, draft],
      shard: { index, of: 2 },
    });
  await write('unfinished', '2026-01-15', [draft], 3);
  rmSync(path.join(dir, 'records/unfinished/summary.json'));
  correctGold(dataset, path.join(dir, 'corrected'));
  await writeExampleBatches(dir);
  await writeExampleReview(dir);
  writeExampleStages(dir);
  writeExamplePolicy(dir);
  writeSmallSets(dir);
  return dir;
}

/** Copies the dataset and removes the due date of the first invoice from its gold. */
function correctGold(dataset: string, target: string): void {
  cpSync(dataset, target, { recursive: true });
  const file = path.join(target, 'items.jsonl');
  const lines = readFileSync(file, 'utf8');
  writeFileSync(file, lines.replace(/"due_date":"[^"]+"/, '"due_date":null'));
}
