import type { NotablePart } from '../../model/report/summary.ts';
import type { PairedComparison } from '../../model/score/comparison.ts';
import type { Measurement } from '../../model/score/measurement.ts';
import { countOf, ofHundred, perHundred } from './plain-figures.ts';

const maxGains = 3;
const maxLosses = 3;
const maxWeakest = 2;

/** Returns the name in a scope: `total` for `field:total`. */
export function scopeName(scope: string): string {
  return scope.replace(/^(?:field|class):/, '');
}

/** Returns the fields or classes with the largest significant gains, the largest first, with texts such as `0 → 98`. */
export function largestGains(parts: readonly PairedComparison[]): NotablePart[] {
  return parts
    .filter(({ verdict }) => verdict === 'improved')
    .sort((a, b) => differenceOf(b) - differenceOf(a))
    .slice(0, maxGains)
    .map(change);
}

/**
 * Returns the fields or classes with the largest significant losses, the largest first, with texts such as `100 → 73`.
 */
export function largestLosses(parts: readonly PairedComparison[]): NotablePart[] {
  return parts
    .filter(({ verdict }) => verdict === 'regressed')
    .sort((a, b) => differenceOf(a) - differenceOf(b))
    .slice(0, maxLosses)
    .map(change);
}

function differenceOf({ difference }: PairedComparison): number {
  return difference.value ?? 0;
}

function change({ scope, baseline, candidate }: PairedComparison): NotablePart {
  return {
    name: scopeName(scope),
    text: `${perHundred(baseline.value ?? 0)} → ${perHundred(candidate.value ?? 0)}`,
  };
}

/** A field or class with its rate in the last version. */
export interface RatedPart {
  readonly name: string;
  readonly rate: Measurement | undefined;
  /** Number of right values, and number of values that the gold or the prediction has. */
  readonly right: number;
  readonly of: number;
}

/**
 * Returns the fields or classes with the lowest rates below 1, the lowest rate first, each with a text such as `77`.
 */
export function weakestParts(parts: readonly RatedPart[]): NotablePart[] {
  return rankedParts(parts)
    .slice(0, maxWeakest)
    .map(({ name, value }) => ({ name, text: perHundred(value) }));
}

/**
 * Returns the field or class with the lowest rate: `payment_terms (77 of 100)`. If `few` is set, the text has counts:
 * `payment_terms (1 of 2)`. Returns `null` if all are right.
 */
export function weakestText(parts: readonly RatedPart[], few: boolean): string | null {
  const [first] = rankedParts(parts);
  if (first === undefined) return null;
  return `${first.name} (${few ? countOf(first.right, first.of) : ofHundred(first.value)})`;
}

function rankedParts(parts: readonly RatedPart[]) {
  return parts
    .flatMap(({ rate, ...part }) =>
      rate?.value != null && rate.value < 1 ? [{ ...part, value: rate.value }] : [],
    )
    .sort((a, b) => a.value - b.value);
}
