import type { LeafOutcome, RowDiagnostics } from '../../model/score/item-score.ts';
import type { SearchedType } from './document-pages.ts';
import type { DocumentValues } from './document-values.ts';
import { isMisread } from './misread-characters.ts';
import { type Cell, cellOf } from './table-values.ts';
import { isAbbreviated, partShare } from './text-rules.ts';
import { firstCharacter, ValueForms } from './value-forms.ts';
import type { WrongValue } from './wrong-value.ts';

/** Returns whether the value is missing because its whole row has no predicted partner. */
export function isMissingRow({ leaf, cell, document }: WrongValue): boolean {
  if (leaf.outcome !== 'missing') return false;
  for (let at = cell; at !== null; at = cellOf(at.array))
    if (document.table(at.array).isUnpaired(at.row)) return true;
  return false;
}

/** Returns whether the value is in a predicted row without an expected partner. */
export function isExtraRow({ leaf }: WrongValue): boolean {
  return leaf.spuriousRow === true;
}

/**
 * Returns whether rows of a table are merged, split or shifted: the value contains the values of two rows, is a part of
 * the value of its row while an extra row has another part, or is the value of another row.
 */
export function isRowChange(wrong: WrongValue): boolean {
  const { leaf, cell, document } = wrong;
  if (cell === null || isWrittenOtherwise(wrong)) return false;
  const { pairing, hasIncorrect } = document.table(cell.array);
  if (leaf.spuriousRow) return hasIncorrect && isPartOfRow(cell, wrong);
  if (isMissingRow(wrong)) return hasIncorrect && isInOtherRow(cell, wrong);
  if (pairing?.diagnostics !== undefined && isDiagnosed(cell, pairing.diagnostics, pairing.pairs))
    return true;
  return isInChangedRow(cell, wrong) || isOfOtherRow(cell, wrong);
}

/**
 * Returns whether a text of the row of a cell has the text of two rows, or only a part of its text. The numbers of such a
 * row can be sums, or the numbers of a part.
 */
function isInChangedRow({ array, row }: Cell, { document }: WrongValue): boolean {
  const { columns, pairing } = document.table(array);
  if (pairing !== undefined && !pairing.pairs.some((pair) => pair.includes(null))) return false;
  return [...columns.values()].some((cells) => {
    const leaf = cells.find((one) => one.row === row && one.leaf.spuriousRow !== true)?.leaf;
    if (leaf?.outcome !== 'incorrect') return false;
    const [expected, predicted] = [formsOf(leaf.expected), formsOf(leaf.predicted)];
    const others = cells.flatMap((other) => (other.leaf === leaf ? [] : [other.leaf]));
    return isMerged(expected, predicted, others) || isSplit(expected, predicted, others);
  });
}

/** Returns whether the row alignment found that the row of a cell has the text of two rows, or a part of its text. */
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

/** Returns the leaves of the other rows in the column of a cell. */
function othersInColumn(cell: Cell, { document, leaf }: WrongValue): readonly LeafOutcome[] {
  return document
    .table(cell.array)
    .column(cell.column)
    .flatMap((other) => (other.leaf === leaf ? [] : [other.leaf]));
}

/** Returns whether the predicted text contains the expected text of its row and that of another row. */
function isMerged(
  expected: ValueForms | null,
  predicted: ValueForms | null,
  others: readonly LeafOutcome[],
): boolean {
  if (!isLongText(expected) || !isLongText(predicted) || !contains(predicted, expected)) return false;
  return others.some((other) => {
    const text = formsOf(other.expected);
    return isLongText(text) && text.bare !== expected.bare && contains(predicted, text);
  });
}

/** Returns whether the predicted text is a part of the expected text, and an extra row has another part of it. */
function isSplit(
  expected: ValueForms | null,
  predicted: ValueForms | null,
  others: readonly LeafOutcome[],
): boolean {
  if (!isLongText(expected) || !isLongText(predicted) || !contains(expected, predicted)) return false;
  return others.some(({ spuriousRow, predicted: other }) => {
    const text = spuriousRow ? formsOf(other) : null;
    return isLongText(text) && text.bare !== predicted.bare && contains(expected, text);
  });
}

