import type { LabelledQuestion } from '../../model/results/label-results.ts';
import type { ComparisonVerdict } from '../../model/score/comparison.ts';
import type { Measurement } from '../../model/score/measurement.ts';
import { sampledDifference } from '../../stats/tests/sampled-difference.ts';
import { comparePaired, verdictOf } from '../measure/compare-paired.ts';
import { isPrimary, type PairedQuestion } from '../measure/paired-question.ts';
import { toInterval } from '../measure/ratio-series.ts';
import type { StatisticsSettings } from '../measure/settings.ts';
import type { FoldedLabels } from './fold-labels.ts';
import { type GoldValues, recallDifference, valuesPerDocument } from './gold-values.ts';
import {
  type IdentifiedQuestion,
  identifiedQuestions,
  recallSize,
  type UnidentifiedQuantity,
} from './identified-questions.ts';

export interface ComparedLabels {
  readonly questions: readonly LabelledQuestion[];
  readonly notIdentified: readonly UnidentifiedQuantity[];
  /**
   * The declared primary metric or field; `null` if no metric or field was declared. If the labels are enough to
   * compute the difference of this metric or field between the versions (`isIdentified`), its test gets half of the
   * error probability.
   */
  readonly primary: { readonly name: string; readonly isIdentified: boolean } | null;
}

/**
 * Estimates the differences between two versions from the labels of a label list, and tests them. The answer `unclear`
 * counts as no difference. A verdict is `inconclusive` if counting all unclear labels in favour of one version
 * would change it. `settings` must have the clusters of the documents. The primary metric or field gets half of the
 * error probability, if its difference can be computed. `goldValues` is the number of values in the gold. Without it,
 * the size of the difference in recall is unknown.
 */
export function compareLabels(
  folded: FoldedLabels,
  settings: StatisticsSettings,
  goldValues?: GoldValues,
): ComparedLabels {
  const { questions, notIdentified } = identifiedQuestions(folded);
  const resultOf = (of: (question: IdentifiedQuestion) => readonly number[]) =>
    resultsOf(folded, questions, questions.map(of), settings);
  const found = resultOf(({ differences }) => differences);
  const isUnclear = folded.labelled.some(
    ({ places, rest }) => rest === 'unclear' || places.some((place) => place.isUnclear),
  );
  const extremes = isUnclear ? [resultOf((one) => one.extremes[0]), resultOf((one) => one.extremes[1])] : [];
  const verdicts = found.map(
    ({ verdict }, i): ComparisonVerdict =>
      extremes.every((results) => results[i]?.verdict === verdict) ? verdict : 'inconclusive',
  );
  const results = found.map((result, i) => ({ ...result, verdict: verdicts[i] as ComparisonVerdict }));
  const { primary } = settings;
  return {
    questions: results.flatMap((result) => [
      result,
      ...precisionOf(result, folded),
      ...recallOf(result, folded, goldValues, settings.confidence),
    ]),
    notIdentified: notIdentified.filter(
      ({ quantity }) => quantity !== recallSize || goldValues === undefined,
    ),
    primary:
      primary === undefined
        ? null
        : { name: primary, isIdentified: questions.some((question) => isPrimary(question, primary)) },
  };
}

/**
 * Returns the difference in precision. The result is the difference in the number of correct values, divided by the
 * number of values that a version returns. Returns an empty list unless both versions return the same number of values
 * in every document. The p-values are those of the difference in correct values.
 */
function precisionOf(
  result: LabelledQuestion,
  { hasEqualCounts, values, compared }: FoldedLabels,
): LabelledQuestion[] {
  if (!isOfAllValues(result) || !hasEqualCounts || values === 0) return [];
  const difference = inShares(result.difference, 'precision', compared.length / values);
  return [{ ...result, label: 'precision', metric: 'precision', difference }];
}

/**
 * Returns the difference in recall. The result is the difference in the number of correct values, divided by the number
 * of values in the gold. The p-values are those of the difference in correct values. The interval is wider if the
 * number of values in the gold is estimated.
 */
function recallOf(
  result: LabelledQuestion,
  { compared }: FoldedLabels,
  goldValues: GoldValues | undefined,
  confidence: number,
): LabelledQuestion[] {
  if (!isOfAllValues(result) || goldValues === undefined) return [];
  const perDocument = valuesPerDocument(goldValues, compared.length);
  const { sample } = perDocument;
  const label =
    sample === null ? 'recall' : `recall (number of gold values estimated from ${sample} documents)`;
  const { value, interval } = result.difference;
  const found =
    value !== null && interval !== undefined
      ? recallDifference({ difference: value, ...interval }, perDocument, confidence)
      : null;
  const scaled = {
    ...result.difference,
    metric: 'recall',
    unit: 'points' as const,
    value: found?.difference ?? null,
    ...(found && interval && { interval: { ...interval, low: found.low, high: found.high } }),
  };
  return [{ ...result, label, metric: 'recall', difference: scaled }];
}

