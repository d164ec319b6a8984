import type { FoldedRun, VersionColumns } from '../../../src/analysis/fold/folded-run.ts';
import { exactShare } from '../../../src/analysis/fold/parts.ts';
import { measureShare } from '../../../src/analysis/measure/ratio-series.ts';
import { defaultStatistics } from '../../../src/analysis/measure/settings.ts';
import { arrayRows } from '../../../src/analysis/sections/extraction-rows.ts';
import { anlsStar } from '../../../src/compat/anls-star.ts';
import { cellContent } from '../../../src/compat/cell-content.ts';
import { cellValues } from '../../../src/compat/cell-values.ts';
import { jsonDiffSimilarity } from '../../../src/compat/json-diff-similarity.ts';
import { KievalTable, kieval } from '../../../src/compat/kieval.ts';
import { service2025 } from '../../../src/compat/service-2025.ts';
import {
  service2026Classes,
  service2026Fields,
  service2026Splits,
} from '../../../src/compat/service-2026.ts';
import { treeEditAccuracy } from '../../../src/compat/tree-edit-accuracy.ts';
import { weightedSimilarity } from '../../../src/compat/weighted-similarity.ts';
import {
  ConfusionMatrix,
  classificationMetrics,
} from '../../../src/metrics/classification/classification-metrics.ts';
import {
  brierScore,
  equalMassBins,
  equalWidthBins,
  expectedCalibrationError,
} from '../../../src/metrics/confidence/calibration.ts';
import {
  auroc,
  averagePrecision,
  riskCoverageArea,
} from '../../../src/metrics/confidence/confidence-ranking.ts';
import { addCounts } from '../../../src/metrics/counts.ts';
import { meanOfRates, rate } from '../../../src/metrics/rates.ts';
import { boundaryKappa, packetMetrics } from '../../../src/metrics/splitting/packet-metrics.ts';
import type { ProcessorConfig } from '../../../src/model/processor/processor-config.ts';
import type { SplittingScore } from '../../../src/model/score/class-and-split-scores.ts';
import type { Counts, Rate } from '../../../src/model/score/item-score.ts';
import { type Metric, metrics, type Parts } from '../../../src/model/score/metrics.ts';
import { scoreClassification } from '../../../src/scorers/classification/score-classification.ts';
import { scoreExtraction } from '../../../src/scorers/score-extraction.ts';
import { scoreSplitting } from '../../../src/scorers/splitting/score-splitting.ts';
import { foldDocuments } from '../../fixtures/records/fold-documents.ts';
import {
  type Answer,
  answers,
  confidences,
  documents,
  type Item,
  packets,
  pairedLabels,
  type Segment,
  type World,
} from './worlds.ts';

/**
 * Value of a metric for a set of items. A rate is stored as numerator and denominator, so that sums over sets of items
 * can be tested.
 */
export type Value = Rate | number | null;

export interface RegisteredMetric<T> {
  readonly name: string;
  readonly world: World<T>;
  value(items: readonly T[]): Value;
  readonly range: readonly [low: number, high: number];
  /**
   * Value for a perfect prediction. A metric may also be `null` if nothing can be scored. `undefined` if no single
   * value is best.
   */
  readonly best: number | undefined;
  /**
   * Whether the values of two disjoint sets of items can be added: the sum of their numerators is the numerator of the
   * union, and the sum of their denominators is its denominator.
   */
  readonly additive?: boolean;
  /** Whether the value stays the same if expectation and prediction are swapped. */
  readonly symmetric?: boolean;
}

const unit = [0, 1] as const;
const signed = [-1, 1] as const;

function folded(items: readonly Item<unknown>[]): FoldedRun {
  return foldDocuments(items, { type: 'EXTRACT', fields: [] } as ProcessorConfig);
}

function foldedCounts(items: readonly Item<unknown>[]): Counts {
  const { versions } = folded(items);
  const total = versions[0]?.extraction?.total;
  return addCounts(...items.flatMap((_, position) => total?.at(position).map(({ counts }) => counts) ?? []));
}

function shareExact(items: readonly Item<unknown>[]): Value {
  const { versions } = folded(items);
  const columns = versions[0] as VersionColumns;
  const documents = Int32Array.from(items.keys());
  const { numerator, denominator, value } = measureShare(
    'document_exact',
    'overall',
    { documents, settings: defaultStatistics },
    exactShare(columns),
  );
  return { numerator: numerator ?? 0, denominator: denominator ?? 0, value };
}

const best = { higher: 1, lower: 0, neither: undefined };