/** Returns whether a text of an extra row is a part of a wrong text of another row. */
function isPartOfRow({ array, row }: Cell, { document }: WrongValue): boolean {
  return textsOfRow(document, array, row, true).some(({ forms, column }) =>
    document
      .table(array)
      .column(column)
      .some(({ leaf }) => leaf.outcome === 'incorrect' && contains(formsOf(leaf.expected), forms)),
  );
}

/** Returns whether a text of a missing row is a part of a wrong text of another row. */
function isInOtherRow({ array, row }: Cell, { document }: WrongValue): boolean {
  return textsOfRow(document, array, row, false).some(({ forms, column }) =>
    document
      .table(array)
      .column(column)
      .some(({ leaf }) => leaf.outcome === 'incorrect' && contains(formsOf(leaf.predicted), forms)),
  );
}

/** Returns the texts of a row that has no partner, with their columns. */
function textsOfRow(
  document: DocumentValues,
  array: string,
  row: number,
  isExtra: boolean,
): { readonly forms: ValueForms; readonly column: string }[] {
  const { columns } = document.table(array);
  return [...columns].flatMap(([column, cells]) => {
    const leaf = cells.find((one) => one.row === row && (one.leaf.spuriousRow === true) === isExtra)?.leaf;
    const forms = formsOf(isExtra ? leaf?.predicted : leaf?.expected);
    return isLongText(forms) ? [{ forms, column }] : [];
  });
}

/**
 * Returns whether the predicted value is the expected value of another row, and the next value of the column moved in the
 * same direction or another value of the row comes from the same row. A missing value counts if it is the wrong value of
 * another row.
 */
function isOfOtherRow(cell: Cell, wrong: WrongValue): boolean {
  const { expected, predicted } = wrong;
  if (predicted === null) {
    return (
      expected !== null &&
      isDistinct(expected) &&
      othersInColumn(cell, wrong).some(
        (other) => isWrong(other) && isSame(expected, formsOf(other.predicted)),
      )
    );
  }
  const sources = othersInColumn(cell, wrong).filter((other) => isSame(predicted, formsOf(other.expected)));
  if (sources.length === 0) return false;
  if (!isDistinct(predicted) && isPart(wrong)) return false;
  const steps = new Set(sources.map(({ path }) => (cellOf(path)?.row ?? 0) - cell.row));
  if (isDistinct(predicted) && [...steps].some((step) => isRowMoved(cell, step, wrong))) return true;
  return [-1, 1].some((step) => steps.has(step) && isMoved(cell, step, wrong));
}

/** Returns whether another wrong value of the row is a distinct value of the row at the same distance. */
function isRowMoved({ array, row, column }: Cell, step: number, { document }: WrongValue): boolean {
  return [...document.table(array).columns].some(([name, cells]) => {
    if (name === column) return false;
    const at = (number: number) => cells.find((cell) => cell.row === number && !cell.leaf.spuriousRow)?.leaf;
    const [leaf, source] = [at(row), at(row + step)];
    const forms = leaf !== undefined && isWrong(leaf) ? formsOf(leaf.predicted) : null;
    return (
      forms !== null && isDistinct(forms) && source !== undefined && isSame(forms, formsOf(source.expected))
    );
  });
}

/** Returns whether a neighbouring cell of the column is wrong too, and has the value at the same distance. */
function isMoved({ array, row, column }: Cell, step: number, { document }: WrongValue): boolean {
  const cells = document.table(array).column(column);
  const at = (number: number) => cells.find((cell) => cell.row === number && !cell.leaf.spuriousRow)?.leaf;
  return [row - 1, row + 1].some((next) => {
    const [leaf, source] = [at(next), at(next + step)];
    const forms = leaf !== undefined && isWrong(leaf) ? formsOf(leaf.predicted) : null;
    return forms !== null && source !== undefined && isSame(forms, formsOf(source.expected));
  });
}

/**
 * Returns whether the predicted value is the expected value of another field, the name of a field, or printed on the same
 * page at another place. A part of the expected value is not a value of another label.
 */
