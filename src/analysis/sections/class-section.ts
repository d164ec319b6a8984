import {
  type ClassificationMetrics,
  classificationMetrics,
} from '../../metrics/classification/classification-metrics.ts';
import { ConfusionMatrix } from '../../metrics/classification/confusion-matrix.ts';
import type { ClassSection } from '../../model/report/report-sections.ts';
import type { PairedComparison } from '../../model/score/comparison.ts';
import type { Rate } from '../../model/score/item-score.ts';
import type { Measurement } from '../../model/score/measurement.ts';
import { matchParts, type RatioName } from '../../model/score/metrics.ts';
import { classChanges, classesOf, labelsIn } from '../config-changes/class-changes.ts';
import { averageRepeats, shareOfRepeats } from '../fold/average-repeats.ts';
import {
  type Answers,
  allAnswers,
  answersOf,
  answersOfRepeats,
  countLabel,
  meanAnswers,
} from '../fold/class-answers.ts';
import { isExact } from '../fold/columns/stability-columns.ts';
import type { ClassScore } from '../fold/documents/document-scores.ts';
import { allPositions, type FoldedRun, type VersionColumns } from '../fold/folded-run.ts';
import { comparePaired, type PairedQuestion } from '../measure/compare-paired.ts';
import {
  measureRatio,
  measureShare,
  type PartsAt,
  plainMeasurement,
  ratioSeries,
} from '../measure/ratio-series.ts';
import type { StatisticsSettings } from '../measure/settings.ts';

/**
 * Builds the classes section: confusion matrices, one row per class, and overall figures, for documents or for
 * pages of packets. Figures use all repeats; matrices, support and mean confidence use the first. Matrices
 * include every prediction. Figures exclude documents with a class that some versions do not have, except in
 * the rows of those classes.
 */
export function classSection(run: FoldedRun, settings: StatisticsSettings): ClassSection {
  const { notComparable } = run.excludedFields;
  const labels = labelsOf(run);
  const documents = allPositions(run.count);
  const all = run.versions.map((version) =>
    version.ofScores((scores) => answersOfRepeats(scores, allAnswers)),
  );
  const compared = run.versions.map((version) => version.ofScores((scores) => answersOfRepeats(scores)));
  const seen = { expected: new Set<string>(), predicted: new Set<string>() };
  for (const answersAt of all)
    for (const position of documents)
      for (const repeat of answersAt(position))
        for (const pair of repeat) {
          seen.expected.add(pair.expected);
          if (pair.predicted !== null) seen.predicted.add(pair.predicted);
        }
  // Every matrix has the labels of all versions, so that all matrices have the same rows and columns.
  const matrixOf = (expected: readonly string[], answersAt: (position: number) => Answers) => {
    const matrix = new ConfusionMatrix(expected);
    for (const label of seen.predicted)
      if (expected.includes(label) || !notComparable.includes(label))
        matrix.add(expected[0] as string, label, 0);
    for (const position of documents)
      for (const pair of answersAt(position)) matrix.add(pair.expected, pair.predicted, pair.count);
    return matrix;
  };
  const expected = [...new Set([...labels, ...seen.expected])];
  const shared = expected.filter((label) => !notComparable.includes(label));
  const matrices = all.map((answersAt) => matrixOf(expected, (position) => answersAt(position)[0] ?? []));
  // Predicting a class that only one version has is wrong. Means over classes do not include this class.
  const shown = (pair: Answers[number]) =>
    pair.predicted !== null && notComparable.includes(pair.predicted) ? { ...pair, predicted: null } : pair;
  const metrics = compared.map((answersAt) =>
    classificationMetrics(
      matrixOf(shared.length === 0 ? expected : shared, (position) =>
        meanAnswers(answersAt(position)).map(shown),
      ),
    ),
  );
  const first = matrices[0] as ConfusionMatrix;
  const changes = notComparable.length === 0 ? [] : classChanges(run);
  return {
    expectedLabels: first.expectedLabels,
    predictedLabels: first.predictedLabels,
    matrices: matrices.map((matrix) => matrix.table()),
    unit: run.plan.dataset.kind === 'SPLITTER' ? 'pages' : 'documents',
    perClass: first.answerLabels.map((label) => ({
      ...classRow(run, label, supportOf(first, label), documents, settings),
      ...(notComparable.includes(label)
        ? {
            notComparable:
              changes.find(({ field, to }) => field === label || to === label)?.reason ??
              'not in every version',
          }
        : {}),
    })),
    overall: run.plan.dataset.kind === 'CLASSIFY' ? overall(run, metrics, documents, settings) : [],
  };
}

/** Returns the classes that every version has: first those of the config, then those that only the gold has. */
export function classLabels(run: FoldedRun): string[] {
  const expected = new Set<string>();
  for (const version of run.versions) {
    const answersAt = version.ofScores((scores) => answersOfRepeats(scores));
    for (const position of allPositions(run.count))
      for (const repeat of answersAt(position)) for (const pair of repeat) expected.add(pair.expected);
  }
  return [...new Set([...labelsOf(run), ...expected])].filter(
    (label) => !run.excludedFields.notComparable.includes(label),
  );
}

/** Returns the classes of the scoring config, then those that only some versions have. */
function labelsOf({ config, excludedFields }: FoldedRun): string[] {
  return [...classesOf(config).map(({ type }) => type), ...excludedFields.notComparable];
}

