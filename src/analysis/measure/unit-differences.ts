import { sum } from '../../base/collections.ts';
import type { FlipQuestion } from '../../stats/resampling/joint-sign-flips.ts';
import { lendArrays } from './lend-arrays.ts';
import type { PairedQuestion, PairedSeries } from './paired-question.ts';
import type { StatisticsSettings } from './settings.ts';

/** The documents or clusters in which two versions differ, in ascending order, and their differences. */
export type UnitDifferences = Pick<FlipQuestion, 'units' | 'differences'>;

/**
 * The units of the significance test: documents, or clusters of documents that fail together. The test flips signs of
 * whole units.
 */
export interface Units {
  readonly at: (position: number) => number;
  readonly id: (unit: number) => string;
}

export function unitsOf({ clusters, itemIds = [] }: StatisticsSettings): Units {
  if (clusters === undefined)
    return { at: (position) => position, id: (unit) => itemIds[unit] ?? String(unit) };
  const index = new Map<string, number>();
  for (const label of clusters) if (!index.has(label)) index.set(label, index.size);
  const labels = [...index.keys()];
  return {
    at: (position) => index.get(clusters[position] as string) as number,
    id: (unit) => labels[unit] as string,
  };
}

/**
 * Returns the difference of each document, or the sum of the differences of each cluster. Exchanging the two versions
 * changes only the sign. For documents with a single right-or-wrong result, the difference is the share of repeats in
 * which the document is right, candidate minus baseline. For other documents, it is the contribution of the document to
 * the difference of the rates.
 */
export function unitDifferences(
  question: PairedQuestion,
  series: PairedSeries,
  units: Units,
): UnitDifferences {
  const { positions } = series.baseline;
  let last = -1;
  for (const position of positions) last = Math.max(last, units.at(position));
  return lendArrays(2, Math.max(positions.length, last + 1), ([first, second]) => {
    const byDocument = new Float64Array(first as ArrayBuffer, 0, positions.length);
    if (!writeRightDifferences(question, positions, byDocument)) writeLinearDifferences(series, byDocument);
    const byUnit = new Float64Array(second as ArrayBuffer, 0, last + 1).fill(0);
    for (let i = 0; i < byDocument.length; i++) {
      const unit = units.at(positions[i] as number);
      byUnit[unit] = (byUnit[unit] as number) + (byDocument[i] as number);
    }
    return withoutZeros(byUnit);
  });
}

function withoutZeros(byUnit: Float64Array): UnitDifferences {
  let count = 0;
  for (const difference of byUnit) if (difference !== 0) count++;
  const units = new Int32Array(count);
  const differences = new Float64Array(count);
  let next = 0;
  for (let unit = 0; unit < byUnit.length; unit++) {
    if (byUnit[unit] === 0) continue;
    units[next] = unit;
    differences[next++] = byUnit[unit] as number;
  }
  return { units, differences };
}

/**
 * Writes, for each document, the share of right repeats of the candidate minus that of the baseline. Returns `false` if
 * the metric does not judge each document as right or wrong.
 */
function writeRightDifferences(
  { baseline, candidate }: PairedQuestion,
  positions: Int32Array,
  differences: Float64Array,
): boolean {
  const { right: before } = baseline;
  const { right: after } = candidate;
  if (before === null || after === null) return false;
  for (let i = 0; i < positions.length; i++) {
    const position = positions[i] as number;
    const [was, is] = [before(position), after(position)];
    differences[i] = was === null || is === null ? 0 : is - was;
  }
  return true;
}

/**
 * Writes the contribution of each document to the difference of two ratios: (nc - r dc) - (nb - r db). nc / dc is the
 * ratio of the candidate, nb / db that of the baseline, and r the pooled ratio. A contribution within the rounding
 * error is set to 0.
 */
export function writeLinearDifferences(
  { baseline, candidate }: PairedSeries,
  differences: Float64Array,
): void {
  const weight = sum(baseline.denominators) + sum(candidate.denominators);
  const pooled = weight === 0 ? 0 : (sum(baseline.numerators) + sum(candidate.numerators)) / weight;
  for (let i = 0; i < differences.length; i++) {
    const gained = (candidate.numerators[i] as number) - (baseline.numerators[i] as number);
    const added = pooled * ((candidate.denominators[i] as number) - (baseline.denominators[i] as number));
    const difference = gained - added;
    differences[i] = Math.abs(difference) <= 1e-12 * (Math.abs(gained) + Math.abs(added)) ? 0 : difference;
  }
}
