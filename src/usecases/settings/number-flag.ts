import { GoldsetError } from '../../base/goldset-error.ts';

/** A number given on the command line, inside its bounds. */
export function numberFlag(name: string, text: string, low: number, high: number, whole = false): number {
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
      mend: 'Correct the flag.',
    });
  }
  return value;
}
