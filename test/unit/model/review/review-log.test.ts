import { expect, it } from 'vitest';
import {
  countChanges,
  type ReviewLine,
  reviewLineSchema,
  undoneEdits,
  unsavedEdits,
} from '../../../../src/model/review/review-log.ts';

/**
 * Returns lines of a review log, numbered from 1. Each argument has the kind of a line, and the members that this kind
 * needs.
 */
const logOf = (...lines: ({ kind: ReviewLine['kind'] } & Record<string, unknown>)[]): ReviewLine[] =>
  lines.map((line, at) =>
    reviewLineSchema.parse({ seq: at + 1, at: '2026-01-01T00:00:00Z', reviewer: 'a', ...line }),
  );
const label = { item: 'bill', path: 'total', from: null, blind: false, note: '' };
const edit = { kind: 'edit', ...label, action: 'edit', before: 1, after: 2 } as const;
const decision = {
  ...label,
  kind: 'decision',
  action: 'confirm',
  proposed: 1,
  value: 1,
  from: { recordId: 'r', version: '1.0', confidence: null },
} as const;
const labelled = { kind: 'labelled', item: 'new', isItem: true, wasItem: false } as const;
const numbers = (edits: readonly { seq: number }[]) => edits.map(({ seq }) => seq);

it('keeps unsaved edits when documents without gold are labelled in the same log', () => {
  const lines = logOf(edit, decision, labelled, edit);
  expect(numbers(unsavedEdits(lines))).toEqual([1, 4]);
});

it('has no unsaved edit after a version or a discard, except edits in conflict', () => {
  expect(numbers(unsavedEdits(logOf(edit, edit, { kind: 'saved', version: 2, except: [2] })))).toEqual([2]);
  expect(numbers(unsavedEdits(logOf(edit, { kind: 'discarded' }, edit)))).toEqual([3]);
  expect(numbers(unsavedEdits(logOf(edit, edit, { kind: 'undo', undoes: 1 })))).toEqual([2]);
});

it('counts edits of labels that differ in the end, and no kept labels', () => {
  const count = (...lines: Parameters<typeof logOf>) => countChanges(unsavedEdits(logOf(...lines)));
  const kept = { ...edit, action: 'keep', after: 1 };
  expect(count(kept)).toBe(0);
  expect(count(edit, kept)).toBe(0);
  expect(count(edit, { ...edit, path: 'date' }, { ...kept, item: 'other' })).toBe(2);
  expect(count(edit, { ...edit, before: 2, after: 3 })).toBe(2);
  expect(count(edit, { ...edit, before: 2, after: 1 })).toBe(0);
  expect(count({ ...edit, action: 'unclear', before: null, after: null, markAfter: 'unclear: a' })).toBe(1);
  expect(count()).toBe(0);
});

it('can repeat an undone edit until the next edit, version or discard', () => {
  const undone = [edit, { kind: 'undo', undoes: 1 }] as const;
  expect(numbers(undoneEdits(logOf(...undone, decision, labelled)))).toEqual([1]);
  for (const end of [edit, { kind: 'saved', version: 2 }, { kind: 'discarded' }] as const)
    expect(undoneEdits(logOf(...undone, end))).toEqual([]);
});
