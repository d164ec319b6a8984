import type { LeafOutcome } from '../../model/score/item-score.ts';
import { partShare } from './text-rules.ts';
import { firstCharacter, type ValueForms } from './value-forms.ts';
import type { WrongValue } from './wrong-value.ts';

/**
 * Returns whether one value contains the other and is at most twice as long. In this case, the predicted value was
 * probably cut off or joined with other text.
 */
export function isRestOf({ expected, predicted }: WrongValue): boolean {
  return expected !== null && predicted !== null && partShare(expected, predicted) >= 0.5;
}

/** Returns whether one value contains the other. If so, a search on a page finds both at the same place. */
export function isPart({ expected, predicted }: WrongValue): boolean {
  return expected !== null && predicted !== null && partShare(expected, predicted) > 0;
}

/** Returns whether the two values are equal but written differently. */
export function isWrittenOtherwise({ expected, predicted }: WrongValue): boolean {
  return expected !== null && predicted !== null && isSame(expected, predicted);
}

export function isChoice({ type, predicted }: WrongValue): boolean {
  return type === 'boolean' || type === 'enum' || typeof predicted?.value === 'boolean';
}

/** Checks quickly whether a value can be equal to another value, before the slower `isSame`. */
export function canBeSame(forms: ValueForms, value: LeafOutcome['expected']): boolean {
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

/** Returns whether two values are equal. Compares two texts as texts or dates, and other values as amounts or texts. */
export function isSame(a: ValueForms, b: ValueForms | null): boolean {
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

/** Two amounts of at least this size are rarely equal by chance, even if they are round, such as 60.000. */
const distinctAmount = 10_000;

/** Returns whether a value is so long that two fields probably do not have the same value by chance. */
export function isDistinct(forms: ValueForms): boolean {
  if (typeof forms.value === 'string' && !forms.isAmount) return forms.bare.length >= 3;
  const [amount] = forms.amounts;
  if (amount === undefined) return forms.bare.length >= 3;
  if (forms.amounts.some((one) => Math.abs(one) >= distinctAmount)) return true;
  return (
    String(Math.abs(amount))
      .replace('.', '')
      .replace(/^0+|0+$/g, '').length >= 3
  );
}
