import { sum } from '../../base/collections.ts';
import { pluralise } from '../../base/phrases.ts';
import type { MetricName } from '../../model/score/metrics.ts';
import { isUnder } from '../config-changes/field-changes.ts';
import { fieldList } from '../config-changes/scoring-config.ts';
import { headlines } from '../fold/headline.ts';
import { type PartScope, pairedQuestion } from '../fold/parts.ts';
import type { PairedQuestion } from '../measure/paired-question.ts';
import type { FoldedLabels, LabelledDocument } from './fold-labels.ts';
import { coversField } from './list-design.ts';

/**
 * A quantity, such as the number of correct values, whose difference between two versions can be computed from a label
 * list. Only the values in which the versions differ need labels.
 */
export interface IdentifiedQuestion {
  readonly label: string;
  /** Metric that is measured for both versions in each document, to compute the difference. */
  readonly metric: MetricName;
  readonly scope: string;
  /** Whether each document has one right-or-wrong result. If not, the quantity is a number of values. */
  readonly isRightOrWrong: boolean;
  /** Number of documents in which the versions differ in this quantity. */
  readonly differing: number;
  readonly largest: number;
  readonly documents: readonly LabelledDocument[];
  /** Difference of each document, candidate minus baseline. Unclear labels count as no difference. */
  readonly differences: readonly number[];
  /** Differences if all unclear labels favour the baseline, and differences if they all favour the candidate. */
  readonly extremes: readonly [readonly number[], readonly number[]];
}

/** A quantity whose difference between two versions cannot be computed from a label list. */
export interface UnidentifiedQuantity {
  readonly quantity: string;
  readonly reason: string;
}

/**
 * Returns the quantities whose difference between the versions can be computed from the labels (`questions`). Also
 * returns all other quantities, each with the reason (`notIdentified`).
 */
export function identifiedQuestions(folded: FoldedLabels): {
  readonly questions: readonly IdentifiedQuestion[];
  readonly notIdentified: readonly UnidentifiedQuantity[];
} {
  const { kind } = folded.run.plan.dataset;
  if (kind === 'EXTRACT') return extractionQuestions(folded);
  const { exactMetric, exactLabel, metric, label } = headlines[kind];
  const others = metric === exactMetric ? [] : [{ quantity: label, reason: needsAllGold }];
  return {
    questions: [questionOf(folded, { label: exactLabel, metric: exactMetric, scope: 'overall' })],
    notIdentified: [
      ...others,
      { quantity: 'rates of one class', reason: needsAllGold },
      { quantity: 'every rate of one version', reason: onlyDifference },
    ],
  };
}

/** The size of the difference in recall can be computed only if the number of values in the gold is known. */
export const recallSize = 'size of the difference in recall';

const needsAllGold = 'the gold of the values in which the versions agree is also needed';
const onlyDifference = 'labels of the differences show only the difference between the versions';

function extractionQuestions(folded: FoldedLabels) {
  const { run, labelled, hasEqualCounts } = folded;
  const seen = run.versions.flatMap(({ extraction }) => [...(extraction?.fields.keys() ?? [])]);
  const listed = fieldList(run.config, seen);
  const leaves = listed.filter(
    ({ field, isLeaf }) => isLeaf && !isUnder(field, run.excludedFields.notComparable),
  );
  const isInTable = (field: string) =>
    listed.some((other) => other.type === 'array' && field.startsWith(`${other.field}.`));
  const correct = { label: 'correct values per document', metric: 'recall', scope: 'overall' } as const;
  const unchecked = labelled.filter(({ rest }, i) => rest === null && mayDifferInExact(folded, i)).length;
  const exact = { label: headlines.EXTRACT.exactLabel, metric: 'document_exact', scope: 'overall' } as const;
  return {
    questions: [
      ...(unchecked === 0 ? [questionOf(folded, exact)] : []),
      questionOf(folded, correct),
      ...leaves.map(({ field }) =>
        questionOf(folded, {
          label: isInTable(field) ? `${field}: correct values per document` : field,
          metric: isInTable(field) ? 'recall' : 'f1',
          scope: `field:${field}`,
          field,
          isRightOrWrong: !isInTable(field),
        }),
      ),
    ],
    notIdentified: [
      ...(unchecked > 0
        ? [
            {
              quantity: exact.label,
              reason: `in ${pluralise(unchecked, 'labelled document')}, the values in which the versions agree are not checked; answer the lines with the path "$rest"`,
            },
          ]
        : []),
      {
        quantity: recallSize,
        reason: 'recall needs the number of values in the gold; give this number with --gold-values',
      },
      ...(hasEqualCounts
        ? []
        : [
            {
              quantity: 'precision',
              reason:
                'the versions return different numbers of values, so precision needs the number of correct values',
            },
          ]),
      { quantity: 'F1', reason: 'F1 needs the number of values in the gold' },
      { quantity: 'hallucination rate, omission rate and calibration', reason: needsAllGold },
      { quantity: 'every rate of one version', reason: onlyDifference },
    ],
  };
}

