import type { SplitterConfig } from '../../model/processor/processor-config.ts';
import type { MatchCounts } from '../../model/score/class-and-split-scores.ts';
import { scoreSplitting } from '../../scorers/splitting/score-splitting.ts';
import type { Conventions } from './conventions.ts';
import type { DocumentParts, FigurePart } from './figure-parts.ts';
import type { RecordedDocument } from './recorded-documents.ts';

/** Splits expected, predicted and found of one packet; null where nothing is expected of it. */
export function splitCounts(
  document: RecordedDocument,
  config: SplitterConfig,
  conventions: Conventions,
): MatchCounts | null {
  if (document.expected === undefined) return null;
  const judged = scoreSplitting({
    expected: document.expected,
    predicted: document.output,
    pages: document.pages ?? undefined,
    classifications: config.splitClassifications,
  });
  return conventions.splitTypes === 'ignored' ? judged.boundariesOnly : judged.documents;
}

/** What one packet adds to the figures of splitting. */
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
