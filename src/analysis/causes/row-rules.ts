import type { LeafOutcome, RowDiagnostics } from '../../model/score/item-score.ts';
import type { DocumentValues } from './document-values.ts';
import { type Cell, cellOf } from './table-values.ts';
import type { ValueForms } from './value-forms.ts';
import { isDistinct, isPart, isSame, isWrittenOtherwise } from './value-relations.ts';
import type { WrongValue } from './wrong-value.ts';

/** Returns whether the value is missing because the output lacks its whole row. */
export function isMissingRow({ outcome, cell, document }: WrongValue): boolean {
  if (outcome !== 'missing') return false;
  for (let at = cell; at !== null; at = cellOf(at.array))
    if (document.table(at.array).isUnpaired(at.row)) return true;
  return false;
}

/** Returns whether the value is in a predicted row that no expected row matches. */
export function isExtraRow({ leaf }: WrongValue): boolean {
  return leaf.spuriousRow === true;
}

/**
 * Returns whether the value is wrong because table rows are merged, split or shifted. The rule applies if the text of
 * the row is merged or split, or if the value belongs to another row.
 */
export function isRowChange(wrong: WrongValue): boolean {
  const { leaf, cell, document } = wrong;
  if (cell === null || isWrittenOtherwise(wrong)) return false;
  const { pairing, changed } = document.table(cell.array);
  if (leaf.spuriousRow) return changed.extra.has(cell.row);
  if (changed.expected.has(cell.row)) return true;
  if (isMissingRow(wrong)) return false;
  if (pairing?.diagnostics !== undefined && isDiagnosed(cell, pairing.diagnostics, pairing.pairs))
    return true;
  return isOfOtherRow(cell, wrong);
}

/** Returns whether the row alignment found that the row of a cell was merged with another row, or split. */
function isDiagnosed(
  { row }: Cell,
  { merged, split }: RowDiagnostics,
  pairs: readonly (readonly [number | null, number | null])[],
): boolean {
  if (split.some(({ from }) => from === row)) return true;
  if (merged.length === 0) return false;
  const partner = pairs.find(([expected]) => expected === row)?.[1];
  return merged.some(({ into }) => into === partner);
}

function othersInColumn(cell: Cell, { document, leaf }: WrongValue): readonly LeafOutcome[] {
  return document
    .table(cell.array)
    .column(cell.column)
    .flatMap((other) => (other.leaf === leaf ? [] : [other.leaf]));
}

/**
 * Returns whether a wrong value belongs to another row. The predicted value must be the expected value of another row
 * in the same column, and one of these conditions must be true:
 * - The two rows exchanged their values.
 * - Two wrong values of one row are expected values of the same other row.
 * - The value belongs to the next row above or below, and a neighbouring value in the column moved in the same
 *   direction.
 * For a missing value, returns whether the expected value is a wrong value of another row in the same column.
 */
function isOfOtherRow(cell: Cell, wrong: WrongValue): boolean {
  const { expected, predicted, document } = wrong;
  if (predicted === null) {
    return (
      expected !== null &&
      isDistinct(expected) &&
      othersInColumn(cell, wrong).some(
        (other) => isWrong(other) && isSame(expected, document.formsOf(other.predicted)),
      )
    );
  }
  const sources = othersInColumn(cell, wrong).filter((other) =>
    isSame(predicted, document.formsOf(other.expected)),
  );
  if (sources.length === 0) return false;
  if (!isDistinct(predicted) && isPart(wrong)) return false;
  if (
    expected !== null &&
    (isDistinct(predicted) || isDistinct(expected)) &&
    sources.some((one) => isExchanged(one, expected, document))
  )
    return true;
  const steps = new Set(sources.map(({ path }) => (cellOf(path)?.row ?? 0) - cell.row));
  if (isDistinct(predicted) && [...steps].some((step) => isRowMoved(cell, step, wrong))) return true;
  return [-1, 1].some((step) => steps.has(step) && isMoved(cell, step, wrong));
}

/** Returns whether a leaf is wrong because its predicted value is `expected`, the expected value of another row. */
function isExchanged(leaf: LeafOutcome, expected: ValueForms, document: DocumentValues): boolean {
  return isWrong(leaf) && isSame(expected, document.formsOf(leaf.predicted));
}

/**
 * Returns whether another value of the row moved by `step` rows too. Such a value is wrong, and equals the expected
 * value that is `step` rows further down in the same column.
 */
function isRowMoved({ array, row, column }: Cell, step: number, { document }: WrongValue): boolean {
  return [...document.table(array).columns].some(([name, cells]) => {
    if (name === column) return false;
    const at = (number: number) => cells.find((cell) => cell.row === number && !cell.leaf.spuriousRow)?.leaf;
    const [leaf, source] = [at(row), at(row + step)];
    const forms = leaf !== undefined && isWrong(leaf) ? document.formsOf(leaf.predicted) : null;
    return (
      forms !== null &&
      isDistinct(forms) &&
      source !== undefined &&
      isSame(forms, document.formsOf(source.expected))
    );
  });
}

/**
 * Returns whether the value above or below moved by `step` rows too. Such a value is wrong, and equals the expected
 * value that is `step` rows further down in the same column.
 */
function isMoved({ array, row, column }: Cell, step: number, { document }: WrongValue): boolean {
  const cells = document.table(array).column(column);
  const at = (number: number) => cells.find((cell) => cell.row === number && !cell.leaf.spuriousRow)?.leaf;
  return [row - 1, row + 1].some((next) => {
    const [leaf, source] = [at(next), at(next + step)];
    const forms = leaf !== undefined && isWrong(leaf) ? document.formsOf(leaf.predicted) : null;
    return forms !== null && source !== undefined && isSame(forms, document.formsOf(source.expected));
  });
}

function isWrong({ outcome }: LeafOutcome): boolean {
  return outcome === 'incorrect' || outcome === 'spurious';
}
