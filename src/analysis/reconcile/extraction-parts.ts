import { isJsonObject } from '../../model/json/json-value.ts';
import type { ExtractConfig } from '../../model/processor/processor-config.ts';
import { declaredFields } from './cell-tree.ts';
import type { Conventions } from './conventions.ts';
import { CellCounter, type CellCounts, type DocumentCells } from './extraction-cells.ts';
import type { RecordedDocument } from './figure-parts.ts';
import { type DocumentParts, type FigurePart, fieldFigure, memberName } from './figure-parts.ts';

/** The cells of a document and the parts that they add to the figures. */
interface ExtractionDocument {
  readonly id: string;
  /** `null` without gold. */
  readonly cells: DocumentCells | null;
  readonly parts: DocumentParts;
}

/** Computes the parts of extraction figures under one set of conventions. */
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

  /** Returns the parts of a document. Reuses its cells under other conventions (`known`) if they must be equal. */
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

  /** Returns recall, precision and, for arrays, accuracy of one field from its cells in one document. */
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

/**
 * Returns the mean confidence per field of one output, by dotted name: the mean over all entries of its `metadata` (or of
 * a fields array) at the field and inside it. Parts of a value (`total.amount`) belong to the field around them.
 */
export function meanConfidences(
  output: unknown,
  fields: ReadonlySet<string>,
  order: Conventions['confidence'],
): Map<string, number> {
  const sums = new Map<string, { sum: number; entries: number }>();
  for (const [path, entry] of entriesOf(output)) {
    const confidence = confidenceOf(entry, order);
    if (confidence === null) continue;
    const steps = path.replace(/\[\d+\]/g, '').split('.');
    for (let length = steps.length; length > 0; length--) {
      const field = steps.slice(0, length).join('.');
      if (!fields.has(field)) continue;
      const sum = sums.get(field) ?? { sum: 0, entries: 0 };
      sums.set(field, { sum: sum.sum + confidence, entries: sum.entries + 1 });
    }
  }
  return new Map([...sums].map(([field, { sum, entries }]) => [field, sum / entries]));
}

type Entry = readonly [path: string, entry: Readonly<Record<string, unknown>>];

function entriesOf(output: unknown): Entry[] {
  if (!isJsonObject(output)) return [];
  const from = isJsonObject(output.metadata) ? output.metadata : output;
  return Object.entries(from).flatMap(([path, entry]): Entry[] =>
    isJsonObject(entry) ? [[path, entry]] : [],
  );
}

function confidenceOf(
  entry: Readonly<Record<string, unknown>>,
  order: Conventions['confidence'],
): number | null {
  const names =
    order === 'ocr-first' ? ['ocrConfidence', 'logprobsConfidence'] : ['logprobsConfidence', 'ocrConfidence'];
  for (const name of [...names, 'confidence']) {
    const value = entry[name];
    if (typeof value === 'number') return value;
  }
  return null;
}
