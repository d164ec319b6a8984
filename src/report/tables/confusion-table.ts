import type { ReportModel } from '../../model/report/report-model.ts';
import { column, defineTable } from './define-table.ts';

interface CellRow {
  readonly version: string | undefined;
  readonly unit: string;
  readonly expected: string;
  readonly predicted: string;
  readonly count: number;
}

function* cellRows({ classes, versions }: ReportModel): Generator<CellRow> {
  if (!classes) return;
  const { matrices, unit, expectedLabels, predictedLabels } = classes;
  for (const [number, matrix] of matrices.entries()) {
    const version = versions[number]?.name;
    for (const [row, expected] of expectedLabels.entries())
      for (const [at, predicted] of predictedLabels.entries())
        yield { version, unit, expected, predicted, count: matrix[row]?.[at] ?? 0 };
  }
}

export const confusionTable = defineTable<ReportModel, CellRow>({
  name: 'confusion',
  doc: 'a cell of the confusion matrix, empty cells included',
  columns: [
    column('version', 'text', 'name of the version', ({ version }) => version),
    column('unit', 'text', 'what a cell counts: documents or pages', ({ unit }) => unit),
    column('expected', 'text', 'expected class', ({ expected }) => expected),
    column('predicted', 'text', 'predicted class', ({ predicted }) => predicted),
    column('count', 'integer', 'number of documents or pages', ({ count }) => count),
  ],
  rows: cellRows,
});