function hasClass({ plan, config }: FoldedRun, version: number, label: string): boolean {
  const own = plan.versions[version]?.config;
  return own !== undefined && labelsIn(own, config).has(label);
}

function supportOf(matrix: ConfusionMatrix, label: string): number {
  return [...matrix.answerLabels, null].reduce((sum, predicted) => sum + matrix.count(label, predicted), 0);
}

function classRow(
  run: FoldedRun,
  label: string,
  support: number,
  documents: Int32Array,
  settings: StatisticsSettings,
): ClassSection['perClass'][number] {
  const own = run.excludedFields.notComparable.includes(label);
  const rate = (name: RatioName) =>
    run.versions.map((version, i) => {
      if (own && !hasClass(run, i, label))
        return {
          ...plainMeasurement(name, `class:${label}`, null, 0, 'share'),
          undefinedBecause: 'the version does not have this class',
        };
      const partsAt = classParts(version, name, label, own ? allAnswers : answersOf);
      return measureRatio(ratioSeries(name, `class:${label}`, documents, partsAt), settings);
    });
  return {
    label,
    support,
    precision: rate('precision'),
    recall: rate('recall'),
    f1: rate('f1'),
    meanConfidence: run.versions.map((version) => meanConfidence(version, label, documents)),
  };
}

/** Returns the parts of a document in the rate of one class, averaged over repeats; `null` if the document is not counted. */
export function classParts(
  version: VersionColumns,
  name: RatioName,
  label: string,
  of: (score: ClassScore) => Answers | null = answersOf,
): PartsAt {
  return version.ofScores((scores) =>
    averageRepeats(scores, (score) => {
      const answers = of(score);
      return answers && matchParts[name](countLabel(label, answers));
    }),
  );
}

function meanConfidence(version: VersionColumns, label: string, documents: Int32Array): Measurement {
  const isGiven = version.ofScores(
    ([first]) => first?.kind === 'CLASSIFY' && first.answer.predictedLabel === label,
  );
  let given = 0;
  let known = 0;
  let sum = 0;
  for (const position of documents) {
    if (!isGiven(position)) continue;
    given++;
    const confidence = version.confidence.at(position);
    if (confidence === null) continue;
    known++;
    sum += confidence;
  }
  return plainMeasurement(
    'mean_confidence',
    `class:${label}`,
    known === 0 ? null : sum / known,
    known,
    'score',
    given - known,
  );
}

function overall(
  run: FoldedRun,
  metrics: readonly ClassificationMetrics[],
  documents: Int32Array,
  settings: StatisticsSettings,
): ClassSection['overall'] {
  const right = run.versions.map((version) => version.ofScores((scores) => shareOfRepeats(scores, isExact)));
  const scored = right.map((rightAt) =>
    documents.reduce((n, position) => (rightAt(position) === null ? n : n + 1), 0),
  );
  const plain = (
    metric: string,
    label: string,
    of: (entry: ClassificationMetrics) => Rate | number | null,
  ) => ({
    metric,
    label,
    values: metrics.map((entry, i) => {
      const n = scored[i] ?? 0;
      const figure = of(entry);
      const value = figure === null || typeof figure === 'number' ? figure : figure.value;
      return plainMeasurement(
        metric,
        'overall',
        value,
        n,
        figure !== null && typeof figure === 'object' ? 'share' : 'score',
        run.count - n,
      );
    }),
  });
  return [
    {
      metric: 'accuracy',
      label: 'accuracy',
      values: right.map((rightAt) => measureShare('accuracy', 'overall', documents, rightAt, settings)),
    },
    plain('macro_f1', 'F1, mean over classes', (entry) => entry.macroF1),
    plain('weighted_f1', 'F1, weighted by support', (entry) => entry.weightedF1),
    plain('balanced_accuracy', 'recall, mean over classes', (entry) => entry.balancedAccuracy),
    plain('cohens_kappa', 'Cohen’s kappa', (entry) => entry.kappa),
    plain('mcc', 'Matthews correlation', (entry) => entry.mcc),
    plain(
      'majority_accuracy',
      `accuracy of always predicting “${metrics[0]?.majority.label ?? 'nothing'}”`,
      (entry) => entry.majority.accuracy,
    ),
    plain(
      'majority_macro_f1',
      `F1, mean over classes, of always predicting “${metrics[0]?.majority.label ?? 'nothing'}”`,
      (entry) => entry.majority.macroF1,
    ),
  ];
}

/**
 * Compares the F1 of every class against all others, for documents or for the pages of packets. All classes
 * form one family of questions.
 */
export function compareClasses(run: FoldedRun, settings: StatisticsSettings): PairedComparison[] {
  const [baseline, candidate] = run.versions as readonly [VersionColumns, VersionColumns];
  const documents = allPositions(run.count);
  const questions = classLabels(run).map(
    (label): PairedQuestion => ({
      metric: 'f1',
      scope: `class:${label}`,
      test: 'permutation',
      documents,
      baseline: classParts(baseline, 'f1', label),
      candidate: classParts(candidate, 'f1', label),
      baselineRight: () => null,
      candidateRight: () => null,
    }),
  );
  return comparePaired(questions, settings);
}
