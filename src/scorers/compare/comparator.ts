import { z } from 'zod';
import type { JsonValue } from '../../model/json/json-value.ts';

export interface Comparison {
  readonly match: boolean;
  /** Similarity of the two values, from 0 to 1; 1 if they match. */
  readonly similarity: number;
  /** Reason for the result: the normalisations that were needed, the similarity, or an ambiguity. */
  readonly note?: string;
}

/** A comparator with its options. Deterministic. */
export interface Comparator {
  readonly name: string;
  /** Whether values that do not match can have a similarity above 0. */
  readonly graded: boolean;
  compare(expected: JsonValue, predicted: JsonValue): Comparison;
  /**
   * Returns a text for a value, such that two values match if and only if their texts are equal. Returns `null` if a
   * tolerance, threshold or ambiguity makes this impossible. Row alignment uses the texts to find equal cells
   * quickly.
   */
  key(value: JsonValue): string | null;
  /** Match rule of a comparator that uses edit distance; not set for other comparators. */
  readonly edits?: EditRule;
}

/** Declaration of a built-in comparator. Settings, docs and tests use it. */
export interface ComparatorDeclaration<Name extends string, Shape extends z.ZodRawShape> {
  readonly name: Name;
  /** Condition under which two values match, for docs/metrics/comparators.md. */
  readonly doc: string;
  readonly options: Shape;
  /** Creates the comparator. The argument `create` is for a comparator that contains another comparator (`any-of`). */
  readonly create: (
    options: z.infer<z.ZodObject<Shape>>,
    create: CreateComparator,
  ) => Omit<Comparator, 'name'>;
  readonly example: {
    readonly match: readonly [expected: JsonValue, predicted: JsonValue];
    readonly different: readonly [expected: JsonValue, predicted: JsonValue];
  };
}

/**
 * Creates a comparator by name or from a user's function. Without a name, creates the default comparator of the
 * field's type.
 */
export type CreateComparator = (
  comparator?: unknown,
  options?: Readonly<Record<string, unknown>>,
) => Comparator;

/** Checks the types of a declaration. Users declare comparators with `defineComparator`. */
export function defineBuiltIn<const Name extends string, const Shape extends z.ZodRawShape>(
  declaration: ComparatorDeclaration<Name, Shape>,
): ComparatorDeclaration<Name, Shape> {
  return declaration;
}

const flag = z.boolean().optional();
const share = z.number().min(0).optional();

export const textOptions = {
  ignoreCase: flag.describe('treats upper and lower case as equal'),
  ignorePunctuation: flag.describe('ignores punctuation marks'),
  ignoreDiacritics: flag.describe('ignores accents: é equals e'),
};
export type TextOptions = z.infer<z.ZodObject<typeof textOptions>>;

export const sharedOptions = {
  threshold: z
    .number()
    .gt(0, 'expected a number above 0, because every similarity reaches 0')
    .max(1)
    .optional()
    .describe('smallest similarity (0 to 1) at which two values match'),
  absoluteTolerance: share.describe('largest difference of two values that match, in the unit of the value'),
  relativeTolerance: share.describe(
    'largest difference of two values that match, as a share of the expected value',
  ),
  locale: z
    .string()
    .optional()
    .describe(
      'language and country such as `de-DE`; sets `decimalSeparator` and `dayFirst` unless these options are set',
    ),
  decimalSeparator: z
    .enum(['.', ','])
    .optional()
    .describe(
      'decimal separator of ambiguous numbers: with `.` (default), `1,234` is 1234; with `,`, it is 1.234',
    ),
};

/** Match rule by edit similarity: texts match if their similarity is at least the threshold. */
export interface EditRule {
  readonly threshold: number;
  text(value: JsonValue): string;
}

export const matched: Comparison = { match: true, similarity: 1 };
export const different: Comparison = { match: false, similarity: 0 };

export function toComparison(match: boolean, note?: string): Comparison {
  if (note === undefined) return match ? matched : different;
  return { match, similarity: match ? 1 : 0, note };
}

/** Returns the text of a scalar, or the JSON of a structure. */
export function textOf(value: JsonValue): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
