import type { ScoredDocument, ScoredDocumentVersion } from '../../model/report/scored-document.ts';
import { isWrong } from '../tables/document-tables.ts';
import type { SheetCell } from './sheet-cell.ts';
import type { StyleName } from './sheet-styles.ts';
import type { SheetColumn } from './write-workbook.ts';

/** A column of a sheet with one row per `Row`. */
export type RowColumn<Row> = SheetColumn & { readonly of: (row: Row) => SheetCell };

/** Number of different wrong fields that one cell lists. */
const listedFields = 5;

/** Lists of documents start with those that need attention first. */
export const documentRanks = 6;

/** Returns the position of a document among the ranks, from 0. */
export function documentRank({ change, versions }: ScoredDocument): number {
  if (change === 'new-errors') return 0;
  const last = versions.at(-1);
  if (last !== undefined && last.state !== 'scored' && last.state !== 'without-gold') return 1;
  if (change === 'changed-wrong') return 2;
  if (last?.exact !== true) return 3;
  return change === 'fixed' ? 4 : 5;
}

const states: Readonly<Record<ScoredDocument['change'], readonly [words: string, style: StyleName]>> = {
  'new-errors': ['▼ new errors', 'worse'],
  fixed: ['▲ now fully right, or fewer errors', 'better'],
  'changed-wrong': ['· another wrong answer', 'text'],
  same: ['unchanged', 'text'],
  none: ['', 'text'],
};

export function stateCell({ change }: ScoredDocument): SheetCell {
  const [value, style] = states[change];
  return { value, style };
}

/** Returns the number of wrong, missing and extra values; `null` without a score. */
export function errorCount(version: ScoredDocumentVersion | undefined): number | null {
  if (version === undefined || version.state === 'without-gold' || version.state === 'not-run') return null;
  const { incorrect, missing, spurious } = version.counts;
  return incorrect + missing + spurious;
}

/** Returns the fields with wrong values, in the order of the document: `total_amount, due_date and 3 more`. */
export function wrongFields(version: ScoredDocumentVersion | undefined): string {
  const fields = new Set<string>();
  for (const leaf of version?.leaves ?? []) if (isWrong(leaf)) fields.add(leaf.field);
  const names = [...fields].slice(0, listedFields).join(', ');
  return fields.size > listedFields ? `${names} and ${fields.size - listedFields} more` : names;
}
