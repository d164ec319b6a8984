import type { ClassifyConfig, SplitterConfig } from '../../model/processor/processor-config.ts';
import type { MatchCounts } from '../../model/score/class-and-split-scores.ts';
import { scoreClassification } from '../../scorers/classification/score-classification.ts';
import { scoreSplitting } from '../../scorers/splitting/score-splitting.ts';
import type { Conventions } from './conventions.ts';
import {
  countPart,
  type DocumentParts,
  documentParts,
  type FigurePart,
  meanPart,
  memberName,
  type RecordedDocument,
} from './figure-parts.ts';

/** Counts the expected, predicted and correct splits of one packet; `null` without gold. */
export function splitCounts(
  document: RecordedDocument,
  config: SplitterConfig,
  conventions: Conventions,
): MatchCounts | null {
  if (document.expected === undefined) return null;
  const scored = scoreSplitting({
    expected: document.expected,
    predicted: document.output,
    pages: document.pages ?? undefined,
    classifications: config.splitClassifications,
  });
  return conventions.splitTypes === 'ignored' ? scored.boundariesOnly : scored.documents;
}

/** Returns the parts that one packet adds to the figures of splitting. */
export function splitParts(
  document: RecordedDocument,
  counts: MatchCounts | null,
  conventions: Conventions,
): DocumentParts {
  const parts = documentParts(document);
  if (counts === null) return parts;
  const { expected, predicted, correct } = counts;
  parts.set('numExpectedDocs', countPart(expected));
  parts.set('numPredictedDocs', countPart(predicted));
  parts.set('numCorrectDocs', countPart(correct));
  const share = (of: number): FigurePart =>
    conventions.splits === 'packet-means'
      ? meanPart(correct / of, 'share')
      : { numerator: correct, denominator: of, unit: 'share' };
  if (expected > 0) parts.set('recallPerc', share(expected));
  if (predicted > 0) parts.set('precisionPerc', share(predicted));
  return parts;
}

/**
 * Returns the parts that one document adds to the figures of classification. A document without gold adds only
 * to counts.
 */
export function classParts(document: RecordedDocument, config: ClassifyConfig): DocumentParts {
  const { expected, output } = document;
  const scored = scoreClassification(
    { expected, predicted: output, classifications: config.classifications },
    { failures: 'missing' },
  );
  const parts = documentParts(document);
  parts.set(memberName('distribution', scored.predictedLabel ?? ''), countPart(1));
  if (scored.confidence !== null) parts.set('meanConfidence', meanPart(scored.confidence, 'confidence'));
  if (expected === undefined) return parts;
  for (const [name, part] of labelParts(scored.expectedLabel, scored.predictedLabel)) parts.set(name, part);
  return parts;
}

/** Returns the parts that depend on the expected class. */
export function labelParts(expected: string, predicted: string | null): [string, FigurePart][] {
  const right = meanPart(expected === predicted ? 1 : 0, 'share');
  return [
    ['accuracyPerc', right],
    [memberName('accuracyPercByClassification', expected), right],
    [memberName(memberName('confusionMatrix', expected), predicted ?? ''), countPart(1)],
  ];
}
