import {
  type ClassificationMetrics,
  classificationMetrics,
} from '../../metrics/classification/classification-metrics.ts';
import { ConfusionMatrix } from '../../metrics/classification/confusion-matrix.ts';
import type { ClassificationJudgement, SplittingJudgement } from '../../model/judgement.ts';
import type { Rate } from '../../model/ledger.ts';
import type { Measurement } from '../../model/measurement.ts';
import type { ClassSection } from '../../model/report-model.ts';
import { classChanges, classesOf, labelsIn } from '../compare/class-changes.ts';
import { overRepeats, type Parts, repeatsOf, shareOfRepeats } from '../over-repeats.ts';
import {
  measureRatio,
  measureShare,
  plainMeasurement,
  type RatioName,
  ratioSeries,
} from '../ratio-series.ts';
import type { ScoredItem, ScoredRun, ScoredVersion } from '../scored-run.ts';
import type { StatisticsSettings } from '../statistics-settings.ts';

/** One document's answers in one repeat: of a class, one pair; of a packet, a pair a page type with the number of pages. */
export type Answers = readonly {
  readonly expected: string;
  readonly predicted: string | null;
  readonly count: number;
}[];

/**
 * The classes section: confusion matrices, a row a class, and the figures of the whole; documents, or pages of packets.
 * Figures rest on all repeats; matrices, support and mean confidence are those of the first. Matrices show every answer;
 * in the figures, documents of classes that not every version has are left out, but for the rows of those classes.
 */
export function classSection(run: ScoredRun, settings: StatisticsSettings): ClassSection {
  const { notComparable } = run.leftOut;
  const labels = labelsOf(run);
  const all = run.versions.map((version) =>
    run.items.map((item) => answersOfRepeats(item, version, allAnswers)),
  );
  const compared = run.versions.map((version) =>
    run.items.map((item) => answersOfRepeats(item, version, answersOf)),
  );
  // Every version's labels in every matrix, so that all have the same rows and columns.
  const predicted = new Set(all.flat(3).flatMap((pair) => (pair.predicted === null ? [] : [pair.predicted])));
  const matrixOf = (expected: readonly string[], pairs: Answers) => {
    const matrix = new ConfusionMatrix(expected);
    for (const label of predicted)
      if (expected.includes(label) || !notComparable.includes(label))
        matrix.add(expected[0] as string, label, 0);
    for (const pair of pairs) matrix.add(pair.expected, pair.predicted, pair.count);
    return matrix;
  };
  const expected = [...new Set([...labels, ...all.flat(3).map((pair) => pair.expected)])];
  const shared = expected.filter((label) => !notComparable.includes(label));
  const matrices = all.map((documents) =>
    matrixOf(
      expected,
      documents.flatMap(([first]) => first ?? []),
    ),
  );
  // A class that only one version can answer is wrong here, but no class more over which means are taken.
  const shown = (pair: Answers[number]) =>
    pair.predicted !== null && notComparable.includes(pair.predicted) ? { ...pair, predicted: null } : pair;
  const metrics = compared.map((documents) =>
    classificationMetrics(
      matrixOf(shared.length === 0 ? expected : shared, documents.flatMap(meanAnswers).map(shown)),
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
      ...classRow(run, label, supportOf(first, label), settings),
      ...(notComparable.includes(label)
        ? {
            notComparable:
              changes.find(({ field, to }) => field === label || to === label)?.reason ??
              'not in every version',
          }
        : {}),
    })),
    overall: run.plan.dataset.kind === 'CLASSIFY' ? overall(run, metrics, settings) : [],
  };
}

/** The classes of the config, then those that only the gold has; those that every version has. */
export function classLabels(run: ScoredRun): string[] {
  const expected = run.items.flatMap((item) =>
    run.versions.flatMap((version) =>
      answersOfRepeats(item, version, answersOf).flatMap((repeat) => repeat.map(({ expected }) => expected)),
    ),
  );
  return [...new Set([...labelsOf(run), ...expected])].filter(
    (label) => !run.leftOut.notComparable.includes(label),
  );
}

/** The classes of what judges, then those that only some of the versions have. */
function labelsOf({ config, leftOut }: ScoredRun): string[] {
  return [...classesOf(config).map(({ type }) => type), ...leftOut.notComparable];
}

/** One document's answers of a version in every completed repeat that is counted. */
function answersOfRepeats(
  item: ScoredItem,
  version: number,
  of: (repeat: ScoredVersion) => Answers | null,
): readonly Answers[] {
  const scored = item.versions[version];
  const repeats = scored === undefined ? [] : repeatsOf(scored);
  return repeats.map(of).filter((answers) => answers !== null);
}

/** Null where it is not counted. */
function answersOf({ judgement }: ScoredVersion): Answers | null {
  if (judgement.kind === 'CLASSIFY') return classAnswers(judgement.answer);
  return judgement.kind === 'SPLITTER' && judgement.counted ? pageAnswers(judgement.split.pageTypes) : null;
}

/** With the answers that are not compared. */
function allAnswers(repeat: ScoredVersion): Answers | null {
  const { judgement } = repeat;
  if (judgement.kind === 'CLASSIFY' && judgement.answer.notCompared)
    return classAnswers({ ...judgement.answer, correct: false });
  if (judgement.kind !== 'SPLITTER' || judgement.split.allPageTypes === undefined) return answersOf(repeat);
  return pageAnswers({ confusion: judgement.split.allPageTypes });
}

