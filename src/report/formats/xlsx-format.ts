import path from 'node:path';
import type { ReportModel } from '../../model/report/report-model.ts';
import type { ScoredDocument } from '../../model/report/scored-document.ts';
import { causesSheet } from '../xlsx/causes-sheet.ts';
import { documentRank, documentRanks } from '../xlsx/document-row.ts';
import { documentColumns } from '../xlsx/documents-sheet.ts';
import { type ErrorRow, errorColumns, errorRows } from '../xlsx/errors-sheet.ts';
import { fieldsSheet } from '../xlsx/fields-sheet.ts';
import { RankedRows } from '../xlsx/ranked-rows.ts';
import { summarySheet } from '../xlsx/summary-sheet.ts';
import { type Sheet, writeWorkbook } from '../xlsx/write-workbook.ts';
import type { FormatOptions, OpenRows, RowsAhead } from './define-format.ts';

/** Maximum number of rows of each sheet. Excel opens sheets with at most 1,048,576 rows. */
const rowLimits = { documents: 1_000_000, errors: 100_000 };
/**
 * Opens the workbook. Its rows of documents and errors are collected during scoring. `write` then writes `report.xlsx`.
 * Tests use smaller limits of rows.
 */
export function openWorkbook(
  dir: string,
  { versions }: RowsAhead,
  options: FormatOptions,
  limits = rowLimits,
): OpenRows {
  const file = path.join(dir, 'report.xlsx');
  const spoolOf = (name: string) => `${file}.${name}`;
  const documents = new RankedRows(
    spoolOf('documents'),
    documentColumns(versions),
    documentRanks,
    limits.documents,
  );
  const errors = new RankedRows(spoolOf('errors'), errorColumns(versions), errorRanks, limits.errors);
  const remove = () => {
    documents.remove();
    errors.remove();
  };
  return {
    notices: [],
    sinks: [
      {
        leaves: 'wrong',
        write(document) {
          documents.add(documentRank(document), document.position, document);
          for (const row of errorRows(document))
            errors.add(row.isNew === false ? 1 : 0, document.position, row);
        },
        close() {
          remove();
          return [];
        },
        abort: remove,
      },
    ],
    async write(model) {
      const sheets = sheetsOf(model, documents, errors);
      const { title, tool, createdAt } = model;
      const { paper = 'a4' } = options;
      await writeWorkbook(file, sheets, { title, creator: `${tool.name} ${tool.version}`, createdAt, paper });
      return [file];
    },
  };
}

/**
 * Number of possible ranks of an error. Rank 0: the error is new, or the report has only one version. Rank 1: the
 * earlier version has the error too.
 */
const errorRanks = 2;

function sheetsOf(
  model: ReportModel,
  documents: RankedRows<ScoredDocument>,
  errors: RankedRows<ErrorRow>,
): Sheet[] {
  const now = model.versions.at(-1)?.name ?? '';
  const listed = model.index.positions === null ? null : new Set(model.index.positions);
  const fields = fieldsSheet(model);
  const causes = causesSheet(model);
  const others = [
    ...(fields === null ? [] : [fields]),
    documents.sheet('Documents', 'One row per document. Documents that need attention come first.', listed),
    errors.sheet(
      'Errors',
      `One row per wrong, missing or extra value of ${now}${model.versions.length > 1 ? ', new errors first' : ''}.`,
      listed,
    ),
    ...(causes === null ? [] : [causes]),
  ];
  return [summarySheet(model, others), ...others];
}
