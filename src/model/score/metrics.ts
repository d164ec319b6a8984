import { type CitationCounts, citedValues } from './citation-counts.ts';
import type { MatchCounts, SplittingScore } from './class-and-split-scores.ts';
import type { Counts } from './item-score.ts';

export type Parts = readonly [numerator: number, denominator: number];

/** Returns numerator / denominator; `null` if the denominator is 0. */
export function ratio(...[numerator, denominator]: Parts): number | null {
  return denominator === 0 ? null : numerator / denominator;
}

/** Numerator and denominator of precision, recall and F1, from counts of documents, boundaries or classes. */
export const matchParts = {
  f1: ({ expected, predicted, correct }: MatchCounts): Parts => [2 * correct, expected + predicted],
  precision: ({ predicted, correct }: MatchCounts): Parts => [correct, predicted],
  recall: ({ expected, correct }: MatchCounts): Parts => [correct, expected],
};

export type RatioName = keyof typeof matchParts;

/** A named rate for policies and reports. Gate rules, the policy schema and docs/metrics.md use the name. */
export interface Metric<Name extends string = string> {
  readonly name: Name;
  readonly label: string;
  readonly better: 'higher' | 'lower' | 'neither';
  /** Definition in words and symbols, for docs/metrics.md. */
  readonly doc: string;
  /** Returns numerator and denominator from the leaves of a document or of some fields (EXTRACT). */
  readonly ofLeaves?: (counts: Counts) => Parts;
  /** Returns numerator and denominator from the citations of a document or of some fields (EXTRACT). */
  readonly ofCitations?: (counts: CitationCounts) => Parts;
  /** Returns numerator and denominator for one class against all others (CLASSIFY, SPLITTER). */
  readonly ofClass?: (counts: MatchCounts) => Parts;
  /** Returns numerator and denominator for a packet (SPLITTER). */
  readonly ofPacket?: (score: SplittingScore) => Parts;
  /** Set if the metric is the share of items that are fully right. The value is the type of the processor. */
  readonly exactOf?: 'EXTRACT' | 'CLASSIFY' | 'SPLITTER';
  /**
   * Metric whose denominator this metric uses for items without an output. For example, precision uses the denominator
   * of recall, because the denominator of precision is 0 for such items.
   */
  readonly withoutOutput?: string;
  /** Example for the docs: counts, and the numerator and denominator that result from them. Omitted counts are 0. */
  readonly example?: {
    readonly given: Partial<Counts> | Partial<CitationCounts> | Partial<SplittingScore>;
    readonly parts: Parts;
  };
  /**
   * How much one leaf or document adds to the denominator. Default: 1. For F1 it is 2: one for the gold and one for the
   * prediction.
   */
  readonly perLeaf?: 2;
  /** True if the rate stays the same when gold and prediction are swapped. */
  readonly symmetric?: true;
}

export function defineMetric<const Name extends string>(metric: Metric<Name>): Metric<Name> {
  return metric;
}

/** Number of leaves with an expected value: correct + incorrect + missing. */
export function expectedLeaves(counts: Counts): number {
  return counts.correct + counts.incorrect + counts.missing;
}

/** Number of leaves with a predicted value: correct + incorrect + spurious. */
export function predictedLeaves(counts: Counts): number {
  return counts.correct + counts.incorrect + counts.spurious;
}

/** Number of scored leaves, without excluded and unscored ones. */
export function scoredLeaves(counts: Counts): number {
  return expectedLeaves(counts) + counts.spurious + counts.absent;
}

function matchesOf(counts: Counts): MatchCounts {
  return {
    expected: expectedLeaves(counts),
    predicted: predictedLeaves(counts),
    correct: counts.correct,
  };
}

