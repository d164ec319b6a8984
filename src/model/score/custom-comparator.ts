import { z } from 'zod';
import type { JsonValue } from '../json/json-value.ts';

/** What a comparator of one's own may answer: right or wrong, or how alike and why. */
export type CustomResult =
  | boolean
  | {
      readonly match: boolean;
      /** 0 to 1, shown beside the values. Default: 1 for a match, else 0. */
      readonly similarity?: number;
      /** Shown beside the values. */
      readonly note?: string;
    };

/** Both values are there and of any JSON type; equal values must always get equal answers. */
export type CustomCompare = (expected: JsonValue, predicted: JsonValue) => CustomResult;

/** A comparator of one's own: a named function, or a function with a name and a version. */
export type CustomComparator =
  | CustomCompare
  | { readonly name: string; readonly version?: string; readonly compare: CustomCompare };

const compareSchema = z.custom<CustomCompare>((value) => typeof value === 'function', 'a function');

/** As it may stand in `goldset.config.ts`. */
export const customComparatorSchema = z.union([
  compareSchema,
  z.strictObject({ name: z.string().min(1), version: z.string().optional(), compare: compareSchema }),
]);
