import type { ClassifyConfig, SplitterConfig } from '../../model/processor/processor-config.ts';
import type { MatchCounts } from '../../model/score/class-and-split-scores.ts';
import { scoreClassification } from '../../scorers/classification/score-classification.ts';
import { scoreSplitting } from '../../scorers/splitting/score-splitting.ts';
import type { Conventions } from './conventions.ts';
import type { RecordedDocument } from './figure-parts.ts';
import { type DocumentParts, type FigurePart, memberName } from './figure-parts.ts';

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
  const parts = new Map<string, FigurePart>();
  const count = (name: string, value: number): void =>
    void parts.set(name, { numerator: value, denominator: 0, unit: 'count' });
  count('numFiles', 1);
  count('numPages', document.pages ?? 0);
  if (counts === null) return parts;
  const { expected, predicted, correct } = counts;
  count('numExpectedDocs', expected);
  count('numPredictedDocs', predicted);
  count('numCorrectDocs', correct);
  for (const [name, of] of [
    ['recallPerc', expected],
    ['precisionPerc', predicted],
  ] as const) {
    if (of === 0) continue;
    parts.set(
      name,
      conventions.splits === 'packet-means'
        ? { numerator: correct / of, denominator: 1, unit: 'share' }
        : { numerator: correct, denominator: of, unit: 'share' },
    );
  }
  return parts;
}

const one: FigurePart = { numerator: 1, denominator: 0, unit: 'count' };

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
  const parts = new Map<string, FigurePart>([
    ['numFiles', one],
    ['numPages', { numerator: document.pages ?? 0, denominator: 0, unit: 'count' }],
    [memberName('distribution', scored.predictedLabel ?? ''), one],
  ]);
  if (scored.confidence !== null)
    parts.set('meanConfidence', { numerator: scored.confidence, denominator: 1, unit: 'confidence' });
  if (expected === undefined) return parts;
  for (const [name, part] of labelParts(scored.expectedLabel, scored.predictedLabel)) parts.set(name, part);
  return parts;
}

/** Returns the parts that depend on the expected class. */
export function labelParts(expected: string, predicted: string | null): [string, FigurePart][] {
  const right: FigurePart = { numerator: expected === predicted ? 1 : 0, denominator: 1, unit: 'share' };
  return [
    ['accuracyPerc', right],
    [memberName('accuracyPercByClassification', expected), right],
    [memberName(memberName('confusionMatrix', expected), predicted ?? ''), one],
  ];
}
