import type { ErrorAttribution } from '../../model/report/error-attribution.ts';
import type { ReportModel } from '../../model/report/report-model.ts';
import { confidenceTable } from './confidence-table.ts';
import { confusionTable } from './confusion-table.ts';
import type { Table } from './define-table.ts';
import { fieldsTable } from './fields-table.ts';
import { gateTable } from './gate-table.ts';
import { planTable } from './plan-table.ts';
import { serviceFiguresTable } from './service-figures-table.ts';
import { stagesTable } from './stages-table.ts';
import { summaryTable } from './summary-table.ts';
import { suspectsTable } from './suspects-table.ts';

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
    { ...suspectsTable, rows: ({ suspects }: ReportModel) => suspectsTable.rows(suspects) },
    ({ suspects }) => suspects != null,
  ),
  modelTable(serviceFiguresTable, ({ reconciliation }) => reconciliation != null),
  modelTable(gateTable, ({ gate }) => gate !== null),
  modelTable(planTable, ({ plan }) => plan != null),
  modelTable(
    { ...stagesTable, rows: ({ stages }: ReportModel) => stagesTable.rows(stages as ErrorAttribution) },
    ({ stages }) => stages != null,
  ),
];

function modelTable<Row>(table: Table<ReportModel, Row>, when: ModelTable['when'] = () => true): ModelTable {
  // Every column reads the rows of its own table, so the type of the row may be forgotten.
  return { table: table as unknown as Table<ReportModel>, when };
}