/** A pair of labels that one of three repeats gives counts a third. */
function meanAnswers(repeats: readonly Answers[]): Answers {
  if (repeats.length < 2) return repeats[0] ?? [];
  const sums = new Map<string, { expected: string; predicted: string | null; count: number }>();
  for (const { expected, predicted, count } of repeats.flat()) {
    const key = JSON.stringify([expected, predicted]);
    const sum = sums.get(key)?.count ?? 0;
    sums.set(key, { expected, predicted, count: sum + count });
  }
  return [...sums.values()].map((entry) => ({ ...entry, count: entry.count / repeats.length }));
}

function hasClass({ plan, config }: ScoredRun, version: number, label: string): boolean {
  const own = plan.versions[version]?.config;
  return own !== undefined && labelsIn(own, config).has(label);
}

function supportOf(matrix: ConfusionMatrix, label: string): number {
  return [...matrix.answerLabels, null].reduce((sum, predicted) => sum + matrix.count(label, predicted), 0);
}

function classAnswers({ expectedLabel, predictedLabel, correct }: ClassificationJudgement): Answers | null {
  return correct === null ? null : [{ expected: expectedLabel, predicted: predictedLabel, count: 1 }];
}

function pageAnswers({ confusion }: Pick<SplittingJudgement['pageTypes'], 'confusion'>): Answers {
  return confusion.map(({ expected, predicted, pages }) => ({ expected, predicted, count: pages }));
}

function classRow(
  run: ScoredRun,
  label: string,
  support: number,
  settings: StatisticsSettings,
): ClassSection['perClass'][number] {
  const own = run.leftOut.notComparable.includes(label);
  const rate = (name: RatioName) =>
    run.versions.map((version) => {
      if (own && !hasClass(run, version, label))
        return {
          ...plainMeasurement(name, `class:${label}`, null, 0, 'share'),
          undefinedBecause: 'it has no such class',
        };
      const parts = run.items.map((item) =>
        classPartsAt(item, version, name, label, own ? allAnswers : answersOf),
      );
      return measureRatio(ratioSeries(name, `class:${label}`, parts), settings);
    });
  return {
    label,
    support,
    precision: rate('precision'),
    recall: rate('recall'),
    f1: rate('f1'),
    meanConfidence: run.versions.map((version) => meanConfidence(run, version, label)),
  };
}

/** One document's part in a class's rate: one label against the rest, the mean over its repeats; null where not counted. */
export function classPartsAt(
  item: ScoredItem,
  version: number,
  name: RatioName,
  label: string,
  of: (repeat: ScoredVersion) => Answers | null = answersOf,
): Parts | null {
  return overRepeats(item.versions[version], (repeat) => {
    const answers = of(repeat);
    return answers && partsOf(name, label, answers);
  });
}

function partsOf(name: RatioName, label: string, document: Answers): readonly [number, number] {
  const total = (of: (answer: Answers[number]) => boolean) =>
    document.filter(of).reduce((sum, answer) => sum + answer.count, 0);
  const correct = total((answer) => answer.expected === label && answer.predicted === label);
  const support = total((answer) => answer.expected === label);
  const predicted = total((answer) => answer.predicted === label);
  if (name === 'precision') return [correct, predicted];
  return name === 'recall' ? [correct, support] : [2 * correct, support + predicted];
}

function meanConfidence(run: ScoredRun, version: number, label: string): Measurement {
  const confidences = run.items.flatMap((item) => {
    const judgement = item.versions[version]?.judgement;
    return judgement?.kind === 'CLASSIFY' && judgement.answer.predictedLabel === label
      ? [judgement.answer.confidence]
      : [];
  });
  const known = confidences.filter((confidence) => confidence !== null);
  const mean =
    known.length === 0 ? null : known.reduce((sum, confidence) => sum + confidence, 0) / known.length;
  return plainMeasurement(
    'mean_confidence',
    `class:${label}`,
    mean,
    known.length,
    'score',
    confidences.length - known.length,
  );
}

function overall(
  run: ScoredRun,
  metrics: readonly ClassificationMetrics[],
  settings: StatisticsSettings,
): ClassSection['overall'] {
  const right = run.versions.map((version) =>
    run.items.map((item) =>
      shareOfRepeats(item.versions[version], ({ judgement }) =>
        judgement.kind === 'CLASSIFY' ? judgement.answer.correct : null,
      ),
    ),
  );
  const plain = (
    metric: string,
    label: string,
    of: (entry: ClassificationMetrics) => Rate | number | null,
  ) => ({
    metric,
    label,
    values: metrics.map((entry, i) => {
      const n = right[i]?.filter((answer) => answer !== null).length ?? 0;
      const figure = of(entry);
      const value = figure === null || typeof figure === 'number' ? figure : figure.value;
      return plainMeasurement(
        metric,
        'overall',
        value,
        n,
        figure !== null && typeof figure === 'object' ? 'share' : 'score',
        run.items.length - n,
      );
    }),
  });
  return [
    {
      metric: 'accuracy',
      label: 'accuracy',
      values: right.map((answers) => measureShare('accuracy', 'overall', answers, settings)),
    },
    plain('macro_f1', 'F1, mean over classes', (entry) => entry.macroF1),
    plain('weighted_f1', 'F1, weighted by support', (entry) => entry.weightedF1),
    plain('balanced_accuracy', 'recall, mean over classes', (entry) => entry.balancedAccuracy),
    plain('cohens_kappa', 'Cohen’s kappa', (entry) => entry.kappa),
    plain('mcc', 'Matthews correlation', (entry) => entry.mcc),
    plain(
      'majority_accuracy',
      `accuracy of always answering “${metrics[0]?.majority.label ?? 'nothing'}”`,
      (entry) => entry.majority.accuracy,
    ),
    plain(
      'majority_macro_f1',
      `F1, mean over classes, of always answering “${metrics[0]?.majority.label ?? 'nothing'}”`,
      (entry) => entry.majority.macroF1,
    ),
  ];
}
