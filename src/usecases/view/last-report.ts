import path from 'node:path';
import { type Ports, silentPorts } from '../ports.ts';
import { type ReportResult, readReport } from '../report/report-record.ts';
import { newestRecord } from './list-records.ts';

/** Scores the newest record below a folder as `goldset report` does. Writes nothing. */
export async function lastReport(
  { dir, config }: { readonly dir: string; readonly config?: string },
  ports: Ports = silentPorts,
): Promise<ReportResult> {
  const { path: relative } = await newestRecord(dir);
  return readReport({ record: path.resolve(dir, relative), config }, ports);
}
