import { z } from 'zod';
import { canonicalJson } from '../../base/canonical-json.ts';
import { isNotScoredMark, type NotScoredMark } from '../dataset/not-scored.ts';
import type { JsonValue } from '../json/json-value.ts';
import { decisionShape } from './decision-line.ts';

/** Any JSON value. The parser has already checked it. */
const jsonValueSchema = z.custom<JsonValue>((value) => value !== undefined);

const markSchema = z.custom<NotScoredMark>((value) => typeof value === 'string' && isNotScoredMark(value));

/** What a reviewer did with one label. */
export const editActions = ['accept', 'edit', 'no-value', 'not-annotated', 'unclear', 'keep'] as const;

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
  /** Why the label was not scored before the edit; not set if it was scored. */
  markBefore: markSchema.optional(),
  /** Why the label is not scored after the edit; not set if it is scored. */
  markAfter: markSchema.optional(),
  /** The output from which the reviewer took the value; `null` if the reviewer typed the value. */
  from: z.object({ recordId: z.string(), version: z.string(), confidence: z.number().nullable() }).nullable(),
  /** Whether the outputs were hidden until the reviewer decided. */
  blind: z.boolean(),
  /** Reason of the reviewer, for example why a value is unclear. */
  note: z.string(),
  /**
   * Hash of the evidence against the label, for a decision in the queue of label issues. Not set for other edits. If
   * the evidence changes, the queue asks again about a label that the reviewer kept.
   */
  evidence: z.string().optional(),
  /** True if the queue of label issues showed this label in random order. */
  randomOrder: z.literal(true).optional(),
  /** Line number (`seq`) of the undone edit that this edit repeats. Not set for other edits. */
  redoes: z.int().optional(),
});
/** One decision of a reviewer. goldset writes the decision to the log before the reviewer gets a confirmation. */
export type ReviewEdit = z.infer<typeof reviewEditSchema>;

export const decisionLineSchema = z.object({ ...lineFacts, ...decisionShape });
export type DecisionLine = z.infer<typeof decisionLineSchema>;

/** One line of `review/log.jsonl`. goldset only appends lines and never changes them. */
export const reviewLineSchema = z.discriminatedUnion('kind', [
  reviewEditSchema,
  decisionLineSchema,
  /**
   * States that `items.jsonl` now contains the gold of a document (`isItem`: true), or no longer contains it (false).
   * `wasItem`: the item already existed before it was labelled.
   */
  z.object({
    ...lineFacts,
    kind: z.literal('labelled'),
    item: z.string(),
    isItem: z.boolean(),
    wasItem: z.boolean(),
  }),
  /** Undoes the edit with the line number `undoes`. */
  z.object({ ...lineFacts, kind: z.literal('undo'), undoes: z.int() }),
  /**
   * States that this version of the dataset contains all earlier edits that were not undone. `except` has the numbers
   * of edits that stay unsaved, because they are in conflict with a change of the dataset.
   */
  z.object({ ...lineFacts, kind: z.literal('saved'), version: z.int(), except: z.array(z.int()).optional() }),
  /** Discards all earlier edits that are not saved in a version. */
  z.object({ ...lineFacts, kind: z.literal('discarded') }),
]);
export type ReviewLine = z.infer<typeof reviewLineSchema>;

/**
 * Returns the edits of a log that are neither saved in a version of the dataset, nor discarded, nor undone, in their
 * order.
 */
export function unsavedEdits(lines: readonly ReviewLine[]): ReviewEdit[] {
  const open = new Map<number, ReviewEdit>();
  for (const line of lines)
    switch (line.kind) {
      case 'edit':
        open.set(line.seq, line);
        break;
      case 'undo':
        open.delete(line.undoes);
        break;
      case 'saved':
      case 'discarded': {
        const kept = new Set(line.kind === 'saved' ? line.except : []);
        for (const seq of [...open.keys()]) if (!kept.has(seq)) open.delete(seq);
        break;
      }
      case 'decision':
      case 'labelled':
        // These lines are not about edits but about documents without gold.
        break;
    }
  return [...open.values()];
}

/**
 * Counts the edits that changed labels. If the last state of a label differs from its state before the first edit,
 * counts all edits of the label. Otherwise, counts none of its edits, because the label was kept, or changed and
 * changed back.
 */
export function countChanges(edits: readonly ReviewEdit[]): number {
  const byLabel = Map.groupBy(edits, ({ item, path }) => JSON.stringify([item, path]));
  let count = 0;
  for (const own of byLabel.values()) {
    const [first, last] = [own[0], own.at(-1)];
    const hasSameMark = first?.markBefore === last?.markAfter;
    if (!hasSameMark || canonicalJson(first?.before) !== canonicalJson(last?.after)) count += own.length;
  }
  return count;
}

/** Returns the edits of a log that were neither undone nor discarded, saved ones included, in their order. */
export function effectiveEdits(lines: readonly ReviewLine[]): ReviewEdit[] {
  const edits = new Map<number, ReviewEdit>();
  for (const [at, line] of lines.entries())
    if (line.kind === 'edit') edits.set(line.seq, line);
    else if (line.kind === 'undo') edits.delete(line.undoes);
    else if (line.kind === 'discarded')
      for (const { seq } of unsavedEdits(lines.slice(0, at))) edits.delete(seq);
  return [...edits.values()];
}

/**
 * Returns the undone edits that can be repeated. The last element is the edit to repeat first. After a new edit, a
 * saved version or a discard, earlier undone edits can no longer be repeated.
 */
export function undoneEdits(lines: readonly ReviewLine[]): ReviewEdit[] {
  const edits = new Map<number, ReviewEdit>();
  let undone: ReviewEdit[] = [];
  for (const line of lines) {
    if (line.kind === 'edit') {
      edits.set(line.seq, line);
      undone = line.redoes === undefined ? [] : undone.filter(({ seq }) => seq !== line.redoes);
    } else if (line.kind === 'undo') {
      const edit = edits.get(line.undoes);
      if (edit !== undefined) undone.push(edit);
    } else if (line.kind === 'saved' || line.kind === 'discarded') undone = [];
  }
  return undone;
}
