import type { BusinessSettings } from '../../model/report/business-settings.ts';
import type { ConfidenceSection } from '../../model/report/sections/confidence-section.ts';
import type { PairedComparison } from '../../model/score/comparison.ts';
import type { Measurement } from '../../model/score/measurement.ts';
import { fieldGlobWithin } from '../../scorers/extraction/field-glob.ts';
import { shareOfRepeats } from '../fold/average-repeats.ts';
import type { FoldedRun, VersionColumns } from '../fold/folded-run.ts';
import { exactShare, fieldCounts } from '../fold/parts.ts';
import { comparePaired } from '../measure/compare-paired.ts';
import { measureShare, partsOfShare } from '../measure/ratio-series.ts';
import type { StatisticsSettings } from '../measure/settings.ts';
import type { Range, VersionWork } from './business.ts';

export interface MeasuredWork {
  /** One entry per version. Empty if a version has no scored document. */
  readonly work: readonly VersionWork[];
  /**
   * Share of wrong documents in the baseline minus the share in the candidate, with the paired interval of this
   * difference; `null` if the versions were not compared.
   */
  readonly lessWrong: Range | null;
  /**
   * For each version, the mean number of wrong values in documents with an error; `null` if no document has an error.
   */
  readonly valuesPerDocument: readonly (number | null)[];
}

export interface WorkInput {
  readonly run: FoldedRun;
  /** Positions of the documents to measure. */
  readonly documents: Int32Array;
  readonly settings: StatisticsSettings;
  readonly business: BusinessSettings;
  readonly confidence: ConfidenceSection | null;
  /** Share of fully right documents per version. */
  readonly exact: readonly (Measurement | null)[];
  /** Comparison of fully right documents; `undefined` for one version. */
  readonly compared: PairedComparison | undefined;
  /** Credits per document and version. */
  readonly credits: readonly (number | null)[];
}

/**
 * Measures the quantities on which business numbers depend: the share of wrong documents, and the share of documents
 * that skip a review.
 */
export function measureWork(input: WorkInput): MeasuredWork {
  const { run, documents, business, credits, confidence } = input;
  const { wrong, lessWrong } = wrongDocuments(input);
  const work = wrong.flatMap((share, i): VersionWork[] => {
    if (share === null) return [];
    const { accepted, acceptedWrong } = acceptedShare(business.review, confidence, i, share.value);
    return [
      {
        name: run.plan.versions[i]?.requested ?? '',
        wrong: share,
        accepted,
        acceptedWrong,
        credits: credits[i] ?? null,
      },
    ];
  });
  return {
    work: work.length === wrong.length ? work : [],
    lessWrong,
    valuesPerDocument: run.versions.map((version) => wrongValuesPerDocument(version, documents)),
  };
}

function wrongDocuments({ run, documents, settings, business, exact, compared }: WorkInput) {
  const { criticalFields } = business;
  if (criticalFields === undefined || run.plan.dataset.kind !== 'EXTRACT')
    return { wrong: exact.map(complement), lessWrong: rangeOf(compared?.difference) };
  const shares = run.versions.map((version) => criticalShare(version, criticalFields));
  const sample = { documents, settings };
  const measured = shares.map((shareAt) => measureShare('document_exact', 'overall', sample, shareAt));
  const side = (shareAt: (position: number) => number | null) => ({
    parts: (position: number) => partsOfShare(shareAt(position)),
    right: shareAt,
  });
  const [before, after] = shares;
  if (before === undefined || after === undefined || shares.length > 2)
    return { wrong: measured.map(complement), lessWrong: null };
  const question = {
    metric: 'document_exact' as const,
    scope: 'critical fields',
    documents: sample.documents,
    baseline: side(before),
    candidate: side(after),
  };
  const [comparison] = comparePaired([question], settings);
  return { wrong: measured.map(complement), lessWrong: rangeOf(comparison?.difference) };
}

/**
 * Returns a function that finds, by the position of the document, the share of repeats in which all critical fields are
 * right. The function returns `null` for a document without a score. A document without a result is wrong.
 */
function criticalShare(
  version: VersionColumns,
  patterns: readonly string[],
): (position: number) => number | null {
  const matchers = patterns.map(fieldGlobWithin);
  const fields = [...(version.extraction?.fields.keys() ?? [])].filter((field) =>
    matchers.some((matches) => matches(field)),
  );
  const whole = exactShare(version);
  const counts = version.extraction === null ? null : fieldCounts(version.extraction, fields);
  const shareAt = counts?.map((repeats) =>
    shareOfRepeats(repeats, (of) => of.incorrect + of.missing + of.spurious === 0),
  );
  return (position) => {
    const share = whole(position);
    if (share === null || version.states.at(position) === 'failed') return share;
    return shareAt?.(position) ?? share;
  };
}

/**
 * Returns the share of wrong documents, which is 1 minus the share of right documents. Returns `null` if the share is
 * unknown.
 */
function complement(measurement: Measurement | null): Range | null {
  if (measurement?.value == null) return null;
  const { value, interval } = measurement;
  return { value: 1 - value, low: 1 - (interval?.high ?? value), high: 1 - (interval?.low ?? value) };
}

function rangeOf(difference: Measurement | undefined): Range | null {
  if (difference?.value == null) return null;
  const { value, interval } = difference;
  return { value, low: interval?.low ?? value, high: interval?.high ?? value };
}

/**
 * Returns the share of documents that skip a review, and the share of wrong documents among the documents that skip it.
 */
function acceptedShare(
  review: BusinessSettings['review'],
  confidence: ConfidenceSection | null,
  version: number,
  wrong: number,
): { readonly accepted: number; readonly acceptedWrong: number } {
  if (review === 'none') return { accepted: 1, acceptedWrong: wrong };
  const scope = confidence?.scopes[0]?.versions[version] ?? null;
  const threshold = scope?.certificate.threshold ?? null;
  const accepted = scope?.certificate.straightThrough.value ?? 0;
  if (review !== 'confidence' || scope === null || threshold === null)
    return { accepted: 0, acceptedWrong: 0 };
  const row = scope.thresholds.find((one) => one.threshold === threshold);
  return { accepted, acceptedWrong: row?.documents.errorRate ?? 0 };
}

/**
 * Returns the mean number of wrong, missing and extra values over all repeats. Only documents with such a value count.
 */
function wrongValuesPerDocument({ extraction }: VersionColumns, documents: Int32Array): number | null {
  if (extraction === null) return null;
  const valuesAt = extraction.total.map((runs) => {
    const wrong = runs.map(({ counts }) => counts.incorrect + counts.missing + counts.spurious);
    return {
      values: wrong.reduce((sum, value) => sum + value, 0),
      runs: wrong.filter((value) => value > 0).length,
    };
  });
  let [values, runs] = [0, 0];
  for (const position of documents) {
    const found = valuesAt(position);
    values += found.values;
    runs += found.runs;
  }
  return runs === 0 ? null : values / runs;
}
