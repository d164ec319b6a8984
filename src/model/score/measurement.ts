import { percent, pluralise } from '../../base/phrases.ts';

/** Below this number of documents, reports show counts in place of rates. */
export const fewDocuments = 20;

export type Unit = 'share' | 'count' | 'ms' | 'credits' | 'points' | 'pages' | 'score';

export interface Interval {
  readonly low: number;
  readonly high: number;
  /** Confidence level, for example .95. */
  readonly confidence: number;
  /** For example `Wilson` or `bootstrap over documents, percentile`. */
  readonly method: string;
  /**
   * Upper bound for the share of documents (or clusters) with a kind of failure that does not occur in the sample. `of`
   * names what the share counts, for example `documents`. Set for a rate of fewer than 50 documents or clusters.
   */
  readonly unseen?: { readonly share: number; readonly of: string };
}

/** A number in a report. */
export interface Measurement {
  /** `precision`, `recall`, `f1`, `document_exact`, `accuracy`, ... (docs/metrics.md). */
  readonly metric: string;
  /** `overall`, `field:total_amount`, `class:invoice`, `tag:quality=scan`. */
  readonly scope: string;
  /**
   * A share is a number from 0 to 1. A difference in points is stored as a difference of shares: -0.045 means -4.5
   * points. Null if `undefinedBecause` is set.
   */
  readonly value: number | null;
  readonly numerator?: number;
  readonly denominator?: number;
  /** Number of documents from which the value was computed. */
  readonly n: number;
  /** Number of documents of the run that could not be scored. */
  readonly unscored: number;
  readonly unit: Unit;
  readonly interval?: Interval;
  readonly undefinedBecause?: string;
  /**
   * Value that a version without errors is expected to reach, which is below 100 % because labels can be wrong; not set
   * if unknown.
   */
  readonly labelCeiling?: LabelCeilingFigure;
}

/**
 * The value that a version without errors is expected to reach for this metric and scope. This value is below 100 %,
 * because some labels of the gold are wrong.
 */
export interface LabelCeilingFigure {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** Share of equal labels among the values that were labelled twice, with the interval of this share. */
  readonly agreement: { readonly value: number; readonly low: number; readonly high: number };
  /** Number of values that were labelled twice. `documents` is the number of documents with such values. */
  readonly places: number;
  readonly documents: number;
}

/**
 * Returns whether wrong labels alone can explain why a figure is below 100 %. Returns true if the figure is above
 * `labelCeiling.low`, because a version without errors could then have the same figure.
 */
export function isWithinLabelNoise({ value, labelCeiling }: Measurement): boolean {
  return labelCeiling !== undefined && value !== null && value > labelCeiling.low;
}

/** Returns `a faultless reader reaches 97.4 % (95.8 to 98.5), estimated from 60 documents annotated twice`. */
export function labelCeilingText({ value, low, high, documents }: LabelCeilingFigure): string {
  const points = (share: number) => (100 * share).toFixed(1);
  return `a faultless reader reaches ${points(value)} % (${points(low)} to ${points(high)}), estimated from ${pluralise(documents, 'document')} annotated twice`;
}

export const withinLabelNoise = 'not distinguishable from label noise';

/**
 * Returns a warning about failures that a small sample may not contain. Returns `null` if there is no interval, or if
 * the sample has 50 or more documents (or clusters).
 */
export function smallSampleText(measurement: Measurement | null | undefined): string | null {
  const unseen = measurement?.interval?.unseen;
  if (unseen === undefined) return null;
  return `Small sample: a kind of failure that does not occur in these ${unseen.of} can affect up to ${percent(unseen.share)} of all ${unseen.of}.`;
}
