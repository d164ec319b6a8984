import type { FigureUnit } from '../../model/report/sections/reconciliation.ts';

/**
 * What one document contributes to a figure. A figure is either a sum over documents (a count) or the ratio of two
 * sums. If one document changes, only its contribution has to be replaced.
 */
export interface FigurePart {
  readonly numerator: number;
  readonly denominator: number;
  /**
   * A second denominator. If set, each denominator is summed over all documents, and the figure divides by the larger
   * sum.
   */
  readonly orDenominator?: number;
  readonly unit: FigureUnit;
}

/** Contributions of one document, by the name of the figure. */
export type DocumentParts = ReadonlyMap<string, FigurePart>;

export function countPart(count: number): FigurePart {
  return { numerator: count, denominator: 0, unit: 'count' };
}

export function meanPart(value: number, unit: FigureUnit): FigurePart {
  return { numerator: value, denominator: 1, unit };
}

/** Returns the contributions that every document has: one file and its pages. */
export function documentParts({ pages }: RecordedDocument): Map<string, FigurePart> {
  return new Map([
    ['numFiles', countPart(1)],
    ['numPages', countPart(pages ?? 0)],
  ]);
}

export function sumParts(documents: readonly { readonly parts: DocumentParts }[]): Map<string, FigurePart> {
  const sums = new Map<string, FigurePart>();
  for (const { parts } of documents)
    for (const [name, part] of parts) sums.set(name, plus(sums.get(name), part, 1));
  return sums;
}

/** Replaces the contribution of one document in a sum. `undefined` stands for no contribution. */
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

/** Returns the value of a figure; `null` for a share with a denominator of 0. */
export function figureValue(sum: FigurePart | undefined): number | null {
  if (sum === undefined) return null;
  if (sum.unit === 'count') return sum.numerator;
  // After subtractions, rounding can leave a tiny number instead of 0.
  const of = Math.max(sum.denominator, sum.orDenominator ?? 0);
  return Math.abs(of) < 1e-9 ? null : sum.numerator / of;
}

/** Returns the name of a map member: `distribution.invoice`, or `distribution["a b"]` if the key is not one word. */
export function memberName(name: string, key: string): string {
  const step = /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(key) ? key : `[${JSON.stringify(key)}]`;
  return name === '' ? step : step.startsWith('[') ? `${name}${step}` : `${name}.${step}`;
}

/** Returns a dotted field and the fields that contain it, innermost first. */
export function withEnclosingFields(field: string): string[] {
  const steps = field.split('.');
  return steps.map((_, at) => steps.slice(0, steps.length - at).join('.'));
}

/**
 * Returns the name of the figure for a metric of a field, such as `fieldMetrics.total.fieldMetrics.amount.recallPerc`.
 */
export function fieldFigure(field: string, metric: string): string {
  const steps = field.split('.').map((name) => memberName('fieldMetrics', name));
  return `${steps.join('.')}.${metric}`;
}

/** The members of a recorded document that reconciliation needs. */
export interface RecordedDocument {
  readonly id: string;
  readonly expected: unknown;
  /** Output of the item run; `undefined` if the item run has no output. */
  readonly output: unknown;
  readonly pages: number | null;
  readonly latencyMs: number | null;
}
