import { z } from 'zod';
import type { JsonValue } from '../json/json-value.ts';

const jsonValueSchema = z.custom<JsonValue>((value) => value !== undefined);

/** What a person did with one value of a document without gold. */
export const decisionActions = ['confirm', 'edit', 'no-value', 'unclear', 'not-annotated'] as const;

/** One line of `review/log.jsonl`: the decision about one value of a document without gold. */
export const decisionShape = {
  kind: z.literal('decision'),
  item: z.string(),
  /** Path of a field, such as `total_amount`, or `line_items` for a whole table. */
  path: z.string(),
  action: z.enum(decisionActions),
  /** The value that a version proposed; `null` if the version proposed none. */
  proposed: jsonValueSchema,
  /**
   * The decided label. `null` if the document does not have this value, or if the value is unclear or not annotated.
   */
  value: jsonValueSchema,
  /** Where the proposal comes from: a record, a version, and the confidence of the version in the proposed value. */
  from: z.object({ recordId: z.string(), version: z.string(), confidence: z.number().nullable() }),
  /** Whether the proposal was hidden until the decision. */
  blind: z.boolean(),
  /** Why a value is unclear; otherwise empty. */
  note: z.string(),
};