export function isNeighbour(wrong: WrongValue): boolean {
  const { leaf, predicted } = wrong;
  if (predicted === null || isChoice(wrong) || isRestOf(wrong) || isWrittenOtherwise(wrong)) return false;
  if (isOfOtherField(wrong, predicted)) return true;
  if (leaf.outcome !== 'incorrect' || isPart(wrong)) return false;
  return isFieldName(wrong) || (!isAbbreviated(wrong) && isOnSamePage(wrong, predicted));
}

/** A value of fewer than three digits or letters counts only if it is the next value of the row. */
function isOfOtherField({ leaf, cell, document }: WrongValue, predicted: ValueForms): boolean {
  const isDistinctValue = isDistinct(predicted);
  if (!isDistinctValue && (cell === null || predicted.bare === '' || predicted.amounts.includes(0)))
    return false;
  const { leaves } = document;
  const at = isDistinctValue ? -1 : leaves.indexOf(leaf);
  const isInRow = (path: string) => {
    const other = cellOf(path);
    return other !== null && other.array === cell?.array && other.row === cell.row;
  };
  return leaves.some(
    (other, number) =>
      other !== leaf &&
      canBeSame(predicted, other.expected) &&
      (isDistinctValue ||
        (isInRow(other.path) && (predicted.bare.length >= 2 || Math.abs(number - at) === 1))) &&
      isSame(predicted, formsOf(other.expected)),
  );
}

/** Returns whether the predicted text has only words of the name of a field, so that a label was read as the value. */
function isFieldName({ expected, predicted, document }: WrongValue): boolean {
  if (typeof predicted?.value !== 'string' || predicted.hasDigit || predicted.words.length === 0) return false;
  if (expected?.bare === '' || predicted.words.length > 4) return false;
  return document.fieldNames.some((name) => {
    const found = predicted.words.filter((word) => name.includes(word)).length;
    return found === predicted.words.length && 2 * found >= name.length;
  });
}

/** Returns whether a page that shows the expected value shows the predicted value too, at another place. */
function isOnSamePage(wrong: WrongValue, predicted: ValueForms): boolean {
  const { expected, document } = wrong;
  const { pages, isCited } = document.text;
  // An output cites a misread text as it was read, so that the same page has both texts at the same place.
  if (isCited || pages.length === 0 || expected === null) return false;
  if (!isDistinctOnPage(predicted)) return pages.some((page) => page.showsBeside(expected, predicted));
  const { own, found } = pagesOf(wrong, predicted);
  if (own.some((page) => found.includes(page))) return true;
  // The text layer of a scanned page can have the misread text only.
  return own.length === 0 && found.length > 0 && pages.length === 1 && !isMisread(wrong);
}

/** Returns whether the document prints the predicted value only on pages without the expected value. */
export function isOfOtherPage(wrong: WrongValue): boolean {
  const { leaf, predicted, document } = wrong;
  if (leaf.outcome !== 'incorrect' || predicted === null || !isDistinctOnPage(predicted)) return false;
  if (isChoice(wrong) || isPart(wrong) || isWrittenOtherwise(wrong)) return false;
  if (document.text.pages.length < 2 || isAbbreviated(wrong)) return false;
  const { own, found } = pagesOf(wrong, predicted);
  return own.length > 0 && found.length > 0 && !own.some((page) => found.includes(page));
}

/**
 * Returns the pages with the predicted value and, if there are any, the pages of the expected value. If no page shows the
 * expected value, these are the pages of the expected values before and after it.
 */
function pagesOf({ leaf, expected, type, document }: WrongValue, predicted: ValueForms) {
  const pages = (forms: ValueForms) => document.pagesWith(forms, searchedAs(forms, type));
  const found = pages(predicted);
  const own = found.length === 0 || expected === null ? [] : pages(expected);
  if (own.length > 0 || found.length === 0 || document.text.pages.length < 2) return { own, found };
  const at = document.leaves.indexOf(leaf);
  const around = document.leaves.slice(Math.max(0, at - 2), at + 3).flatMap((other) => {
    const forms = other === leaf || typeof other.expected === 'boolean' ? null : formsOf(other.expected);
    return forms === null || !isDistinct(forms)
      ? []
      : [document.pagesWith(forms, searchedAs(forms, 'string'))];
  });
  return { own: around.flatMap((numbers) => (numbers.length === 1 ? numbers : [])), found };
}