/** Rates of leaves that `metrics` declares. */
const leafRates = metrics.flatMap(({ name, better, ofLeaves, symmetric }: Metric) =>
  ofLeaves === undefined
    ? []
    : {
        name,
        world: documents,
        value: (items: readonly Item<unknown>[]) => rate(...ofLeaves(foldedCounts(items))),
        range: unit,
        best: best[better],
        additive: true,
        symmetric: symmetric === true,
      },
);

function arrayRate(name: 'rowRecall' | 'rowPrecision' | 'cells' | 'cardinalityRight', symmetric: boolean) {
  return {
    name: `array ${name}`,
    world: documents,
    value: (items: readonly Item<unknown>[]) =>
      arrayRows(folded(items), defaultStatistics)[0]?.values[0]?.[name].value ?? null,
    range: unit,
    best: 1,
    additive: false,
    symmetric,
  };
}

/** Returns a metric that is the mean of another tool's score over documents. */
function neighbour(
  name: string,
  of: (item: Item<unknown>) => number | null,
  options: { readonly symmetric?: boolean; readonly best?: number } = {},
): RegisteredMetric<Item<unknown>> {
  return {
    name,
    world: documents,
    value: (items) => meanOfRates(items.map((item) => ({ value: of(item) }))).value,
    range: unit,
    best: options.best ?? 1,
    symmetric: options.symmetric ?? false,
  };
}

/** Returns the first list in a document, under any name. */
function linesOf(value: unknown): unknown {
  return Object.values((value as Record<string, unknown> | undefined) ?? {}).find(Array.isArray) ?? [];
}

const harmonic = ({ correct, expected, predicted }: Record<'correct' | 'expected' | 'predicted', number>) =>
  expected + predicted === 0 ? null : (2 * correct) / (expected + predicted);

function kievalSum(items: readonly Item<unknown>[]): KievalTable {
  const table = new KievalTable();
  for (const { expected, predicted } of items) table.addTable(kieval(expected, predicted));
  return table;
}

export const extraction: readonly RegisteredMetric<Item<unknown>>[] = [
  ...leafRates,
  {
    name: 'documentExact',
    world: documents,
    value: shareExact,
    range: unit,
    best: 1,
    additive: true,
    symmetric: true,
  },
  arrayRate('rowRecall', false),
  arrayRate('rowPrecision', false),
  arrayRate('cells', true),
  arrayRate('cardinalityRight', true),
  neighbour('anlsStar', ({ expected, predicted }) => anlsStar(expected, predicted).score),
  neighbour('jsonDiffSimilarity', ({ expected, predicted }) => jsonDiffSimilarity(expected, predicted), {
    symmetric: true,
  }),
  neighbour('treeEditAccuracy', ({ expected, predicted }) => treeEditAccuracy(expected, predicted)),
  neighbour('weightedSimilarity', ({ expected, predicted }) => weightedSimilarity(expected, predicted), {
    symmetric: true,
  }),
  neighbour(
    'cellContent',
    ({ expected, predicted }) => cellContent(linesOf(expected), linesOf(predicted)).score,
    { symmetric: true },
  ),
  neighbour('cellValues', ({ expected, predicted }) => harmonic(cellValues(expected, predicted)), {
    symmetric: true,
  }),
  {
    name: 'kieval',
    world: documents,
    value: (items) => kievalSum(items).total.entityF1,
    range: unit,
    best: 1,
  },
  {
    name: 'kieval aligned',
    world: documents,
    value: (items) => kievalSum(items).total.aligned,
    range: unit,
    best: 1,
  },
  {
    name: 'service2025',
    world: documents,
    value: (items) => {
      const { fields } = service2025(items.map((item) => scoreExtraction(item)));
      return meanOfRates([...fields.values()].map(({ recallPerc }) => ({ value: recallPerc ?? null }))).value;
    },
    range: [0, 100],
    best: 100,
  },
  {
    name: 'service2026Fields',
    world: documents,
    value: (items) =>
      meanOfRates(
        [...service2026Fields(items.map((item) => scoreExtraction(item))).values()].map(({ accuracy }) => ({
          value: accuracy,
        })),
      ).value,
    range: unit,
    best: 1,
  },
];

function matrixOf(items: readonly Item<string>[]): ConfusionMatrix {
  const matrix = new ConfusionMatrix();
  for (const item of items) {
    const { expectedLabel, predictedLabel } = scoreClassification(item);
    matrix.add(expectedLabel, predictedLabel);
  }
  return matrix;
}

type ClassRate = 'accuracy' | 'macroF1' | 'weightedF1' | 'balancedAccuracy';
const classRate = (name: ClassRate, additive = false): RegisteredMetric<Item<string>> => ({
  name,
  world: answers,
  value: (items) => classificationMetrics(matrixOf(items))[name],
  range: unit,
  best: 1,
  additive,
});

