import { existsSync } from 'node:fs';
import path from 'node:path';
import { listBaselines, openBaseline } from '../record/blessings.ts';
import { openRecord, type RecordReader } from '../record/open-record.ts';

/** A record as it was named: its folder, the folder around it, or a blessed baseline (with the version it stands for). */
export async function openSide(
  named: string,
  baselines: string,
): Promise<{ readonly reader: RecordReader; readonly version?: string }> {
  const isRecord = (dir: string) => existsSync(path.join(dir, 'plan.json'));
  if (isRecord(named)) return { reader: await openRecord(named) };
  if (isRecord(path.join(named, 'record'))) return { reader: await openRecord(path.join(named, 'record')) };
  if ((await listBaselines(baselines)).includes(named)) {
    const { reader, blessing } = await openBaseline(baselines, named);
    return { reader, version: blessing.version };
  }
  return { reader: await openRecord(named) };
}
