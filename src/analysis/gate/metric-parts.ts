import { countLeaves } from '../../metrics/counts.ts';
import {
  coverage,
  f1,
  fieldAccuracy,
  hallucinationRate,
  omissionRate,
  precision,
  presencePrecision,
  presenceRecall,
  recall,
} from '../../metrics/rates.ts';
import type { GateMetric } from '../../model/gate-policy.ts';
import type { MatchCounts, SplittingJudgement } from '../../model/judgement.ts';
import type { Counts, LeafOutcome, Rate } from '../../model/ledger.ts';
import { exactOf } from '../report/document-rows.ts';
import type { Judgement } from '../scored-run.ts';

/** Whose rate it is: of all leaves, of the leaves of some fields, or of one class against the rest. */
export interface PartScope {
  readonly fields?: ReadonlySet<string>;
  readonly label?: string;
}

type Parts = readonly [numerator: number, denominator: number];

const leafRates: Readonly<Partial<Record<GateMetric, (counts: Counts) => Rate>>> = {
  f1,
  precision,
  recall,
  presence_precision: presencePrecision,
  presence_recall: presenceRecall,
  field_accuracy: fieldAccuracy,
  coverage,
  hallucination_rate: hallucinationRate,
  omission_rate: omissionRate,
};

/** Numerator and denominator of a rate for one document; null where it could not be scored. */
export function metricParts(metric: GateMetric, scope: PartScope, judgement: Judgement): Parts | null {
  if (metric === 'document_exact' || metric === 'packet_exact' || metric === 'accuracy') {
    const exact = exactOf(judgement);
    return exact === null ? null : [exact ? 1 : 0, 1];
  }
  if (judgement.kind === 'EXTRACT') return leafParts(metric, countsIn(judgement.ledger.leaves, scope));
  if (scope.label !== undefined) return classParts(metric, scope.label, judgement);
  return judgement.kind === 'SPLITTER' && judgement.counted ? splitParts(metric, judgement.split) : null;
}

/** Leaves of one document that the scope is about. */
export function leavesIn(leaves: readonly LeafOutcome[], { fields }: PartScope): readonly LeafOutcome[] {
  return fields === undefined ? leaves : leaves.filter(({ field }) => fields.has(field));
}

function countsIn(leaves: readonly LeafOutcome[], scope: PartScope): Counts {
  return countLeaves(leavesIn(leaves, scope));
}

/** A document of which nothing could be scored is unscored, not empty. */
function leafParts(metric: GateMetric, counts: Counts): Parts | null {
  const judged = counts.correct + counts.incorrect + counts.missing + counts.spurious + counts.absent;
  if (judged === 0 && counts.unscored > 0) return null;
  const rate = leafRates[metric]?.(counts);
  return rate === undefined ? null : [rate.numerator, rate.denominator];
}

function classParts(metric: GateMetric, label: string, judgement: Judgement): Parts | null {
  const answers = answersOf(judgement);
  if (answers === null) return null;
  const total = (of: (answer: ClassAnswer) => boolean) =>
    answers.filter(of).reduce((sum, { count }) => sum + count, 0);
  const correct = total(({ expected, predicted }) => expected === label && predicted === label);
  const support = total(({ expected }) => expected === label);
  const predicted = total((answer) => answer.predicted === label);
  return ofMatches(metric, { correct, expected: support, predicted });
}

interface ClassAnswer {
  readonly expected: string;
  readonly predicted: string | null;
  readonly count: number;
}

/** A class is one answer a document; of a packet every page is one. */
function answersOf(judgement: Judgement): readonly ClassAnswer[] | null {
  if (judgement.kind === 'CLASSIFY') {
    const { expectedLabel, predictedLabel, correct } = judgement.answer;
    return correct === null ? null : [{ expected: expectedLabel, predicted: predictedLabel, count: 1 }];
  }
  if (judgement.kind !== 'SPLITTER' || !judgement.counted) return null;
  return judgement.split.pageTypes.confusion.map(({ pages, ...answer }) => ({ ...answer, count: pages }));
}

function splitParts(metric: GateMetric, split: SplittingJudgement): Parts | null {
  const { documents, boundariesOnly, withinOnePage, boundaries, pageTypes } = split;
  if (metric === 'page_type_accuracy') return [pageTypes.correct, pageTypes.pages];
  if (metric === 'range_f1') return ofMatches('f1', boundariesOnly);
  if (metric === 'near_f1') return ofMatches('f1', withinOnePage);
  const [whose, rate] = metric.split('_') as [string, GateMetric];
  if (whose === 'document') return ofMatches(rate, documents);
  return whose === 'boundary' ? ofMatches(rate, boundaries.tolerance0) : null;
}

function ofMatches(rate: GateMetric, { correct, expected, predicted }: MatchCounts): Parts | null {
  if (rate === 'precision') return [correct, predicted];
  if (rate === 'recall') return [correct, expected];
  return rate === 'f1' ? [2 * correct, expected + predicted] : null;
}
