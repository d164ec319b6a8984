import type { ClassifyConfig } from '../../model/processor/processor-config.ts';
import { scoreClassification } from '../../scorers/classification/score-classification.ts';
import { type DocumentParts, type FigurePart, memberName } from './figure-parts.ts';
import type { RecordedDocument } from './recorded-documents.ts';

const one: FigurePart = { numerator: 1, denominator: 0, unit: 'count' };

/** What one document adds to the figures of classification; a document without an expectation is counted only. */
export function classParts(document: RecordedDocument, config: ClassifyConfig): DocumentParts {
  const { expected, output } = document;
  const judged = scoreClassification(
    { expected, predicted: output, classifications: config.classifications },
    { failures: 'missing' },
  );
  const parts = new Map<string, FigurePart>([
    ['numFiles', one],
    ['numPages', { numerator: document.pages ?? 0, denominator: 0, unit: 'count' }],
    [memberName('distribution', judged.predictedLabel ?? ''), one],
  ]);
  if (judged.confidence !== null)
    parts.set('meanConfidence', { numerator: judged.confidence, denominator: 1, unit: 'confidence' });
  if (expected === undefined) return parts;
  for (const [name, part] of judgedParts(judged.expectedLabel, judged.predictedLabel)) parts.set(name, part);
  return parts;
}

/** The figures that depend on the expected class. */
export function judgedParts(expected: string, predicted: string | null): [string, FigurePart][] {
  const right: FigurePart = { numerator: expected === predicted ? 1 : 0, denominator: 1, unit: 'share' };
  return [
    ['accuracyPerc', right],
    [memberName('accuracyPercByClassification', expected), right],
    [memberName(memberName('confusionMatrix', expected), predicted ?? ''), one],
  ];
}
