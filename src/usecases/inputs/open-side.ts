import { existsSync } from 'node:fs';
import { listBaselines, openBaseline } from '../../record/baselines/baseline-history.ts';
import { recordFiles, recordFolder } from '../../record/files/record-files.ts';
import { openRecord, type RecordReader } from '../../record/read/open-record.ts';

/** Opens a record by its folder, the folder around it, or the name of a baseline, which also gives the version. */
export async function openSide(
  named: string,
  baselines: string,
): Promise<{ readonly reader: RecordReader; readonly version?: string }> {
  if (existsSync(recordFiles(recordFolder(named)).plan)) return { reader: await openRecord(named) };
  if ((await listBaselines(baselines)).includes(named)) {
    const { reader, entry } = await openBaseline(baselines, named);
    return { reader, version: entry.version };
  }
  return { reader: await openRecord(named) };
}