export const classification: readonly RegisteredMetric<Item<string>>[] = [
  classRate('accuracy', true),
  classRate('macroF1'),
  classRate('weightedF1'),
  classRate('balancedAccuracy'),
  {
    name: 'kappa',
    world: pairedLabels,
    value: (items) => classificationMetrics(matrixOf(items)).kappa,
    range: signed,
    best: 1,
    symmetric: true,
  },
  {
    name: 'mcc',
    world: pairedLabels,
    value: (items) => classificationMetrics(matrixOf(items)).mcc,
    range: signed,
    best: 1,
    symmetric: true,
  },
  {
    name: 'macroF1 of answered items',
    world: pairedLabels,
    value: (items) => classificationMetrics(matrixOf(items)).macroF1,
    range: unit,
    best: 1,
    symmetric: true,
  },
  {
    name: 'service2026Classes',
    world: answers,
    value: (items) =>
      meanOfRates(
        [...service2026Classes(items.map((item) => scoreClassification(item))).values()].map(
          ({ recall: value }) => ({ value }),
        ),
      ).value,
    range: unit,
    best: 1,
  },
];

type Packet = Item<readonly Segment[]>;

/** Returns a function that adds up the numerators and denominators of packets, and divides the sums. */
const rateOfPackets = (of: (score: SplittingScore) => Parts) => (items: readonly Packet[]) => {
  const parts = items.map((item) => of(scoreSplitting(item)));
  return rate(sumOf(parts.map(([part]) => part)), sumOf(parts.map(([, part]) => part)));
};

/** Rates of packets that `metrics` declares. */
const packetRates = metrics.flatMap(({ name, better, ofPacket, symmetric }: Metric) =>
  ofPacket === undefined
    ? []
    : {
        name,
        world: packets,
        value: rateOfPackets(ofPacket),
        range: unit,
        best: best[better],
        additive: true,
        symmetric: symmetric === true,
      },
);

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

const asymmetric = /_precision|_recall|_segmented/;

/** Packet metrics of the report that `metrics` does not declare as rates. */
const reportRates = packetMetrics
  .filter(({ metric }) => !packetRates.some(({ name }) => name === metric))
  .map(({ metric, better, parts }) => ({
    name: metric,
    world: packets,
    value:
      parts === null
        ? (items: readonly Packet[]) => boundaryKappa(items.map((item) => scoreSplitting(item)))
        : rateOfPackets(parts),
    range: metric === 'adjusted_rand' || metric === 'boundary_kappa' ? signed : unit,
    best: best[better],
    additive: parts !== null,
    symmetric: !asymmetric.test(metric),
  }));

const meanOfPackets = (name: 'homogeneity' | 'completeness') => ({
  name,
  world: packets,
  value: rateOfPackets((score) => [score[name], 1]),
  range: unit,
  best: 1,
  additive: true,
});

export const splitting: readonly RegisteredMetric<Packet>[] = [
  ...packetRates,
  ...reportRates,
  meanOfPackets('homogeneity'),
  meanOfPackets('completeness'),
  {
    name: 'service2026Splits',
    world: packets,
    value: (items) => service2026Splits(items.map((item) => scoreSplitting(item))).f1,
    range: unit,
    best: 1,
    symmetric: true,
  },
];

const columns = (items: readonly Answer[]) => ({
  confidence: items.map(({ confidence }) => confidence),
  correct: items.map(({ correct }) => correct),
});

export const confidence: readonly RegisteredMetric<Answer>[] = [
  {
    name: 'brierScore',
    world: confidences,
    value: (items) => brierScore(columns(items)),
    range: unit,
    best: 0,
  },
  { name: 'auroc', world: confidences, value: (items) => auroc(columns(items)), range: unit, best: 1 },
  {
    name: 'averagePrecision',
    world: confidences,
    value: (items) => averagePrecision(columns(items)),
    range: unit,
    best: 1,
  },
  {
    name: 'expectedCalibrationError',
    world: confidences,
    value: (items) => expectedCalibrationError(equalWidthBins(columns(items))),
    range: unit,
    best: 0,
  },
  {
    name: 'expectedCalibrationError of equal mass',
    world: confidences,
    value: (items) => expectedCalibrationError(equalMassBins(columns(items))),
    range: unit,
    best: undefined,
  },
  // The risk-coverage area depends on the share of wrong predictions, so no fixed value is best.
  {
    name: 'riskCoverageArea',
    world: confidences,
    value: (items) => riskCoverageArea(columns(items)),
    range: unit,
    best: undefined,
  },
];
