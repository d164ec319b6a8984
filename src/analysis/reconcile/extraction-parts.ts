import type { ExtractConfig } from '../../model/processor/processor-config.ts';
import type { Conventions } from './conventions.ts';
import { CellCounter, type CellCounts, type DocumentCells } from './extraction-cells.ts';
import { type DocumentParts, type FigurePart, fieldFigure, memberName } from './figure-parts.ts';
import { declaredFields } from './judging-schema.ts';
import { meanConfidences } from './mean-confidences.ts';
import type { RecordedDocument } from './recorded-documents.ts';

/** A document's cells with what they add to the figures. */
export interface ExtractionDocument {
  readonly id: string;
  /** Null where nothing is expected of the document. */
  readonly cells: DocumentCells | null;
  readonly parts: DocumentParts;
}

/** Makes the parts of extraction figures under one set of conventions. */
export class ExtractionParts {
  readonly counter: CellCounter;
  readonly #conventions: Conventions;
  readonly #fields: readonly { readonly field: string; readonly isArray: boolean }[];
  readonly #fieldNames: ReadonlySet<string>;

  constructor(config: ExtractConfig, conventions: Conventions) {
    this.counter = new CellCounter(config, conventions);
    this.#conventions = conventions;
    this.#fields = declaredFields(this.counter.tree).map(({ field, node }) => ({
      field,
      isArray: node.kind === 'array',
    }));
    this.#fieldNames = new Set(this.#fields.map(({ field }) => field));
  }

  /** `known`: the document's cells under other conventions, taken over where they must be the same. */
  partsOf(
    document: RecordedDocument,
    known?: { readonly counter: CellCounter; readonly cells: DocumentCells | null },
  ): ExtractionDocument {
    const { expected, output } = document;
    const isKnown = known?.cells != null && this.counter.countsAlike(expected, output, known.counter);
    const cells =
      expected === undefined ? null : isKnown ? known.cells : this.counter.count(expected, output);
    return { id: document.id, cells, parts: this.#parts(document, cells) };
  }

  #parts(document: RecordedDocument, counted: DocumentCells | null): DocumentParts {
    const parts = new Map<string, FigurePart>();
    parts.set('numFiles', { numerator: 1, denominator: 0, unit: 'count' });
    parts.set('numPages', { numerator: document.pages ?? 0, denominator: 0, unit: 'count' });
    const confidences = meanConfidences(document.output, this.#fieldNames, this.#conventions.confidence);
    for (const { field } of this.#fields) {
      const confidence = confidences.get(field);
      if (confidence !== undefined)
        parts.set(fieldFigure(field, 'meanConfidence'), {
          numerator: confidence,
          denominator: 1,
          unit: 'confidence',
        });
      for (const [name, part] of this.sharesOf(field, counted?.cells.get(field))) parts.set(name, part);
    }
    for (const [name, isRight] of counted?.cardinality ?? [])
      parts.set(memberName('arrayCardinalityMetrics', name), {
        numerator: isRight ? 1 : 0,
        denominator: 0,
        unit: 'count',
      });
    return parts;
  }

  /** Recall, precision and, of arrays, accuracy of one field from its cells in one document. */
  sharesOf(field: string, cells: CellCounts | undefined): [name: string, part: FigurePart][] {
    if (cells === undefined) return [];
    const { expected, predicted, correct } = cells;
    const isArray = this.#fields.some((one) => one.field === field && one.isArray);
    const ofCells = this.#conventions.fields === 'cells';
    const share = (metric: string, one: number, other?: number): [string, FigurePart][] => {
      const of = Math.max(one, other ?? 0);
      if (of === 0) return [];
      const part: FigurePart = ofCells
        ? {
            numerator: correct,
            denominator: one,
            ...(other === undefined ? {} : { orDenominator: other }),
            unit: 'share',
          }
        : { numerator: correct / of, denominator: 1, unit: 'share' };
      return [[fieldFigure(field, metric), part]];
    };
    return [
      ...share('recallPerc', expected),
      ...share('precisionPerc', predicted),
      ...(isArray ? share('accuracyPerc', expected, predicted) : []),
    ];
  }
}
