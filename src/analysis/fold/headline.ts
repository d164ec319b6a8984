import type { ProcessorKind } from '../../model/processor/processor-config.ts';
import { matchParts, type Parts } from '../../model/score/metrics.ts';
import type { PartsAt } from '../measure/ratio-series.ts';
import { averageRepeats } from './average-repeats.ts';
import type { ClassScore } from './documents/document-scores.ts';
import type { VersionColumns } from './folded-run.ts';
import { overallParts } from './parts.ts';

/**
 * The headline figures of a processor type: one ratio over documents, and the share of fully right documents.
 */
export interface Headline {
  readonly metric: string;
  readonly label: string;
  readonly exactMetric: string;
  readonly exactLabel: string;
  /** Numerator and denominator of the ratio by position, averaged over repeats; `null` for a document without a score. */
  parts(version: VersionColumns): PartsAt;
}

/** Returns the headline of a processor kind: F1 of leaves, accuracy, or F1 of split documents. */
export function headlineOf(kind: ProcessorKind): Headline {
  if (kind === 'EXTRACT') {
    return {
      metric: 'f1',
      label: 'fields right (F1)',
      exactMetric: 'document_exact',
      exactLabel: 'fully right documents',
      parts: (version) => overallParts(version, 'f1'),
    };
  }
  if (kind === 'CLASSIFY') {
    return {
      metric: 'accuracy',
      label: 'accuracy',
      exactMetric: 'accuracy',
      exactLabel: 'right documents',
      parts: ofClasses(classificationParts),
    };
  }
  return {
    metric: 'document_f1',
    label: 'split documents right (F1)',
    exactMetric: 'packet_exact',
    exactLabel: 'fully right packets',
    parts: ofClasses(splittingParts),
  };
}

function ofClasses(of: (score: ClassScore) => Parts | null): Headline['parts'] {
  return (version) => version.ofScores((scores) => averageRepeats(scores, of));
}

function classificationParts(score: ClassScore): Parts | null {
  if (score.kind !== 'CLASSIFY' || score.answer.correct === null) return null;
  return [score.answer.correct ? 1 : 0, 1];
}

function splittingParts(score: ClassScore): Parts | null {
  if (score.kind !== 'SPLITTER' || !score.counted) return null;
  return matchParts.f1(score.split.documents);
}
