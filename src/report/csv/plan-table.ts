import type { ReportModel } from '../../model/report-model.ts';
import type { CsvTable } from './write-csv-file.ts';

/** One line a question and size of difference: how many documents it takes to find it. */
export function planTable({ plan }: ReportModel): CsvTable {
  const columns = [
    'scope',
    'label',
    'seen_on',
    'rate',
    'differing',
    'basis',
    'effect',
    'power',
    'documents',
    'to_be_safe',
  ];
  const rows = (plan?.rows ?? []).flatMap(({ needed, ...row }) =>
    needed.map(({ documents, cautious }, at) => [
      row.scope,
      row.label,
      row.seenOn,
      row.rate,
      row.differing,
      plan?.basis,
      plan?.effects[at],
      plan?.power,
      documents,
      cautious,
    ]),
  );
  return { columns, rows };
}
