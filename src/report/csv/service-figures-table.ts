import type { ReportModel } from '../../model/report-model.ts';
import type { CsvRow, CsvTable } from './write-csv-file.ts';

/** One line a figure of the service, with ours beside it and why they differ. */
export function serviceFiguresTable(model: ReportModel): CsvTable {
  const rows = (model.reconciliation?.rows ?? []).map(
    ({ figure, unit, ours, service, status, finding }): CsvRow => [
      figure,
      unit,
      ours,
      service,
      status,
      finding,
    ],
  );
  return { columns: ['figure', 'unit', 'ours', 'service', 'status', 'finding'], rows };
}
