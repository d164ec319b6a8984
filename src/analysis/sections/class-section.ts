import {
  type ClassificationMetrics,
  ConfusionMatrix,
  classificationMetrics,
} from '../../metrics/classification/classification-metrics.ts';
import { classesOf } from '../../model/processor/classes-of.ts';
import type { ClassSection } from '../../model/report/report-sections.ts';
import type { Rate } from '../../model/score/item-score.ts';
import type { Measurement } from '../../model/score/measurement.ts';
import type { RatioName } from '../../model/score/metrics.ts';
import { classChanges, labelsIn } from '../config-changes/class-changes.ts';
import { type ClassPairs, classPairsOf, meanPairs } from '../fold/class-pairs.ts';
import { allPositions, type FoldedRun, type VersionColumns } from '../fold/folded-run.ts';
import { exactShare, metricParts, pairedQuestion } from '../fold/parts.ts';
import type { PairedQuestion } from '../measure/paired-question.ts';
import { measureRatio, measureShare, plainMeasurement, type Sample } from '../measure/ratio-series.ts';
import type { StatisticsSettings } from '../measure/settings.ts';

/** Takes the position of a document, and returns the class pairs of the document, one entry per counted repeat. */
type PairsAt = (position: number) => readonly ClassPairs[];

/**
 * Builds the classes section: a confusion matrix per version, a table with one row per class, and overall figures. For
 * packets, counts pages and omits overall figures. Matrices, support and mean confidence use the first completed
 * repeat, and the other figures use all repeats. Overall figures omit documents with an expected class that only some
 * versions have.
 */
export function classSection(run: FoldedRun, settings: StatisticsSettings): ClassSection {
  const { notComparable } = run.excludedFields;
  const { kind } = run.plan.dataset;
  const documents = allPositions(run.count);
  const sample = { documents, settings };
  const all = run.versions.map((version) => pairsOf(version, true));
  const allPairs = () => all.values().flatMap((pairsAt) => pairsIn(pairsAt, documents));
  const predictions = allPairs().map(({ predicted }) => predicted);
  const seenPredicted = new Set(predictions.filter((label) => label !== null));
  const expected = [...new Set([...labelsOf(run), ...allPairs().map((pair) => pair.expected)])];
  // All matrices have the labels of all versions, so that all matrices have the same rows and columns.
  const matrixOf = (labels: readonly string[], pairsAt: (position: number) => ClassPairs) => {
    const matrix = new ConfusionMatrix(labels);
    for (const label of seenPredicted)
      if (labels.includes(label) || !notComparable.includes(label)) matrix.add(labels[0] as string, label, 0);
    for (const position of documents)
      for (const pair of pairsAt(position)) matrix.add(pair.expected, pair.predicted, pair.count);
    return matrix;
  };
  const shared = expected.filter((label) => !notComparable.includes(label));
  const matrices = all.map((pairsAt) => matrixOf(expected, (position) => pairsAt(position)[0] ?? []));
  // If only some versions have the predicted class, the prediction counts as wrong. The means over classes omit this
  // class.
  const shown = (pair: ClassPairs[number]) =>
    pair.predicted !== null && notComparable.includes(pair.predicted) ? { ...pair, predicted: null } : pair;
  const metrics = run.versions.map((version) => {
    const pairsAt = pairsOf(version, false);
    return classificationMetrics(
      matrixOf(shared.length === 0 ? expected : shared, (position) =>
        meanPairs(pairsAt(position)).map(shown),
      ),
    );
  });
  const first = matrices[0] as ConfusionMatrix;
  const changes = notComparable.length === 0 ? [] : classChanges(run);
  const reasonOf = (label: string) =>
    changes.find(({ field, to }) => field === label || to === label)?.reason ?? 'not in every version';
  return {
    expectedLabels: first.expectedLabels,
    predictedLabels: first.predictedLabels,
    matrices: matrices.map((matrix) => matrix.table()),
    unit: kind === 'SPLITTER' ? 'pages' : 'documents',
    perClass: first.predictionLabels.map((label) => ({
      ...classRow(run, label, supportOf(first, label), sample),
      ...(notComparable.includes(label) ? { notComparable: reasonOf(label) } : {}),
    })),
    overall: kind === 'CLASSIFY' ? overall(run, metrics, sample) : [],
  };
}

function pairsOf(version: VersionColumns, withNonComparable: boolean): PairsAt {
  return version.ofScores((scores) =>
    scores.flatMap((score) => [classPairsOf(score, withNonComparable) ?? []]),
  );
}

