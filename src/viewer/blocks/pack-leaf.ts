import type { JsonValue } from '../../model/json/json-value.ts';
import { type LeafOutcome, outcomes } from '../../model/score/item-score.ts';
import type { PackedLeaf } from './report-blocks.ts';

const hasExpected = 1;
const hasPredicted = 2;
const samePredicted = 4;
const hasNote = 8;
const hasPredictedPath = 16;

/** Returns a leaf as a short array. The predicted value is omitted if it equals the expected one. */
export function packLeaf(leaf: LeafOutcome, fieldIndex: (field: string) => number): PackedLeaf {
  let mask = 0;
  const parts: JsonValue[] = [];
  if (leaf.expected !== undefined) {
    mask |= hasExpected;
    parts.push(leaf.expected);
  }
  if (leaf.predicted !== undefined) {
    mask |= hasPredicted;
    if (leaf.expected !== undefined && sameJson(leaf.expected, leaf.predicted)) mask |= samePredicted;
    else parts.push(leaf.predicted);
  }
  if (leaf.outcome === 'incorrect') parts.push(Math.round(leaf.similarity * 1000) / 1000);
  if (leaf.note !== undefined) {
    mask |= hasNote;
    parts.push(leaf.note);
  }
  if (leaf.predictedPath !== undefined) {
    mask |= hasPredictedPath;
    parts.push(leaf.predictedPath);
  }
  const path = leaf.path === leaf.field ? 0 : leaf.path;
  return [fieldIndex(leaf.field), path, outcomes.indexOf(leaf.outcome), mask, ...parts];
}

/**
 * Returns the leaf that `packLeaf` packed. A stored similarity exists only for a wrong value. For other leaves it is 1 or
 * 0, depending on the outcome.
 */
export function unpackLeaf(packed: PackedLeaf, fields: readonly string[]): LeafOutcome {
  const [fieldNumber, path, outcomeNumber, mask, ...parts] = packed;
  const field = fields[fieldNumber] ?? '';
  const outcome = outcomes[outcomeNumber] ?? 'unscored';
  let next = 0;
  const expected = mask & hasExpected ? parts[next++] : undefined;
  const predicted =
    mask & hasPredicted ? (mask & samePredicted ? expected : (parts[next++] as JsonValue)) : undefined;
  const settled = outcome === 'correct' || outcome === 'absent' ? 1 : 0;
  const similarity = outcome === 'incorrect' ? Number(parts[next++]) : settled;
  const note = mask & hasNote ? String(parts[next++]) : undefined;
  const predictedPath = mask & hasPredictedPath ? String(parts[next++]) : undefined;
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
