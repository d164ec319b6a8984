import { isJsonObject, type JsonObject } from '../../model/json/json-value.ts';
import type {
  ClassifyConfig,
  ExtractConfig,
  SplitterConfig,
} from '../../model/processor/processor-config.ts';
import type { MatchCounts } from '../../model/score/class-and-split-scores.ts';
import { scoreClassification } from '../../scorers/classification/score-classification.ts';
import { scoreSplitting } from '../../scorers/splitting/score-splitting.ts';
import { declaredFields } from './cell-tree.ts';
import type { Conventions } from './conventions.ts';
import { CellCounter, type DocumentCells } from './extraction-cells.ts';
import {
  countPart,
  type DocumentParts,
  documentParts,
  type FigurePart,
  fieldFigure,
  meanPart,
  memberName,
  type RecordedDocument,
  withEnclosingFields,
} from './figure-parts.ts';

/** Counts the expected, predicted and correct splits of one packet; `null` if the packet has no gold. */
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

/** Returns what one packet contributes to the splitting figures. */
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
 * Returns what one document contributes to the classification figures. A document without gold contributes only to
 * counts and to the mean confidence.
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

/** Returns the contributions that depend on the expected class of a document. */
export function labelParts(expected: string, predicted: string | null): [string, FigurePart][] {
  const right = meanPart(expected === predicted ? 1 : 0, 'share');
  return [
    ['accuracyPerc', right],
    [memberName('accuracyPercByClassification', expected), right],
    [memberName(memberName('confusionMatrix', expected), predicted ?? ''), countPart(1)],
  ];
}

interface ExtractionDocument {
  /** Cell counts of the document; `null` if the document has no gold. */
  readonly cells: DocumentCells | null;
  readonly parts: DocumentParts;
}

/** Computes what documents contribute to the extraction figures under one set of conventions. */
export class ExtractionParts {
  readonly counter: CellCounter;
  readonly #conventions: Conventions;
  /** Whether each declared field is an array, by dotted name. */
  readonly #fields: ReadonlyMap<string, boolean>;

  constructor(config: ExtractConfig, conventions: Conventions) {
    this.counter = new CellCounter(config, conventions);
    this.#conventions = conventions;
    this.#fields = new Map(
      declaredFields(this.counter.tree).map(({ field, node }) => [field, node.kind === 'array']),
    );
  }

  /**
   * Returns the contributions of one document. `known` has cells that were counted under other conventions. These cells
   * are reused if they are certain to be the same under the current conventions.
   */
  partsOf(
    document: RecordedDocument,
    known?: { readonly counter: CellCounter; readonly cells: DocumentCells | null },
  ): ExtractionDocument {
    const { expected, output } = document;
    const isKnown = known?.cells != null && this.counter.hasEqualCells(expected, output, known.counter);
    const cells =
      expected === undefined ? null : isKnown ? known.cells : this.counter.count(expected, output);
    return { cells, parts: this.#parts(document, cells) };
  }

  #parts(document: RecordedDocument, counted: DocumentCells | null): DocumentParts {
    const parts = documentParts(document);
    const confidences = meanConfidences(document.output, this.#fields, this.#conventions.confidence);
    for (const field of this.#fields.keys()) {
      const confidence = confidences.get(field);
      if (confidence !== undefined)
        parts.set(fieldFigure(field, 'meanConfidence'), meanPart(confidence, 'confidence'));
      for (const [name, part] of this.sharesOf(field, counted?.cells.get(field))) parts.set(name, part);
    }
    for (const [name, isRight] of counted?.cardinality ?? [])
      parts.set(memberName('arrayCardinalityMetrics', name), countPart(isRight ? 1 : 0));
    return parts;
  }

  /**
   * Returns recall and precision of one field from its cells in one document. For an array, also returns the accuracy.
   */
  sharesOf(field: string, cells: MatchCounts | undefined): [name: string, part: FigurePart][] {
    if (cells === undefined) return [];
    const { expected, predicted, correct } = cells;
    const ofCells = this.#conventions.fields === 'cells';
    const share = (metric: string, denominator: number, orDenominator?: number): [string, FigurePart][] => {
      const of = Math.max(denominator, orDenominator ?? 0);
      if (of === 0) return [];
      const sums = { numerator: correct, denominator, ...(orDenominator !== undefined && { orDenominator }) };
      const part: FigurePart = ofCells ? { ...sums, unit: 'share' } : meanPart(correct / of, 'share');
      return [[fieldFigure(field, metric), part]];
    };
    return [
      ...share('recallPerc', expected),
      ...share('precisionPerc', predicted),
      ...(this.#fields.get(field) === true ? share('accuracyPerc', expected, predicted) : []),
    ];
  }
}

/**
 * Returns the mean confidence of each declared field in one output. The mean of a field includes the fields inside it:
 * `total` includes `total.amount`.
 */
function meanConfidences(
  output: unknown,
  fields: ReadonlyMap<string, unknown>,
  order: Conventions['confidence'],
): Map<string, number> {
  const sums = new Map<string, { sum: number; entries: number }>();
  for (const [path, entry] of entriesOf(output)) {
    const confidence = confidenceOf(entry, order);
    if (confidence === null) continue;
    for (const field of withEnclosingFields(path.replace(/\[\d+\]/g, ''))) {
      if (!fields.has(field)) continue;
      const sum = sums.get(field) ?? { sum: 0, entries: 0 };
      sums.set(field, { sum: sum.sum + confidence, entries: sum.entries + 1 });
    }
  }
  return new Map([...sums].map(([field, { sum, entries }]) => [field, sum / entries]));
}

function entriesOf(output: unknown): [path: string, entry: JsonObject][] {
  if (!isJsonObject(output)) return [];
  const from = isJsonObject(output.metadata) ? output.metadata : output;
  return Object.entries(from).flatMap(([path, entry]): [string, JsonObject][] =>
    isJsonObject(entry) ? [[path, entry]] : [],
  );
}

function confidenceOf(entry: JsonObject, order: Conventions['confidence']): number | null {
  const names =
    order === 'ocr-first' ? ['ocrConfidence', 'logprobsConfidence'] : ['logprobsConfidence', 'ocrConfidence'];
  for (const name of [...names, 'confidence']) {
    const value = entry[name];
    if (typeof value === 'number') return value;
  }
  return null;
}
