import type { SearchedType } from './document-pages.ts';
import { isMisread } from './misread-characters.ts';
import { cellOf } from './table-values.ts';
import { isAbbreviated, isProbablySameText } from './text-rules.ts';
import type { ValueForms } from './value-forms.ts';
import {
  canBeSame,
  isChoice,
  isDistinct,
  isPart,
  isRestOf,
  isSame,
  isWrittenOtherwise,
} from './value-relations.ts';
import type { WrongValue } from './wrong-value.ts';

/**
 * Returns whether the predicted value comes from another place. The predicted value may be the expected value of
 * another field, the name of a field, or a text elsewhere on the page of the expected value. Returns `false` if one
 * value is a large part of the other.
 */
export function isNeighbour(wrong: WrongValue): boolean {
  const { outcome, predicted } = wrong;
  if (predicted === null || isChoice(wrong) || isRestOf(wrong) || isWrittenOtherwise(wrong)) return false;
  if (isOfOtherField(wrong, predicted)) return true;
  if (outcome !== 'incorrect' || isPart(wrong)) return false;
  return isFieldName(wrong) || (!isAbbreviated(wrong) && isOnSamePage(wrong, predicted));
}

/**
 * Returns whether the predicted value is the expected value of another field. If the predicted value is so short that
 * two fields may have it by chance (`isDistinct`), the other field must be in the same table row. If the predicted
 * value has only one letter or digit, the two fields must also be next to each other.
 */
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
      isSame(predicted, document.formsOf(other.expected)),
  );
}

/**
 * Returns whether the predicted text consists of words from the name of a field, so that a label was read as the value.
 * If the expected value has digits, the label may have up to two other words, as in "net total".
 */
function isFieldName({ expected, predicted, document }: WrongValue): boolean {
  if (typeof predicted?.value !== 'string' || predicted.hasDigit || predicted.words.length === 0)
    return false;
  if (expected?.bare === '' || predicted.words.length > 4) return false;
  const others = expected?.hasDigit ? 2 : 0;
  return document.hasFieldName((name) => {
    const found = predicted.words.filter((word) => name.includes(word)).length;
    return found > 0 && 2 * found >= name.length && predicted.words.length - found <= Math.min(others, found);
  });
}

/** Returns whether a page shows the expected value, and shows the predicted value at another place. */
function isOnSamePage(wrong: WrongValue, predicted: ValueForms): boolean {
  const { expected, document } = wrong;
  const { pages, isCited } = document.text;
  // If only cited texts are known (`isCited`), these texts do not show what is printed: the citation of a misread value
  // contains the misread text.
  if (isCited || pages.length === 0 || expected === null) return false;
  if (!isDistinctOnPage(predicted)) return pages.some((page) => page.showsBeside(expected, predicted));
  const { own, found } = pagesOf(wrong, predicted);
  if (own.some((page) => found.includes(page))) return true;
  // If the document has only one page, the expected value must be on this page, even if the search did not find it.
  return own.length === 0 && found.length > 0 && pages.length === 1 && !isMisread(wrong);
}

/** Returns whether the document prints the predicted value only on pages without the expected value. */
export function isOfOtherPage(wrong: WrongValue): boolean {
  const { outcome, predicted, document } = wrong;
  if (outcome !== 'incorrect' || predicted === null || !isDistinctOnPage(predicted)) return false;
  if (isChoice(wrong) || isPart(wrong) || isWrittenOtherwise(wrong)) return false;
  if (document.text.pages.length < 2 || isAbbreviated(wrong)) return false;
  const { own, found } = pagesOf(wrong, predicted);
  return own.length > 0 && found.length > 0 && !own.some((page) => found.includes(page));
}

/**
 * Returns the pages that show the predicted value (`found`) and the pages that show the expected value (`own`).
 * Sometimes no page shows the expected value, or the value is too short for a search. Then there are two cases. If the
 * expected and the predicted value are probably the same text, `found` is empty, because the page shows the predicted
 * text in place of the expected text. Otherwise, `own` has the pages of the neighbouring expected values: two before
 * the wrong value, and two after it.
 */
function pagesOf(wrong: WrongValue, predicted: ValueForms) {
  const { leaf, expected, type, document } = wrong;
  const pages = (forms: ValueForms) => document.pagesWith(forms, searchedAs(forms, type));
  const found = pages(predicted);
  const printed = found.length === 0 || expected === null ? [] : pages(expected);
  const isFound = printed.length > 0 && expected !== null && isDistinctOnPage(expected);
  if (!isFound && isProbablySameText(wrong)) return { own: printed, found: [] };
  if (isFound || found.length === 0 || document.text.pages.length < 2) return { own: printed, found };
  const at = document.leaves.indexOf(leaf);
  const around = document.leaves.slice(Math.max(0, at - 2), at + 3).flatMap((other) => {
    const forms =
      other === leaf || typeof other.expected === 'boolean' ? null : document.formsOf(other.expected);
    if (forms === null || !isDistinct(forms)) return [];
    const numbers = document.pagesWith(forms, searchedAs(forms, 'string'));
    return numbers.length === 1 ? numbers : [];
  });
  return { own: around.length > 0 ? around : printed, found };
}

function searchedAs(forms: ValueForms, type: WrongValue['type']): SearchedType {
  if (type === 'date' || forms.date !== null) return 'date';
  return typeof forms.value === 'string' ? 'string' : 'number';
}

/**
 * Returns whether a value is long enough to search for it on a page: at least three letters or digits, or two digits of
 * a number.
 */
function isDistinctOnPage(forms: ValueForms): boolean {
  if (typeof forms.value === 'string') return forms.bare.length >= 3;
  const [amount] = forms.amounts;
  if (amount === undefined) return forms.bare.length >= 3;
  return String(Math.abs(amount)).replace('.', '').replace(/^0+/, '').length >= 2;
}
