import { randomUUID } from 'node:crypto';
import { GoldsetError } from '../../base/goldset-error.ts';
import type { RecordReader } from '../read/open-record.ts';
import { buildRecord } from '../write/build-record.ts';

export interface ContinuedRecord {
  readonly record: string;
  readonly kept: number;
  /** Number of item runs that are executed again. */
  readonly again: number;
}

/**
 * Writes a new, unfinished record with the items, the processed rows and the started service runs of a finished record.
 * A resumed run therefore first asks the service for the results of the failed and cancelled item runs. Throws USAGE if
 * the old record is unfinished, has duplicate or unplanned rows, or has neither failed nor cancelled item runs.
 */
export async function continueRecord(old: RecordReader, out: string): Promise<ContinuedRecord> {
  const { byState, duplicateRows, strayRows } = await old.index();
  const again = byState.failed + byState.cancelled;
  if (byState.notRun > 0)
    throw new GoldsetError('USAGE', {
      problem: `--only-failed: ${byState.notRun} item runs of ${old.dir} have no result`,
      fix: `Complete the run first with: goldset run --resume ${old.dir}`,
    });
  if (duplicateRows + strayRows > 0)
    throw new GoldsetError('USAGE', {
      problem: `--only-failed: ${old.dir} has ${duplicateRows + strayRows} duplicate or unplanned rows`,
      fix: 'Run the dataset again.',
    });
  if (again === 0)
    throw new GoldsetError('USAGE', {
      problem: `--only-failed: no item run of ${old.dir} has failed`,
      fix: 'Use goldset report to write the report of this record.',
    });
  await buildRecord(out, async (writer) => {
    for await (const item of old.items()) writer.appendItem(item);
    const { items: _, schemaVersion: __, recordId, createdAt, continues = [], ...head } = old.plan;
    await writer.writePlan({
      ...head,
      recordId: randomUUID(),
      createdAt: new Date().toISOString(),
      continues: [{ recordId, createdAt }, ...continues],
    });
    for await (const upload of old.uploads()) writer.appendUpload(upload);
    for await (const run of old.runs()) writer.appendRun({ ...run, continues: run.continues ?? recordId });
    for await (const row of old.rows())
      if (row.state === 'processed') writer.appendRowLater({ ...row, reused: row.reused ?? { recordId } });
  });
  return { record: out, kept: byState.processed, again };
}