interface QuestionAbout {
  readonly label: string;
  readonly metric: MetricName;
  readonly scope: string;
  readonly field?: string;
  readonly isRightOrWrong?: boolean;
}

function questionOf(folded: FoldedLabels, about: QuestionAbout): IdentifiedQuestion {
  const { run, labelled, differing, differingIn, largest } = folded;
  const { field, metric, scope } = about;
  const isCount = metric === 'recall';
  const isRightOrWrong = about.isRightOrWrong ?? !isCount;
  const covers = (place: string) => field === undefined || coversField(place, field);
  const part: PartScope = field === undefined ? {} : { fields: new Set([field]) };
  const question = pairedQuestion(run, { metric, scope, part, whole: isRightOrWrong });
  const sideOf = ({ parts, right }: PairedQuestion['baseline'], position: number): number =>
    (isCount ? parts(position)?.[0] : right?.(position)) ?? 0;
  const documents = labelled.filter(({ places }) => places.some((place) => covers(place.field)));
  const found = documents.map((document) => {
    const { position, places, rest } = document;
    const before = sideOf(question.baseline, position);
    const after = sideOf(question.candidate, position);
    const unclear = places.filter((place) => place.isUnclear && covers(place.field));
    const known = after - before;
    if (metric === 'document_exact')
      return exactDifferences(document, before, after, unclear.length > 0, rest);
    if (unclear.length === 0) return { known, low: known, high: known };
    if (isRightOrWrong) return { known: 0, low: -1, high: 1 };
    const reach = sum(unclear.map((place) => place.leaves));
    return { known, low: known - reach, high: known + reach };
  });
  const differingHere = differingIn.filter(({ fields }) => fields.some(covers));
  return {
    label: about.label,
    metric,
    scope,
    isRightOrWrong,
    differing:
      field === undefined
        ? differing
        : Math.max(documents.length, sum(differingHere.map((one) => one.documents))),
    largest: isCount ? Math.max(1, largest) : 1,
    documents,
    differences: found.map(({ known }) => known),
    extremes: [found.map(({ low }) => low), found.map(({ high }) => high)],
  };
}

/**
 * Returns the difference between the versions for one document: 1 if only the candidate has it fully right, -1 if only
 * the baseline has, and otherwise 0. A version has the document fully right if its values are right at all places where
 * the versions differ, and if the values in which the versions agree are right. `low` and `high` are the smallest and
 * the largest difference that unclear labels and unchecked values permit.
 */
function exactDifferences(
  { places }: LabelledDocument,
  before: number,
  after: number,
  isUnclear: boolean,
  rest: LabelledDocument['rest'],
) {
  // If all labels are unclear, either version may be right at all places.
  const isOpen = isUnclear && places.every((place) => place.isUnclear);
  const [baseline, candidate] = isOpen ? [1, 1] : [before, after];
  if (rest === 'wrong') return { known: 0, low: 0, high: 0 };
  if (isUnclear) return { known: 0, low: -baseline, high: candidate };
  const known = candidate - baseline;
  if (rest === 'right') return { known, low: known, high: known };
  return { known: 0, low: Math.min(0, known), high: Math.max(0, known) };
}

/**
 * Returns whether the versions differ, or may differ, in whether a document is right at all places. They may differ if
 * the label of a place is unclear.
 */
function mayDifferInExact({ run, labelled }: FoldedLabels, i: number): boolean {
  const { position, places } = labelled[i] as LabelledDocument;
  if (places.some(({ isUnclear }) => isUnclear)) return true;
  const { baseline, candidate } = pairedQuestion(run, { metric: 'document_exact', scope: 'overall' });
  return (candidate.right?.(position) ?? 0) !== (baseline.right?.(position) ?? 0);
}
