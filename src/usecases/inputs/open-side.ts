import { existsSync } from 'node:fs';
import { listBaselines, openBaseline } from '../../record/baselines/baseline-history.ts';
import { recordFiles, recordFolder } from '../../record/files/record-files.ts';
import { openRecord, type RecordReader } from '../../record/read/open-record.ts';

/** A record as it was named: its folder, the folder around it, or a blessed baseline (with the version it stands for). */
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
