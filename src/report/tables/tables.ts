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

/** Tables of a report, without the tables of documents. */
export const modelTables: readonly Table<ReportModel>[] = [
  summaryTable,
  fieldsTable,
  confusionTable,
  confidenceTable,
  { ...labelIssuesTable, rows: ({ labelIssues }) => labelIssues?.issues },
  serviceFiguresTable,
  gateTable,
  sampleSizeTable,
  { ...attributionTable, rows: ({ attribution }) => attribution && attributionTable.rows(attribution) },
];

/** Name, description and columns of a table. */
interface TableDescription {
  readonly name: string;
  readonly doc: string;
  readonly columns: readonly Pick<Column<never>, 'name' | 'type' | 'doc'>[];
}

/** Every table of the format csv. */
export const allTables: readonly TableDescription[] = [
  ...modelTables,
  documentsTable,
  leavesTable,
  splitsTable,
  changesTable,
];
