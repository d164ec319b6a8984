import type { ErrorAttribution } from '../../model/report/error-attribution.ts';
import type { LabelIssueSection } from '../../model/report/label-issue.ts';
import type { ReportModel } from '../../model/report/report-model.ts';
import { confidenceTable } from './confidence-table.ts';
import type { Column, Table } from './define-table.ts';
import { changesTable, documentsTable, leavesTable, splitsTable } from './document-tables.ts';
import { fieldsTable } from './fields-table.ts';
import {
  attributionTable,
  confusionTable,
  gateTable,
  labelIssuesTable,
  sampleSizeTable,
  serviceFiguresTable,
} from './section-tables.ts';
import { summaryTable } from './summary-table.ts';

/** A table that is written from the finished model. */
interface ModelTable {
  readonly table: Table<ReportModel>;
  /** Whether the report has this table. */
  readonly when: (model: ReportModel) => boolean;
}

/** Tables of a report, without the tables of documents. */
export const modelTables: readonly ModelTable[] = [
  modelTable(summaryTable),
  modelTable(fieldsTable),
  modelTable(confusionTable),
  modelTable(confidenceTable, ({ confidence }) => confidence != null),
  modelTable(
    { ...labelIssuesTable, rows: (model: ReportModel) => (model.labelIssues as LabelIssueSection).issues },
    ({ labelIssues }) => labelIssues != null,
  ),
  modelTable(serviceFiguresTable, ({ reconciliation }) => reconciliation != null),
  modelTable(gateTable, ({ gate }) => gate !== null),
  modelTable(sampleSizeTable, ({ sampleSize }) => sampleSize != null),
  modelTable(
    {
      ...attributionTable,
      rows: (model: ReportModel) => attributionTable.rows(model.attribution as ErrorAttribution),
    },
    ({ attribution }) => attribution != null,
  ),
];

function modelTable<Row>(table: Table<ReportModel, Row>, when: ModelTable['when'] = () => true): ModelTable {
  // Each column reads only rows of the same table, so the type of the row is not needed here.
  return { table: table as unknown as Table<ReportModel>, when };
}

/** Name, description and columns of a table. */
interface TableDescription {
  readonly name: string;
  readonly doc: string;
  readonly columns: readonly Pick<Column<never>, 'name' | 'type' | 'doc'>[];
}

/** Every table of the format csv. */
export const allTables: readonly TableDescription[] = [
  ...modelTables.map(({ table }) => table),
  documentsTable,
  leavesTable,
  splitsTable,
  changesTable,
];
