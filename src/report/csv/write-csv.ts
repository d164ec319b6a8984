import path from 'node:path';
import type { ReportModel } from '../../model/report-model.ts';
import { confidenceTable } from './confidence-table.ts';
import { confusionTable, documentsTable, fieldsTable, leavesTable, splitsTable } from './report-tables.ts';
import { summaryTable } from './summary-table.ts';
import { type CsvTable, writeCsvFile } from './write-csv-file.ts';

const tables: Readonly<Record<string, (model: ReportModel) => CsvTable>> = {
  'summary.csv': summaryTable,
  'fields.csv': fieldsTable,
  'documents.csv': documentsTable,
  'leaves.csv': leavesTable,
  'confusion.csv': confusionTable,
  'splits.csv': splitsTable,
};

/** Writes the six tables of a report into a folder, and a seventh where there are confidences; returns their paths. */
export async function writeCsv(model: ReportModel, dir: string): Promise<string[]> {
  const files: string[] = [];
  const all = model.confidence ? { ...tables, 'confidence.csv': confidenceTable } : tables;
  for (const [name, table] of Object.entries(all)) {
    const file = path.join(dir, name);
    await writeCsvFile(file, table(model));
    files.push(file);
  }
  return files;
}
