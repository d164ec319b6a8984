import type { ReportModel } from '../../model/report/report-model.ts';
import { causesTable } from './causes-table.ts';
import { citationsTable } from './citations-table.ts';
import { confidenceTable } from './confidence-table.ts';
import type { Table } from './define-table.ts';
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

/** Tables that are written from the finished report. Tables of documents are written while documents are scored. */
export const modelTables: readonly Table<ReportModel>[] = [
  summaryTable,
  fieldsTable,
  causesTable,
  citationsTable,
  confusionTable,
  confidenceTable,
  { ...labelIssuesTable, rows: ({ labelIssues }) => labelIssues?.issues },
  serviceFiguresTable,
  gateTable,
  sampleSizeTable,
  { ...attributionTable, rows: ({ attribution }) => attribution && attributionTable.rows(attribution) },
];

export const allTables: readonly Table<never>[] = [
  ...modelTables,
  documentsTable,
  leavesTable,
  splitsTable,
  changesTable,
];
