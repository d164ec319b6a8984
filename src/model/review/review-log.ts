import { z } from 'zod';
import type { JsonValue } from '../json/json-value.ts';

/** Any JSON value. The parser has already checked it. */
const jsonValueSchema = z.custom<JsonValue>((value) => value !== undefined);

/** What a reviewer did with one label. */
export const editActions = ['accept', 'edit', 'no-value', 'keep'] as const;

const lineFacts = {
  /** Number of the line, from 1. */
  seq: z.int().min(1),
  /** Time in ISO format. */
  at: z.string(),
  reviewer: z.string(),
};

export const reviewEditSchema = z.object({
  ...lineFacts,
  kind: z.literal('edit'),
  item: z.string(),
  /** Path of the label: `total_amount`, `line_items[1].description`, or `line_items` for all rows of a table. */
  path: z.string(),
  action: z.enum(editActions),
  before: jsonValueSchema,
  after: jsonValueSchema,
  /** The output that the reviewer saw and took over; `null` if the reviewer typed the value. */
  from: z.object({ recordId: z.string(), version: z.string(), confidence: z.number().nullable() }).nullable(),
  /** Whether the outputs were hidden until the reviewer decided. */
  blind: z.boolean(),
  note: z.string(),
});
/** One decision of a reviewer. It is in the log before the reviewer sees it confirmed. */
export type ReviewEdit = z.infer<typeof reviewEditSchema>;

/** One line of `review/log.jsonl`. Lines are only added. */
export const reviewLineSchema = z.discriminatedUnion('kind', [
  reviewEditSchema,
  /** Takes back the edit with this number. */
  z.object({ ...lineFacts, kind: z.literal('undo'), undoes: z.int() }),
  /** All edits before this line that are not taken back are in this version of the dataset. */
  z.object({ ...lineFacts, kind: z.literal('saved'), version: z.int() }),
  /** All edits before this line that are in no version are given up. */
  z.object({ ...lineFacts, kind: z.literal('discarded') }),
]);
export type ReviewLine = z.infer<typeof reviewLineSchema>;

/** Returns the edits of a log that are in no version of the dataset and are not taken back, in their order. */
export function unsavedEdits(lines: readonly ReviewLine[]): ReviewEdit[] {
  const start = lines.findLastIndex(({ kind }) => kind === 'saved' || kind === 'discarded') + 1;
  const recent = lines.slice(start);
  const undone = new Set(recent.flatMap((line) => (line.kind === 'undo' ? [line.undoes] : [])));
  return recent.filter((line): line is ReviewEdit => line.kind === 'edit' && !undone.has(line.seq));
}
