import { addCounts, zeroCounts } from '../../metrics/counts.ts';
import type { Counts } from '../../model/score/item-score.ts';
import {
  type MetricName,
  metricNamed,
  type Parts,
  type RatioName,
  scoredLeaves,
} from '../../model/score/metrics.ts';
import type { PartsAt } from '../measure/ratio-series.ts';
import { averageRepeats, shareOfRepeats } from './average-repeats.ts';
import type { ExtractionColumns, RunTotal } from './columns/extraction-columns.ts';
import { type Column, joinColumns } from './columns/joined-columns.ts';
import { isExact } from './columns/stability-columns.ts';
import type { VersionColumns } from './folded-run.ts';

/**
 * Returns numerator and denominator of a rate of leaves. Returns `null` if the metric is not a rate of leaves,
 * or if no leaf could be scored.
 */
export function leafParts(metric: MetricName, counts: Counts): Parts | null {
  const { ofLeaves } = metricNamed(metric);
  return ofLeaves === undefined || isUnscored(counts) ? null : ofLeaves(counts);
}

/** Returns whether no leaf of a document could be scored. A document without leaves is not unscored. */
export function isUnscored(counts: Counts): boolean {
  return scoredLeaves(counts) === 0 && counts.unscored > 0;
}

/** Returns whether every leaf is correct or absent. */
export function isAllRight(counts: Counts): boolean {
  return counts.incorrect + counts.missing + counts.spurious + counts.excluded + counts.unscored === 0;
}

/** Returns the parts of a rate over all leaves, averaged over repeats. */
export function overallParts({ extraction }: VersionColumns, name: RatioName): PartsAt {
  return extraction === null ? () => null : extraction.total.map((runs) => totalParts(runs, name));
}

export function totalParts(runs: readonly RunTotal[], name: RatioName): Parts | null {
  return averageRepeats(runs, ({ counts }) => leafParts(name, counts));
}

/** Returns per document the share of repeats that are fully right; `null` if none could be scored. */
export function exactShare(columns: VersionColumns): (position: number) => number | null {
  return columns.extraction === null
    ? columns.ofScores((scores) => shareOfRepeats(scores, isExact))
    : columns.extraction.total.map((runs) => shareOfRepeats(runs, ({ exact }) => exact));
}

/** Returns per document whether the first repeat is fully right; `null` if it could not be scored. */
export function exactFirst(columns: VersionColumns): (position: number) => boolean | null {
  return columns.extraction === null
    ? columns.ofScores(([first]) => (first === undefined ? null : isExact(first)))
    : columns.extraction.total.map(([first]) => first?.exact ?? null);
}

/**
 * Returns the summed counts of some leaf fields, one entry per repeat. For a field that only some versions
 * read, uses the counts of this version; `shared` excludes such fields.
 */
export function fieldCounts(
  { fields: inAll, nonComparable }: ExtractionColumns,
  fields: readonly string[],
  { shared = false }: { readonly shared?: boolean } = {},
): Column<readonly Counts[]> {
  const columns = fields.flatMap(
    (field) => (shared ? undefined : nonComparable.get(field)) ?? inAll.get(field) ?? [],
  );
  const [only] = columns;
  return only !== undefined && columns.length === 1 ? only : joinColumns(columns, sumRepeats);
}

function sumRepeats(columns: readonly (readonly Counts[])[]): readonly Counts[] {
  const repeats = columns.reduce((most, counts) => Math.max(most, counts.length), 1);
  return Array.from({ length: repeats }, (_, repeat) =>
    addCounts(...columns.map((counts) => counts[repeat] ?? zeroCounts)),
  );
}