function searchedAs(forms: ValueForms, type: WrongValue['type']): SearchedType {
  if (type === 'date' || forms.date !== null) return 'date';
  return typeof forms.value === 'string' ? 'string' : 'number';
}

/** Returns whether one value is at least half of the other, so that it is cut off or joined. */
function isRestOf({ expected, predicted }: WrongValue): boolean {
  return expected !== null && predicted !== null && partShare(expected, predicted) >= 0.5;
}

/** Returns whether one value is a part of the other, so that the page shows the shorter one at the same place. */
function isPart({ expected, predicted }: WrongValue): boolean {
  return expected !== null && predicted !== null && partShare(expected, predicted) > 0;
}

/** Returns whether the predicted value is the expected value in another writing. */
function isWrittenOtherwise({ expected, predicted }: WrongValue): boolean {
  return expected !== null && predicted !== null && isSame(expected, predicted);
}

export function isChoice({ type, predicted }: WrongValue): boolean {
  return type === 'boolean' || type === 'enum' || typeof predicted?.value === 'boolean';
}

/** Returns whether a value of the gold can be the same as another value. A fast check before `isSame`. */
function canBeSame(forms: ValueForms, value: LeafOutcome['expected']): boolean {
  if (value === undefined || value === null || typeof value === 'boolean') return false;
  const { value: own } = forms;
  if (typeof own === 'string' && typeof value === 'string') {
    if (forms.first === null || forms.date !== null) return true;
    const first = firstCharacter(value);
    return first === forms.first || first === null;
  }
  if (typeof own === 'number' && typeof value === 'number') return own === value;
  return typeof own !== 'string' || forms.hasDigit;
}

/** Returns whether two values are equal as amounts, dates or texts. */
function isSame(a: ValueForms, b: ValueForms | null): boolean {
  if (b === null) return false;
  if (typeof a.value !== 'string' || typeof b.value !== 'string') {
    if (a.isAmount && b.isAmount) return a.amounts.some((amount) => b.amounts.includes(amount));
    return a.text !== null && a.bare.length > 0 && a.bare === b.bare;
  }
  if (a.bare.length > 0 && a.bare === b.bare) return true;
  if (!a.hasDigit || !b.hasDigit) return false;
  const [day, other] = [a.date?.dayFirst ?? null, b.date?.dayFirst ?? null];
  return day !== null && day === other;
}

/** Returns whether a value is long enough that two equal values are probably not a coincidence. */
function isDistinct(forms: ValueForms): boolean {
  if (typeof forms.value === 'string' && !forms.isAmount) return forms.bare.length >= 3;
  const [amount] = forms.amounts;
  if (amount === undefined) return forms.bare.length >= 3;
  return (
    String(Math.abs(amount))
      .replace('.', '')
      .replace(/^0+|0+$/g, '').length >= 3
  );
}

/** Returns whether a value is long enough to search it on a page: three letters or digits, or a number of two digits. */
function isDistinctOnPage(forms: ValueForms): boolean {
  if (typeof forms.value === 'string') return forms.bare.length >= 3;
  const [amount] = forms.amounts;
  if (amount === undefined) return forms.bare.length >= 3;
  return String(Math.abs(amount)).replace('.', '').replace(/^0+/, '').length >= 2;
}

function isWrong({ outcome }: LeafOutcome): boolean {
  return outcome === 'incorrect' || outcome === 'spurious';
}

function formsOf(value: LeafOutcome['expected']): ValueForms | null {
  return value === undefined || value === null ? null : new ValueForms(value);
}

/** Returns whether a value is a text with letters that is long enough to be recognised inside another text. */
function isLongText(forms: ValueForms | null): forms is ValueForms {
  return (
    forms !== null && typeof forms.value === 'string' && forms.bare.length >= 3 && /\p{L}/u.test(forms.bare)
  );
}

function contains(whole: ValueForms | null, part: ValueForms): boolean {
  return (
    whole !== null &&
    whole.text !== null &&
    whole.bare.length > part.bare.length &&
    whole.bare.includes(part.bare)
  );
}
