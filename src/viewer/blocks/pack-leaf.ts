import type { JsonValue } from '../../model/json/json-value.ts';
import { type LeafOutcome, outcomes } from '../../model/score/item-score.ts';
import type { PackedLeaf } from './report-blocks.ts';

const hasExpected = 1;
const hasPredicted = 2;
const samePredicted = 4;
const hasNote = 8;
const hasPredictedPath = 16;

/** Converts a leaf to a short array. Omits the predicted value if it equals the expected value. */
export function packLeaf(leaf: LeafOutcome, fieldIndex: (field: string) => number): PackedLeaf {
  const { field, expected, predicted } = leaf;
  let mask = 0;
  const parts: JsonValue[] = [];
  const add = (bit: number, value: JsonValue | undefined) => {
    if (value === undefined) return;
    mask |= bit;
    parts.push(value);
  };
  add(hasExpected, expected);
  if (expected !== undefined && predicted !== undefined && sameJson(expected, predicted))
    mask |= hasPredicted | samePredicted;
  else add(hasPredicted, predicted);
  if (leaf.outcome === 'incorrect') parts.push(Math.round(leaf.similarity * 1000) / 1000);
  add(hasNote, leaf.note);
  add(hasPredictedPath, leaf.predictedPath);
  const path = leaf.path === field ? 0 : leaf.path;
  return [fieldIndex(field), path, outcomes.indexOf(leaf.outcome), mask, ...parts];
}

/**
 * Converts an array back to a leaf. The array has a similarity only if the outcome is `incorrect`. For other outcomes,
 * the similarity is 1 if the value is right, and 0 otherwise.
 */
export function unpackLeaf(packed: PackedLeaf, fields: readonly string[]): LeafOutcome {
  const [fieldNumber, path, outcomeNumber, mask, ...parts] = packed;
  const field = fields[fieldNumber] ?? '';
  const outcome = outcomes[outcomeNumber] ?? 'unscored';
  let next = 0;
  const take = (bit: number) => (mask & bit ? parts[next++] : undefined);
  const expected = take(hasExpected);
  const predicted = mask & samePredicted ? expected : take(hasPredicted);
  const isRight = outcome === 'correct' || outcome === 'absent';
  const similarity = outcome === 'incorrect' ? Number(parts[next++]) : Number(isRight);
  const note = take(hasNote) as string | undefined;
  const predictedPath = take(hasPredictedPath) as string | undefined;
  return {
    path: path === 0 ? field : path,
    field,
    outcome,
    expected,
    predicted,
    similarity,
    note,
    predictedPath,
  };
}

function sameJson(a: JsonValue, b: JsonValue): boolean {
  return a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));
}