/** Every metric, in the order of the docs. The rates per leaf follow Chinchor and Sundheim 1993 (MUC). */
export const metrics = [
  defineMetric({
    name: 'f1',
    label: 'F1',
    better: 'higher',
    doc: '2 correct / (expected + predicted): the harmonic mean of precision and recall',
    ofLeaves: (counts) => matchParts.f1(matchesOf(counts)),
    ofClass: matchParts.f1,
    example: { given: { correct: 4, incorrect: 1, missing: 1, spurious: 3 }, parts: [8, 14] },
    perLeaf: 2,
    symmetric: true,
  }),
  defineMetric({
    name: 'precision',
    label: 'precision',
    better: 'higher',
    doc: 'correct / predicted',
    ofLeaves: (counts) => matchParts.precision(matchesOf(counts)),
    ofClass: matchParts.precision,
    withoutOutput: 'recall',
    example: { given: { correct: 4, incorrect: 1, spurious: 3 }, parts: [4, 8] },
  }),
  defineMetric({
    name: 'recall',
    label: 'recall',
    better: 'higher',
    doc: 'correct / expected',
    ofLeaves: (counts) => matchParts.recall(matchesOf(counts)),
    ofClass: matchParts.recall,
    example: { given: { correct: 2, missing: 3 }, parts: [2, 5] },
  }),
  defineMetric({
    name: 'presence_precision',
    label: 'presence precision',
    better: 'higher',
    doc: '(correct + incorrect) / predicted: share of the predicted values for which the gold has a value',
    ofLeaves: (counts) => [counts.correct + counts.incorrect, predictedLeaves(counts)],
    withoutOutput: 'presence_recall',
    example: { given: { correct: 4, incorrect: 1, spurious: 3 }, parts: [5, 8] },
  }),
  defineMetric({
    name: 'presence_recall',
    label: 'presence recall',
    better: 'higher',
    doc: '(correct + incorrect) / expected: share of the expected values for which a value was predicted, right or wrong',
    ofLeaves: (counts) => [counts.correct + counts.incorrect, expectedLeaves(counts)],
    example: { given: { correct: 4, incorrect: 1, missing: 1 }, parts: [5, 6] },
  }),
  defineMetric({
    name: 'field_accuracy',
    label: 'field accuracy',
    better: 'higher',
    doc: '(correct + absent) / scored: a leaf with a value in neither gold nor prediction counts as right',
    ofLeaves: (counts) => [counts.correct + counts.absent, scoredLeaves(counts)],
    example: { given: { correct: 4, incorrect: 1, absent: 5 }, parts: [9, 10] },
    symmetric: true,
  }),
  defineMetric({
    name: 'coverage',
    label: 'coverage',
    better: 'neither',
    doc: 'predicted / scored: share of the scored leaves that have a predicted value',
    ofLeaves: (counts) => [predictedLeaves(counts), scoredLeaves(counts)],
    example: { given: { correct: 4, incorrect: 1, absent: 5 }, parts: [5, 10] },
  }),
  defineMetric({
    name: 'hallucination_rate',
    label: 'hallucination rate',
    better: 'lower',
    doc: 'spurious / (spurious + absent): among the leaves without an expected value, the share with a predicted value',
    ofLeaves: (counts) => [counts.spurious, counts.spurious + counts.absent],
    example: { given: { spurious: 1, absent: 9 }, parts: [1, 10] },
  }),
  defineMetric({
    name: 'omission_rate',
    label: 'omission rate',
    better: 'lower',
    doc: 'missing / expected: share of the expected values without a prediction',
    ofLeaves: (counts) => [counts.missing, expectedLeaves(counts)],
    example: { given: { correct: 4, incorrect: 1, missing: 1 }, parts: [1, 6] },
  }),
  defineMetric({
    name: 'citation_support',
    label: 'supported citations',
    better: 'higher',
    doc: 'supported / (supported + not supported): share of the checked cited values that are inside their cited boxes',
    ofCitations: ({ supported, unsupported }) => [supported, supported + unsupported],
    example: { given: { supported: 8, unsupported: 2, unchecked: 1, uncited: 4 }, parts: [8, 10] },
  }),
  defineMetric({
    name: 'citation_coverage',
    label: 'values with a citation',
    better: 'higher',
    doc: 'share of the predicted values that have a citation with a box',
    ofCitations: (counts) => [citedValues(counts), citedValues(counts) + counts.uncited],
    example: { given: { supported: 8, unsupported: 2, unchecked: 1, uncited: 4 }, parts: [11, 15] },
  }),
  defineMetric({
    name: 'citation_page',
    label: 'citations on the right page',
    better: 'higher',
    doc: 'values for which the gold has a box on every cited page / values with a cited box and a box in the gold',
    ofCitations: ({ rightPage, located }) => [rightPage, located],
    example: { given: { located: 5, rightPage: 4 }, parts: [4, 5] },
  }),
  defineMetric({
    name: 'citation_overlap',
    label: 'overlap of cited boxes',
    better: 'higher',
    doc: 'mean overlap of the cited box and the box in the gold: area inside both / area inside at least one; counts only values with both boxes',
    ofCitations: ({ overlap, located }) => [overlap, located],
    example: { given: { located: 5, overlap: 3.5 }, parts: [3.5, 5] },
  }),
  defineMetric({
    name: 'document_exact',
    label: 'fully right documents',
    better: 'higher',
    doc: 'share of documents in which every leaf is correct or absent',
    exactOf: 'EXTRACT',
  }),
  defineMetric({
    name: 'accuracy',
    label: 'accuracy',
    better: 'higher',
    doc: 'share of items with the right class',
    exactOf: 'CLASSIFY',
  }),
  defineMetric({
    name: 'document_f1',
    label: 'F1 of split documents',
    better: 'higher',
    doc: 'F1 of documents; a document is correct if its type, its first page and its last page are right',
    ofPacket: ({ documents }) => matchParts.f1(documents),
    example: { given: { documents: { expected: 6, predicted: 7, correct: 4 } }, parts: [8, 13] },
    perLeaf: 2,
    symmetric: true,
  }),
  defineMetric({
    name: 'document_precision',
    label: 'precision of split documents',
    better: 'higher',
    doc: 'correct / predicted documents',
    ofPacket: ({ documents }) => matchParts.precision(documents),
    withoutOutput: 'document_recall',
    example: { given: { documents: { expected: 6, predicted: 7, correct: 4 } }, parts: [4, 7] },
  }),
  defineMetric({
    name: 'document_recall',
    label: 'recall of split documents',
    better: 'higher',
    doc: 'correct / expected documents',
    ofPacket: ({ documents }) => matchParts.recall(documents),
    example: { given: { documents: { expected: 6, predicted: 7, correct: 4 } }, parts: [4, 6] },
  }),
  defineMetric({
    name: 'range_f1',
    label: 'range f1',
    better: 'higher',
    doc: 'F1 of documents; a document is correct if its first page and its last page are right, whatever its type',
    ofPacket: ({ boundariesOnly }) => matchParts.f1(boundariesOnly),
    example: { given: { boundariesOnly: { expected: 2, predicted: 2, correct: 1 } }, parts: [2, 4] },
    perLeaf: 2,
    symmetric: true,
  }),
  defineMetric({
    name: 'near_f1',
    label: 'near f1',
    better: 'higher',
    doc: 'F1 of documents; a document is correct if its type is right, and its first page and its last page are each at most one page off',
    ofPacket: ({ withinOnePage }) => matchParts.f1(withinOnePage),
    example: { given: { withinOnePage: { expected: 2, predicted: 3, correct: 2 } }, parts: [4, 5] },
    perLeaf: 2,
    symmetric: true,
  }),
  defineMetric({
    name: 'boundary_precision',
    label: 'boundary precision',
    better: 'higher',
    doc: 'precision of the first pages of documents, without page 1',
    ofPacket: ({ boundaries }) => matchParts.precision(boundaries.tolerance0),
    withoutOutput: 'boundary_recall',
    example: { given: boundaryExample({ expected: 3, predicted: 4, correct: 2 }), parts: [2, 4] },
  }),
  defineMetric({
    name: 'boundary_recall',
    label: 'boundary recall',
    better: 'higher',
    doc: 'recall of the first pages of documents, without page 1',
    ofPacket: ({ boundaries }) => matchParts.recall(boundaries.tolerance0),
    example: { given: boundaryExample({ expected: 3, predicted: 4, correct: 2 }), parts: [2, 3] },
  }),
  defineMetric({
    name: 'boundary_f1',
    label: 'boundary f1',
    better: 'higher',
    doc: 'F1 of the first pages of documents, without page 1',
    ofPacket: ({ boundaries }) => matchParts.f1(boundaries.tolerance0),
    example: { given: boundaryExample({ expected: 3, predicted: 4, correct: 2 }), parts: [4, 7] },
    perLeaf: 2,
    symmetric: true,
  }),
  defineMetric({
    name: 'page_type_accuracy',
    label: 'page type accuracy',
    better: 'higher',
    doc: 'share of pages with the right document type',
    ofPacket: ({ pageTypes }) => [pageTypes.correct, pageTypes.pages],
    example: { given: { pageTypes: { correct: 9, pages: 10, confusion: [] } }, parts: [9, 10] },
    symmetric: true,
  }),
  defineMetric({
    name: 'packet_exact',
    label: 'fully right packets',
    better: 'higher',
    doc: 'share of packets in which every document is correct and none is spurious',
    exactOf: 'SPLITTER',
  }),
];

