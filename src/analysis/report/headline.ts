import type { ProcessorKind } from '../../model/processor-config.ts';
import type { ScoredItem } from '../scored-run.ts';
import { scoredParts } from './field-rows.ts';

/** What a whole version is judged by: one ratio over documents, and the share of documents that are fully right. */
export interface Headline {
  readonly metric: string;
  readonly label: string;
  readonly exactMetric: string;
  readonly exactLabel: string;
  /** Numerator and denominator of the ratio for one document; null where it could not be scored. */
  parts(item: ScoredItem, version: number): readonly [number, number] | null;
}

/** The headline of a kind: F1 of leaves, accuracy, F1 of split documents. */
export function headlineOf(kind: ProcessorKind): Headline {
  if (kind === 'EXTRACT') {
    return {
      metric: 'f1',
      label: 'fields right (F1)',
      exactMetric: 'document_exact',
      exactLabel: 'fully right documents',
      parts: extractionParts,
    };
  }
  if (kind === 'CLASSIFY') {
    return {
      metric: 'accuracy',
      label: 'accuracy',
      exactMetric: 'accuracy',
      exactLabel: 'right documents',
      parts: classificationParts,
    };
  }
  return {
    metric: 'document_f1',
    label: 'split documents right (F1)',
    exactMetric: 'packet_exact',
    exactLabel: 'fully right packets',
    parts: splittingParts,
  };
}

function extractionParts(item: ScoredItem, version: number): readonly [number, number] | null {
  const judgement = item.versions[version]?.judgement;
  return judgement?.kind === 'EXTRACT' ? scoredParts('f1', judgement.ledger.counts) : null;
}

function classificationParts(item: ScoredItem, version: number): readonly [number, number] | null {
  const judgement = item.versions[version]?.judgement;
  if (judgement?.kind !== 'CLASSIFY' || judgement.answer.correct === null) return null;
  return [judgement.answer.correct ? 1 : 0, 1];
}

function splittingParts(item: ScoredItem, version: number): readonly [number, number] | null {
  const judgement = item.versions[version]?.judgement;
  if (judgement?.kind !== 'SPLITTER' || !judgement.counted) return null;
  const { expected, predicted, correct } = judgement.split.documents;
  return [2 * correct, expected + predicted];
}
