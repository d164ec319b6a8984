import type { ErrorAttribution } from '../../model/report/error-attribution.ts';
import type { ReportModel } from '../../model/report/report-model.ts';
import { attributionTable } from './attribution-table.ts';
import { confidenceTable } from './confidence-table.ts';
import { confusionTable } from './confusion-table.ts';
import type { Table } from './define-table.ts';
import { fieldsTable } from './fields-table.ts';
import { gateTable } from './gate-table.ts';
import { labelIssuesTable } from './label-issues-table.ts';
import { sampleSizeTable } from './sample-size-table.ts';
import { serviceFiguresTable } from './service-figures-table.ts';
import { summaryTable } from './summary-table.ts';

/** A table that is written from the finished model. */
export interface ModelTable {
  readonly table: Table<ReportModel>;
  /** Whether the report has this table. */
  readonly when: (model: ReportModel) => boolean;
}

/** Tables of a report that are not about single documents. */
export const modelTables: readonly ModelTable[] = [
  modelTable(summaryTable),
  modelTable(fieldsTable),
  modelTable(confusionTable),
  modelTable(confidenceTable, ({ confidence }) => confidence != null),
  modelTable(
    { ...labelIssuesTable, rows: ({ labelIssues }: ReportModel) => labelIssuesTable.rows(labelIssues) },
    ({ labelIssues }) => labelIssues != null,
  ),
  modelTable(serviceFiguresTable, ({ reconciliation }) => reconciliation != null),
  modelTable(gateTable, ({ gate }) => gate !== null),
  modelTable(sampleSizeTable, ({ sampleSize }) => sampleSize != null),
  modelTable(
    {
      ...attributionTable,
      rows: ({ attribution }: ReportModel) => attributionTable.rows(attribution as ErrorAttribution),
    },
    ({ attribution }) => attribution != null,
  ),
];

function modelTable<Row>(table: Table<ReportModel, Row>, when: ModelTable['when'] = () => true): ModelTable {
  // Every column reads the rows of its own table, so the type of the row may be forgotten.
  return { table: table as unknown as Table<ReportModel>, when };
}