export type MetricName = (typeof metrics)[number]['name'];

function boundaryExample(tolerance0: MatchCounts): Partial<SplittingScore> {
  return { boundaries: { tolerance0, tolerance1: tolerance0 } };
}

const byName = Object.fromEntries(metrics.map((metric) => [metric.name, metric])) as Record<
  MetricName,
  Metric<MetricName>
>;

export function metricNamed(name: MetricName): Metric<MetricName> {
  return byName[name];
}

/** Returns how much one leaf or document adds to the denominator of a rate: 2 for F1, 1 for other rates. */
export function perLeafOf(metric: string): number {
  return Object.hasOwn(byName, metric) ? (byName[metric as MetricName].perLeaf ?? 1) : 1;
}

/** Returns the names of the metrics that a processor type has. */
export function metricsOf(kind: 'EXTRACT' | 'CLASSIFY' | 'SPLITTER'): MetricName[] {
  const has = (metric: Metric<MetricName>): boolean =>
    metric.exactOf === kind ||
    (kind === 'EXTRACT'
      ? metric.ofLeaves !== undefined || metric.ofCitations !== undefined
      : metric.ofClass !== undefined) ||
    (kind === 'SPLITTER' && metric.ofPacket !== undefined);
  return metrics.filter(has).map(({ name }) => name);
}
