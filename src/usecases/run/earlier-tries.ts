import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { RunPlan } from '../../model/record/run-record.ts';
import { recordFiles, recordFolder } from '../../record/files/record-files.ts';
import { openRecord } from '../../record/read/open-record.ts';
import { findRecords } from '../view/list-records.ts';

/**
 * Number of folder levels to search below the reports folder. Two levels find `reports/invoices` and
 * `reports/invoices/try-2`. Every new run searches, so a deeper search would delay runs in large folders.
 */
const depth = 2;

/**
 * Returns the plans of the complete records of a dataset in a reports folder. A record is complete if every item run
 * was processed or failed, and at least one was processed. Omits records that cannot be read.
 */
export async function earlierPlans(reports: string, dataset: string): Promise<RunPlan[]> {
  const name = JSON.stringify(dataset);
  const plans: RunPlan[] = [];
  for await (const relative of findRecords(reports, depth)) {
    const folder = recordFolder(path.join(reports, relative));
    // Opening every record is slow, so first search the text of the plan for the name of the dataset.
    const text = await readFile(recordFiles(folder).plan, 'utf8').catch(() => '');
    if (!text.includes(name)) continue;
    const record = await openRecord(folder).catch(() => null);
    if (record === null || record.plan.dataset.name !== dataset) continue;
    const { processed = 0, cancelled, notRun } = record.summary?.byState ?? {};
    if (processed > 0 && cancelled === 0 && notRun === 0) plans.push(record.plan);
  }
  return plans;
}
