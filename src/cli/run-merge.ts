import path from 'node:path';
import type { MergeAnswer } from '../model/merge-answer.ts';
import { mergeRecords } from '../record/merge-records.ts';
import { openRecord } from '../record/open-record.ts';
import { outputFolder } from '../usecases/settings/output-folder.ts';

export interface MergeFlags {
  readonly out?: string;
  readonly json?: boolean;
}

/** The work of `goldset merge`. */
export async function runMerge(records: readonly string[], flags: MergeFlags): Promise<void> {
  const { plan } = await openRecord(path.resolve(records[0] ?? '.'));
  const record = path.join(outputFolder(flags.out, plan.dataset.name), 'record');
  const merged = await mergeRecords(
    records.map((named) => path.resolve(named)),
    record,
  );
  if (flags.json) process.stdout.write(`${JSON.stringify({ record, ...merged } satisfies MergeAnswer)}\n`);
  else {
    const shown = path.relative(process.cwd(), record);
    process.stdout.write(
      `${merged.shards} shards are whole: ${merged.items} items, ${merged.itemRuns} item runs, each there once\nRecord: ${shown}\n\nNext:\n  $ goldset report ${shown}\n`,
    );
  }
}