function isOfAllValues({ metric, scope }: LabelledQuestion): boolean {
  return metric === 'correct_values' && scope === 'overall';
}

/** Converts a difference in values per document to a difference of shares, multiplying it by `scale`. */
function inShares(difference: Measurement, metric: string, scale: number): Measurement {
  const { value, interval } = difference;
  const scaled = interval && { ...interval, low: interval.low * scale, high: interval.high * scale };
  return {
    ...difference,
    metric,
    value: value === null ? null : value * scale,
    unit: 'points',
    ...(scaled && { interval: scaled }),
  };
}

function resultsOf(
  { run, compared }: FoldedLabels,
  questions: readonly IdentifiedQuestion[],
  differences: readonly (readonly number[])[],
  settings: StatisticsSettings,
): LabelledQuestion[] {
  const paired = questions.map((question, i) =>
    pairedDifferences(question, weighted(question, differences[i] as readonly number[]), compared, run.count),
  );
  const tests = comparePaired(paired, settings, (question) => isPrimary(question, settings.primary));
  const clusters = clusterNumbers(settings, compared);
  return questions.map((question, i) => {
    const { label, metric, scope, differing, documents } = question;
    const estimate = sampledDifference({
      documents: compared.length,
      differing,
      differences: differences[i] as readonly number[],
      probabilities: documents.map(({ probability }) => probability),
      largest: question.largest,
      confidence: settings.confidence,
      clusters: clusters && {
        all: clusters.all,
        labelled: documents.map(({ position }) => clusters.of(position)),
      },
    });
    const over = settings.clusterBy === undefined ? 'documents' : `clusters of ${settings.clusterBy}`;
    const difference: Measurement = {
      metric,
      scope,
      value: estimate.difference,
      n: compared.length,
      unscored: run.count - compared.length,
      unit: question.isRightOrWrong ? 'points' : 'count',
      interval: toInterval(estimate, settings.confidence, `Horvitz-Thompson over ${over}`),
    };
    const { p = null, adjustedP = null } = tests[i] ?? {};
    // The margin is in points, so it does not apply to a number of values.
    const margin = difference.unit === 'points' ? settings.margin : 0;
    const verdict = verdictOf(difference, adjustedP, { ...settings, margin });
    const named = { ...difference, metric: quantityOf(question) };
    return { label, metric: named.metric, scope, difference: named, differing, p, adjustedP, verdict };
  });
}

/**
 * Returns the name of the compared quantity. `correct_values` is the number of correct values. `field_accuracy` is the
 * share of documents in which a field is right. Other quantities have the name of their metric.
 */
function quantityOf({ metric, scope, isRightOrWrong }: IdentifiedQuestion): string {
  if (!isRightOrWrong) return 'correct_values';
  return scope === 'overall' ? metric : 'field_accuracy';
}

/**
 * Divides each difference by the probability that its document was chosen. Then multiplies all results by the smallest
 * probability, so that equal probabilities leave the differences unchanged. A common factor has no effect on a test.
 */
function weighted({ documents }: IdentifiedQuestion, differences: readonly number[]): number[] {
  const smallest = Math.min(...documents.map(({ probability }) => probability));
  return differences.map((difference, i) => difference * (smallest / (documents[i]?.probability as number)));
}

/** Returns the differences as input of `comparePaired`, with 0 for every document without a label. */
function pairedDifferences(
  { metric, scope, isRightOrWrong, documents }: IdentifiedQuestion,
  differences: readonly number[],
  compared: Int32Array,
  count: number,
): PairedQuestion {
  const column = new Float64Array(count);
  for (const [i, { position }] of documents.entries()) column[position] = differences[i] as number;
  const side = (sign: 1 | -1) => {
    const right = (position: number) => Math.max(0, sign * (column[position] as number));
    return {
      parts: (position: number) => [right(position), 1] as const,
      right: isRightOrWrong ? right : null,
    };
  };
  return { metric, scope, documents: compared, baseline: side(-1), candidate: side(1) };
}

function clusterNumbers({ clusters }: StatisticsSettings, compared: Int32Array) {
  if (clusters === undefined) return undefined;
  const numbers = new Map<string, number>();
  const of = (position: number): number => {
    const label = clusters[position] as string;
    const number = numbers.get(label) ?? numbers.size;
    numbers.set(label, number);
    return number;
  };
  return { all: Array.from(compared, of), of };
}