function* pairsIn(pairsAt: PairsAt, documents: Int32Array): Generator<ClassPairs[number]> {
  for (const position of documents) for (const repeat of pairsAt(position)) yield* repeat;
}

/**
 * Returns the planned comparisons of F1, one per class, for documents or for pages of packets. Omits classes that only
 * some versions have.
 */
export function classQuestions(run: FoldedRun): PairedQuestion[] {
  const documents = allPositions(run.count);
  const pairs = run.versions.values().flatMap((version) => pairsIn(pairsOf(version, false), documents));
  const labels = new Set([...labelsOf(run), ...pairs.map(({ expected }) => expected)]);
  return [...labels.difference(new Set(run.excludedFields.notComparable))].map((label) =>
    pairedQuestion(run, { metric: 'f1', scope: `class:${label}`, part: { label } }),
  );
}

/** Returns the classes of the scoring config, followed by those that only some versions have. */
function labelsOf({ config, excludedFields }: FoldedRun): string[] {
  return [...classesOf(config).map(({ type }) => type), ...excludedFields.notComparable];
}

function hasClass({ plan, config }: FoldedRun, version: number, label: string): boolean {
  const own = plan.versions[version]?.config;
  return own !== undefined && labelsIn(own, config).has(label);
}

function supportOf(matrix: ConfusionMatrix, label: string): number {
  return [...matrix.predictionLabels, null].reduce(
    (sum, predicted) => sum + matrix.count(label, predicted),
    0,
  );
}

function classRow(
  run: FoldedRun,
  label: string,
  support: number,
  sample: Sample,
): ClassSection['perClass'][number] {
  const scope = `class:${label}`;
  const withNonComparable = run.excludedFields.notComparable.includes(label);
  const rate = (name: RatioName) =>
    run.versions.map((version, i) =>
      withNonComparable && !hasClass(run, i, label)
        ? {
            ...plainMeasurement(name, scope, null, 0, 'share'),
            undefinedBecause: 'the version does not have this class',
          }
        : measureRatio(name, scope, sample, metricParts(name, { label, withNonComparable }, version)),
    );
  return {
    label,
    support,
    precision: rate('precision'),
    recall: rate('recall'),
    f1: rate('f1'),
    meanConfidence: run.versions.map((version) => meanConfidence(version, label, sample.documents)),
  };
}

function meanConfidence(version: VersionColumns, label: string, documents: Int32Array): Measurement {
  const isPredicted = version.ofScores(
    ([first]) => first?.kind === 'CLASSIFY' && first.result.predictedLabel === label,
  );
  const predicted = Array.from(documents).filter(isPredicted);
  const known = predicted.flatMap((position) => version.confidence.at(position) ?? []);
  const mean = known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
  const unscored = predicted.length - known.length;
  return plainMeasurement('mean_confidence', `class:${label}`, mean, known.length, 'score', unscored);
}

function overall(
  run: FoldedRun,
  metrics: readonly ClassificationMetrics[],
  sample: Sample,
): ClassSection['overall'] {
  const accuracy = run.versions.map((version) =>
    measureShare('accuracy', 'overall', sample, exactShare(version)),
  );
  const majority = metrics[0]?.majority.label ?? 'nothing';
  const figures: [string, string, (entry: ClassificationMetrics) => Rate | number | null][] = [
    ['macro_f1', 'F1, mean over classes', ({ macroF1 }) => macroF1],
    ['weighted_f1', 'F1, weighted by support', ({ weightedF1 }) => weightedF1],
    ['balanced_accuracy', 'recall, mean over classes', ({ balancedAccuracy }) => balancedAccuracy],
    ['cohens_kappa', 'Cohen’s kappa', ({ kappa }) => kappa],
    ['mcc', 'Matthews correlation', ({ mcc }) => mcc],
    ['majority_accuracy', `accuracy of always predicting “${majority}”`, (entry) => entry.majority.accuracy],
    [
      'majority_macro_f1',
      `F1, mean over classes, of always predicting “${majority}”`,
      (entry) => entry.majority.macroF1,
    ],
  ];
  return [
    { metric: 'accuracy', label: 'accuracy', values: accuracy },
    ...figures.map(([metric, label, of]) => ({
      metric,
      label,
      values: metrics.map((entry, i) => {
        const { n = 0, unscored = 0 } = accuracy[i] ?? {};
        const figure = of(entry);
        return figure === null || typeof figure === 'number'
          ? plainMeasurement(metric, 'overall', figure, n, 'score', unscored)
          : plainMeasurement(metric, 'overall', figure.value, n, 'share', unscored);
      }),
    })),
  ];
}
