import type { ProcessorKind } from '../../model/processor-config.ts';
import { overRepeats, type Parts } from '../over-repeats.ts';
import type { ScoredItem, ScoredVersion } from '../scored-run.ts';
import { scoredParts } from './field-rows.ts';

/** What a whole version is judged by: one ratio over documents, and the share of documents that are fully right. */
export interface Headline {
  readonly metric: string;
  readonly label: string;
  readonly exactMetric: string;
  readonly exactLabel: string;
  /** Numerator and denominator of the ratio for one document, means over its repeats; null where it could not be scored. */
  parts(item: ScoredItem, version: number): Parts | null;
}

/** The headline of a kind: F1 of leaves, accuracy, F1 of split documents. */
export function headlineOf(kind: ProcessorKind): Headline {
  if (kind === 'EXTRACT') {
    return {
      metric: 'f1',
      label: 'fields right (F1)',
      exactMetric: 'document_exact',
      exactLabel: 'fully right documents',
      parts: perDocument(extractionParts),
    };
  }
  if (kind === 'CLASSIFY') {
    return {
      metric: 'accuracy',
      label: 'accuracy',
      exactMetric: 'accuracy',
      exactLabel: 'right documents',
      parts: perDocument(classificationParts),
    };
  }
  return {
    metric: 'document_f1',
    label: 'split documents right (F1)',
    exactMetric: 'packet_exact',
    exactLabel: 'fully right packets',
    parts: perDocument(splittingParts),
  };
}

function perDocument(of: (repeat: ScoredVersion) => Parts | null): Headline['parts'] {
  return (item, version) => overRepeats(item.versions[version], of);
}

function extractionParts({ judgement }: ScoredVersion): Parts | null {
  return judgement.kind === 'EXTRACT' ? scoredParts('f1', judgement.ledger.counts) : null;
}

function classificationParts({ judgement }: ScoredVersion): Parts | null {
  if (judgement.kind !== 'CLASSIFY' || judgement.answer.correct === null) return null;
  return [judgement.answer.correct ? 1 : 0, 1];
}

function splittingParts({ judgement }: ScoredVersion): Parts | null {
  if (judgement.kind !== 'SPLITTER' || !judgement.counted) return null;
  const { expected, predicted, correct } = judgement.split.documents;
  return [2 * correct, expected + predicted];
}
