import path from 'node:path';
import type { ReportModel } from '../../model/report-model.ts';
import type { StageAttribution } from '../../model/stage-attribution.ts';
import { changesTable } from './changes-table.ts';
import { confidenceTable } from './confidence-table.ts';
import { gateTable } from './gate-table.ts';
import { planTable } from './plan-table.ts';
import { confusionTable, documentsTable, fieldsTable, leavesTable, splitsTable } from './report-tables.ts';
import { serviceFiguresTable } from './service-figures-table.ts';
import { stagesTable } from './stages-table.ts';
import { summaryTable } from './summary-table.ts';
import { suspectsTable } from './suspects-table.ts';
import { type CsvTable, writeCsvFile } from './write-csv-file.ts';

const tables: Readonly<Record<string, (model: ReportModel) => CsvTable>> = {
  'summary.csv': summaryTable,
  'fields.csv': fieldsTable,
  'documents.csv': documentsTable,
  'leaves.csv': leavesTable,
  'confusion.csv': confusionTable,
  'splits.csv': splitsTable,
};

/** Tables of sections that not every report has. */
function furtherTables(model: ReportModel): typeof tables {
  return {
    ...(model.versions.length > 1 ? { 'changes.csv': changesTable } : {}),
    ...(model.confidence ? { 'confidence.csv': confidenceTable } : {}),
    ...(model.suspects ? { 'suspects.csv': ({ suspects }: ReportModel) => suspectsTable(suspects) } : {}),
    ...(model.reconciliation ? { 'service-figures.csv': serviceFiguresTable } : {}),
    ...(model.gate ? { 'gate.csv': gateTable } : {}),
    ...(model.plan ? { 'plan.csv': planTable } : {}),
    ...(model.stages ? { 'stages.csv': () => stagesTable(model.stages as StageAttribution) } : {}),
  };
}

/** Writes the six tables of a report into a folder, and those of further sections; returns their paths. */
export async function writeCsv(model: ReportModel, dir: string): Promise<string[]> {
  const files: string[] = [];
  for (const [name, table] of Object.entries({ ...tables, ...furtherTables(model) })) {
    const file = path.join(dir, name);
    await writeCsvFile(file, table(model));
    files.push(file);
  }
  return files;
}
