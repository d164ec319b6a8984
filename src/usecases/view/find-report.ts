import { existsSync } from 'node:fs';
import path from 'node:path';
import { GoldsetError } from '../../base/goldset-error.ts';
import { newestRecord } from './list-records.ts';

/**
 * Returns the path of the HTML page of a report. The name `last` selects the report of the newest record below `dir`.
 * Any other `name` is the folder of a report, relative to the working folder or to `dir`. Throws USAGE if there is no
 * page, and RECORD_NOT_FOUND if `dir` has no record.
 */
export async function findReport(name: string, dir: string): Promise<string> {
  const folders =
    name === 'last' ? [path.resolve(dir, (await newestRecord(dir)).path)] : [name, path.join(dir, name)];
  const pages = folders.map((folder) => path.resolve(folder, 'index.html'));
  const page = pages.find((file) => existsSync(file));
  if (page !== undefined) return page;
  throw new GoldsetError('USAGE', {
    problem: `found no report page at ${pages.join(' or ')}`,
    fix: 'Write it with goldset report RECORD, or see the records with goldset view.',
  });
}
