import { z } from 'zod';
import type { JsonValue } from '../json/json-value.ts';
import { strictObject } from '../processor/mismatch.ts';

/** Result of a user's comparator: whether the values match, optionally with a similarity and a note. */
export type CustomResult =
  | boolean
  | {
      readonly match: boolean;
      /** Similarity of values that do not match, from 0 to 1 (default 0). A match always has 1. */
      readonly similarity?: number;
      readonly note?: string;
    };

/**
 * Compares two values of any JSON type. Neither value is missing. The function must return equal results for equal
 * values.
 */
export type CustomCompare = (expected: JsonValue, predicted: JsonValue) => CustomResult;

/** A user's comparator: a named function, or a function with a name and a version. */
export type CustomComparator =
  | CustomCompare
  | { readonly name: string; readonly version?: string; readonly compare: CustomCompare };

const compareSchema = z.custom<CustomCompare>((value) => typeof value === 'function', 'a function');

export const customComparatorSchema = z.union([
  compareSchema,
  strictObject({ name: z.string().min(1), version: z.string().optional(), compare: compareSchema }),
]);
