import { GoldsetError } from '../../base/goldset-error.ts';

/** A number, or its text from the command line. */
export type NumberInput = number | string;

/**
 * Returns the number in a flag, or `undefined` if the flag is not given. Throws USAGE if the number is out of range.
 */
export function numberFlag<Given extends NumberInput | undefined>(
  name: string,
  given: Given,
  low: number,
  high: number,
  kind: 'number' | 'whole number' = 'number',
): number | Extract<Given, undefined> {
  if (given === undefined) return given as Extract<Given, undefined>;
  const text = String(given);
  const value = Number(text);
  const isInBounds = text.trim() !== '' && value >= low && value <= high;
  if (isInBounds && (kind === 'number' || Number.isInteger(value))) return value;
  throw new GoldsetError('USAGE', {
    problem: `${name}: found "${text}", expected a ${kind} from ${low} to ${high}`,
    fix: 'Correct the flag.',
  });
}

/** Sources of a setting, in descending order of precedence. */
const sources = ['flag', 'environment', 'file', 'dataset'] as const;

type Given<T> = { readonly [source in (typeof sources)[number]]?: T | undefined };

export interface Sourced<T> {
  readonly value: T;
  readonly from: (typeof sources)[number] | 'default';
}

/**
 * Returns the first value that is given, with its source, or `fallback` if none is given. Precedence: flag >
 * environment > file > dataset > default.
 */
export function firstGiven<T>(given: Given<T>, fallback: T): Sourced<T> {
  for (const from of sources) {
    const value = given[from];
    if (value !== undefined) return { value, from };
  }
  return { value: fallback, from: 'default' };
}
