import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { type RunSummary, recordSchemaVersion } from '../../model/record/run-record.ts';
import type { RecordUpgradeResult } from '../../model/results/command-results.ts';
import { recordFiles, recordFolder } from '../files/record-files.ts';
import { openRecord, type RecordReader } from '../read/open-record.ts';
import { buildRecord } from '../write/build-record.ts';
import type { RecordWriter } from '../write/record-writer.ts';

/** Rewrites a record of format 1 in the current format, and keeps the old one. First reverts an interrupted swap. */
export async function upgradeRecord(named: string): Promise<RecordUpgradeResult> {
  const dir = recordFolder(named);
  const kept = `${dir}.format-1`;
  if (!existsSync(recordFiles(dir).plan) && existsSync(recordFiles(kept).plan)) await rename(kept, dir);
  const old = await openRecord(dir);
  const index = await old.index();
  const leftOut = index.duplicateRows + index.strayRows;
  if (old.format === recordSchemaVersion)
    return { record: dir, kept: null, items: index.itemCount, rows: index.rowCount, leftOut };
  const rows = await buildRecord(dir, (writer) => rewrite(old, writer), { keepOld: kept });
  return { record: dir, kept, items: index.itemCount, rows, leftOut };
}

/** Writes the rows. If a run has two rows, writes only the later one, which is the one that counts in format 1. */
async function rewrite(old: RecordReader, writer: RecordWriter): Promise<number> {
  const index = await old.index();
  for await (const item of old.items()) writer.appendItem(item);
  const { items: _, schemaVersion: __, ...head } = old.plan;
  const plan = await writer.writePlan(head);
  for await (const upload of old.uploads()) writer.appendUpload(upload);
  for await (const run of old.runs()) writer.appendRun(run);
  let rows = 0;
  for await (const { runs } of old.documents())
    for (const row of runs.flat()) {
      writer.appendRowLater(row);
      rows++;
    }
  const planned = plan.items.count * plan.versions.length * plan.repeats;
  const summary: RunSummary | null = old.summary && { ...old.summary, planned, byState: index.byState };
  if (summary !== null) await writer.seal(summary);
  return rows;
}
