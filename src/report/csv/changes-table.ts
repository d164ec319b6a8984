import type { ReportModel } from '../../model/report-model.ts';
import type { CsvTable } from './write-csv-file.ts';

/** One line a place that broke, was fixed, or went from one wrong value to another. */
export function changesTable({ changes }: ReportModel): CsvTable {
  const lists = [
    ['broke', changes.broke],
    ['fixed', changes.fixed],
    ['changed-wrong', changes.changedWrong],
  ] as const;
  const rows = lists.flatMap(([change, entries]) =>
    entries.map(({ itemId, path, expected, baseline, candidate }) => [
      change,
      itemId,
      path,
      expected,
      baseline,
      candidate,
    ]),
  );
  return { columns: ['change', 'item', 'path', 'expected', 'baseline', 'candidate'], rows };
}
