import { stateLetter, stateLetters } from '../../model/report/document-index.ts';
import { changeGroupOf, type DocumentState, documentStateLabels } from '../../model/report/document-state.ts';
import type { ScoredDocument, ScoredDocumentVersion } from '../../model/report/scored-document.ts';
import { isWrong } from '../tables/document-tables.ts';
import type { SheetCell } from './sheet-cell.ts';
import type { StyleName } from './sheet-styles.ts';
import type { SheetColumn } from './write-workbook.ts';

/** A column of a sheet, with a function that returns its cell for a row. */
export type RowColumn<Row> = SheetColumn & { readonly of: (row: Row) => SheetCell };

/** A cell lists at most this many fields with wrong values. */
const listedFields = 5;

/**
 * One letter per document state, in the order in which the sheet lists the documents. The last letter, `-`, means that
 * the document is fully right.
 */
const letters = `${Object.values(stateLetters).join('')}-`;

/**
 * Number of possible ranks of a document. Documents with low ranks are listed first, because they most need attention.
 */
export const documentRanks = letters.length;

/** Returns the rank of a document. Rank 0 is listed first. */
export function documentRank({ change, versions }: ScoredDocument): number {
  if (change !== null && changeGroupOf(change) !== null) return letters.indexOf(stateLetter(change));
  const last = versions.at(-1);
  if (last !== undefined && !['scored', 'without-gold'].includes(last.state))
    return letters.indexOf(stateLetters.noResult);
  return last?.exact === true ? letters.length - 1 : letters.indexOf(stateLetters.unchanged);
}

const styles: Readonly<Partial<Record<DocumentState, StyleName>>> = {
  newlyWrong: 'worse',
  noResult: 'stop',
  moreErrors: 'worse',
  mixed: 'amber',
  fewerErrors: 'better',
  nowRight: 'better',
};

export function stateCell({ change }: ScoredDocument): SheetCell {
  if (change === null) return { value: '', style: 'text' };
  const value = documentStateLabels[change.state].join(' ').trim();
  return { value, style: styles[change.state] ?? 'text' };
}

/**
 * Returns the number of wrong, missing and extra values of a document in one version. Returns `null` if the document
 * has no gold or the version was not run on it.
 */
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
