import type { SliceRow } from '../../model/report/report-model.ts';
import type { SliceComparison } from '../../model/report/sections/comparison-section.ts';
import { maxSliceValues } from '../fold/columns/tag-columns.ts';
import { allPositions, type FoldedRun } from '../fold/folded-run.ts';
import { headlines } from '../fold/headline.ts';
import { exactShare, metricParts, pairedQuestion } from '../fold/parts.ts';
import { comparePaired } from '../measure/compare-paired.ts';
import type { PairedQuestion } from '../measure/paired-question.ts';
import { measureRatio, measureShare } from '../measure/ratio-series.ts';
import type { StatisticsSettings } from '../measure/settings.ts';

/**
 * Returns the planned comparisons: the share of fully right documents, and the headline rate. For CLASSIFY, both are
 * the accuracy, so there is one comparison.
 */
export function headlineQuestions(run: FoldedRun): PairedQuestion[] {
  const { metric, exactMetric } = headlines[run.plan.dataset.kind];
  return [...new Set([exactMetric, metric])].map((name) =>
    pairedQuestion(run, { metric: name, scope: 'overall' }),
  );
}

/** Returns the headline rate and the share of fully right documents per tag value, sorted by tag and value. */
export function sliceRows(run: FoldedRun, settings: StatisticsSettings): SliceRow[] {
  const { metric, exactMetric } = headlines[run.plan.dataset.kind];
  const parts = run.versions.map((version) => metricParts(metric, {}, version));
  const exact = run.versions.map(exactShare);
  return slicesOf(run).map(({ tag, value, scope, documents }) => {
    const sample = { documents, settings };
    return {
      tag,
      value,
      documents: documents.length,
      headline: parts.map((partsAt) => measureRatio(metric, scope, sample, partsAt)),
      exact: exact.map((exactAt) => measureShare(exactMetric, scope, sample, exactAt)),
    };
  });
}

/**
 * Compares the headline rate for each tag value, and tests all tag values together. The recommendation ignores these
 * comparisons.
 */
export function compareSlices(run: FoldedRun, settings: StatisticsSettings): SliceComparison[] {
  const { metric } = headlines[run.plan.dataset.kind];
  const slices = slicesOf(run);
  const questions = slices.map(({ scope, documents }) => pairedQuestion(run, { metric, scope, documents }));
  return comparePaired(questions, settings).map((comparison, i) => {
    const { tag, value, documents } = slices[i] as Slice;
    return { tag, value, documents: documents.length, comparison };
  });
}

interface Slice {
  readonly tag: string;
  readonly value: string;
  readonly scope: string;
  readonly documents: Int32Array;
}

/**
 * Returns the documents of each tag value, sorted by tag and value. Omits tags that have only one value, or too many.
 */
function slicesOf({ tags, count }: FoldedRun): Slice[] {
  return tags.names().flatMap((tag) => {
    const values = tags.values(tag);
    if (values.length < 2 || values.length > maxSliceValues) return [];
    const valueAt = tags.of(tag);
    const byValue = Map.groupBy(allPositions(count), valueAt);
    return values.map((value) => ({
      tag,
      value,
      scope: `tag:${tag}=${value}`,
      documents: Int32Array.from(byValue.get(value) ?? []),
    }));
  });
}
