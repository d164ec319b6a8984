import type { FigureUnit } from '../../model/report/reconciliation.ts';

/**
 * What one document adds to a figure. Every figure is a ratio of two sums over documents (a count has no denominator), so
 * that leaving one document out, or changing it, needs no new sum over the others.
 */
export interface FigurePart {
  readonly numerator: number;
  readonly denominator: number;
  /** Where the ratio is to the larger of two sums. */
  readonly orDenominator?: number;
  readonly unit: FigureUnit;
}

/** By figure name. */
export type DocumentParts = ReadonlyMap<string, FigurePart>;

/** Documents in the record's order; a document that is in no figure has no parts. */
export interface FigureSums {
  readonly documents: readonly { readonly id: string; readonly parts: DocumentParts }[];
  readonly sums: ReadonlyMap<string, FigurePart>;
}

export function sumParts(documents: FigureSums['documents']): FigureSums {
  const sums = new Map<string, FigurePart>();
  for (const { parts } of documents)
    for (const [name, part] of parts) sums.set(name, plus(sums.get(name), part, 1));
  return { documents, sums };
}

/** A sum with one document's part replaced; undefined parts add nothing. */
export function replacePart(
  sum: FigurePart | undefined,
  before: FigurePart | undefined,
  after: FigurePart | undefined,
): FigurePart | undefined {
  let result = sum;
  if (before !== undefined) result = plus(result, before, -1);
  if (after !== undefined) result = plus(result, after, 1);
  return result;
}

function plus(sum: FigurePart | undefined, part: FigurePart, sign: 1 | -1): FigurePart {
  return {
    numerator: (sum?.numerator ?? 0) + sign * part.numerator,
    denominator: (sum?.denominator ?? 0) + sign * part.denominator,
    ...(part.orDenominator === undefined
      ? {}
      : { orDenominator: (sum?.orDenominator ?? 0) + sign * part.orDenominator }),
    unit: part.unit,
  };
}

export function samePart(one: FigurePart | undefined, other: FigurePart | undefined): boolean {
  return (
    one?.numerator === other?.numerator &&
    one?.denominator === other?.denominator &&
    one?.orDenominator === other?.orDenominator
  );
}

/** Null where a share has nothing to divide by. A count is its sum. */
export function figureValue(sum: FigurePart | undefined): number | null {
  if (sum === undefined) return null;
  if (sum.unit === 'count') return sum.numerator;
  // Sums that documents were taken out of may miss 0 by the last bit.
  const of = Math.max(sum.denominator, sum.orDenominator ?? 0);
  return Math.abs(of) < 1e-9 ? null : sum.numerator / of;
}

/** The name of a member of a figure's map: `distribution.invoice`, or in brackets where it is no plain word. */
export function memberName(name: string, key: string): string {
  const step = /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(key) ? key : `[${JSON.stringify(key)}]`;
  return name === '' ? step : step.startsWith('[') ? `${name}${step}` : `${name}.${step}`;
}

/** The name of a metric of a field in nested `fieldMetrics`. */
export function fieldFigure(field: string, metric: string): string {
  const steps = field.split('.').map((name) => memberName('fieldMetrics', name));
  return `${steps.join('.')}.${metric}`;
}

/** One document of a record, as the figures of a batch see it. */
export interface RecordedDocument {
  readonly id: string;
  readonly expected: unknown;
  /** Undefined where the run gave none. */
  readonly output: unknown;
  readonly pages: number | null;
  readonly latencyMs: number | null;
}
