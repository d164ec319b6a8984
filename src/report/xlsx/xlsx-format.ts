import path from 'node:path';
import { grouped } from '../../base/phrases.ts';
import type { ReportModel } from '../../model/report/report-model.ts';
import type { ScoredDocument } from '../../model/report/scored-document.ts';
import type { FormatOptions, OpenRows, RowsAhead } from '../formats/define-format.ts';
import { documentRank, documentRanks, type RowColumn } from './document-row.ts';
import { documentColumns } from './documents-sheet.ts';
import { errorColumns, errorRows } from './errors-sheet.ts';
import { fieldsSheet } from './fields-sheet.ts';
import { RowSpool } from './row-spool.ts';
import type { SheetCell } from './sheet-cell.ts';
import { summarySheet } from './summary-sheet.ts';
import { type Sheet, type SheetRow, writeWorkbook } from './write-workbook.ts';

/** Maximum number of rows of the sheet of the errors. */
export const maximumErrors = 100_000;
/** Maximum number of rows of the sheet of the documents. Excel opens a sheet with at most 1,048,576 rows. */
export const maximumDocuments = 1_000_000;
/** Maximum number of characters of the values of one sheet, so that programs can open the file. */
const maximumSheetCharacters = 100_000_000;

/** Opens the workbook: its sink collects the rows of the documents and errors, and `write` writes `report.xlsx`. */
export function openWorkbook(dir: string, { versions }: RowsAhead, options: FormatOptions): OpenRows {
  const file = path.join(dir, 'report.xlsx');
  const spoolOf = (name: string) => `${file}.${name}`;
  const documents = new RankedRows(
    spoolOf('documents'),
    documentColumns(versions),
    documentRanks,
    maximumDocuments,
  );
  const errors = new RankedRows(spoolOf('errors'), errorColumns(versions), errorRanks, maximumErrors);
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

/** New errors and errors of one version have rank 0, and errors that the earlier version has too have rank 1. */
const errorRanks = 2;

function sheetsOf(
  model: ReportModel,
  documents: RankedRows<ScoredDocument>,
  errors: RankedRows<Parameters<ReturnType<typeof errorColumns>[number]['of']>[0]>,
): Sheet[] {
  const now = model.versions.at(-1)?.name ?? '';
  const listed = model.index.positions === null ? null : new Set(model.index.positions);
  const fields = fieldsSheet(model);
  const others = [
    ...(fields === null ? [] : [fields]),
    documents.sheet('Documents', 'One row per document, those that need attention first.', listed),
    errors.sheet(
      'Errors',
      `One row per wrong, missing or extra value of ${now}${model.versions.length > 1 ? ', new errors first' : ''}.`,
      listed,
    ),
  ];
  return [summarySheet(model, others), ...others];
}

/** Rows of a sheet that the most important rank starts. Within a rank, they keep the order in which they were added. */
class RankedRows<Row> {
  readonly #columns: readonly RowColumn<Row>[];
  readonly #ranks: readonly RowSpool<readonly [position: number, ...cells: readonly SheetCell[]]>[];
  readonly #limit: number;
  /** Number of characters per rank, and number of rows that were added or omitted. */
  readonly #characters: number[];
  #count = 0;

  constructor(file: string, columns: readonly RowColumn<Row>[], ranks: number, limit: number) {
    this.#columns = columns;
    this.#ranks = Array.from({ length: ranks }, (_, rank) => new RowSpool(`${file}-${rank}`));
    this.#characters = new Array<number>(ranks).fill(0);
    this.#limit = limit;
  }

  add(rank: number, position: number, row: Row): void {
    this.#count++;
    const spool = this.#ranks[rank];
    const full = (this.#characters[rank] ?? 0) >= maximumSheetCharacters;
    if (spool === undefined || spool.count >= this.#limit || full) return;
    const cells = this.#columns.map(({ of }) => of(row));
    this.#characters[rank] = (this.#characters[rank] ?? 0) + charactersOf(cells);
    spool.add([position, ...cells]);
  }

  /** Returns the sheet. Only the documents at the positions `listed` have links; if it is `null`, all have. */
  sheet(name: string, text: string, listed: ReadonlySet<number> | null): Sheet {
    const kept = this.#keptRows();
    const omitted =
      kept < this.#count
        ? ` It has ${grouped(kept)} of ${grouped(this.#count)} rows; the folder csv has all.`
        : '';
    return {
      name,
      columns: this.#columns,
      above: [{ cells: [{ value: text + omitted, style: omitted === '' ? 'note' : 'amber' }] }],
      table: true,
      rows: this.#rows(kept, listed),
      count: kept,
    };
  }

  remove(): void {
    for (const spool of this.#ranks) spool.remove();
  }

  #keptRows(): number {
    return Math.min(
      this.#limit,
      this.#ranks.reduce((sum, { count }) => sum + count, 0),
    );
  }

  *#rows(kept: number, listed: ReadonlySet<number> | null): Generator<SheetRow> {
    let left = kept;
    for (const spool of this.#ranks) {
      for (const [position, ...cells] of spool.rows()) {
        if (left-- <= 0) return;
        yield { cells: listed === null || listed.has(position) ? cells : cells.map(withoutLink) };
      }
    }
  }
}

function withoutLink(cell: SheetCell): SheetCell {
  return typeof cell === 'object' && cell?.link !== undefined ? { value: cell.value, style: 'text' } : cell;
}

function charactersOf(cells: readonly SheetCell[]): number {
  let sum = 0;
  for (const cell of cells) {
    const value = typeof cell === 'object' ? cell?.value : cell;
    if (typeof value === 'string') sum += value.length;
  }
  return sum;
}
