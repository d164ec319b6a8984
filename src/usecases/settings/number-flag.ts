import { GoldsetError } from '../../base/goldset-error.ts';

/** A number, or its text from the command line. */
export type NumberInput = number | string;

/** Returns the number of a flag or request. Throws USAGE if it is outside its bounds. */
export function numberFlag(
  name: string,
  given: NumberInput,
  low: number,
  high: number,
  whole = false,
): number {
  const text = String(given);
  const value = Number(text);
  if (
    text.trim() === '' ||
    !Number.isFinite(value) ||
    value < low ||
    value > high ||
    (whole && !Number.isInteger(value))
  ) {
    throw new GoldsetError('USAGE', {
      problem: `${name}: found "${text}", expected ${whole ? 'a whole number' : 'a number'} from ${low} to ${high}`,
      fix: 'Correct the flag.',
    });
  }
  return value;
}
