import type { ReportModel } from '../../model/report-model.ts';
import type { CsvTable } from './write-csv-file.ts';

/** One line a check of the gate. */
export function gateTable({ gate }: ReportModel): CsvTable {
  const columns = [
    'check',
    'rule',
    'status',
    'value',
    'low',
    'high',
    'bound',
    'unit',
    'n',
    'documents',
    'reason',
  ];
  const rows = (gate?.checks ?? []).map((check) => [
    check.name,
    check.rule,
    check.status,
    check.value,
    check.interval?.low,
    check.interval?.high,
    check.bound,
    check.unit,
    check.n,
    check.documents,
    check.reason,
  ]);
  return { columns, rows };
}
