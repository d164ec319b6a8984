import { canonicalJson } from '../../../base/canonical-json.ts';
import { isJsonObject } from '../../../model/json/json-value.ts';
import { leavesOf } from './document-leaves.ts';
import type { DocumentScores, ScoredRun } from './document-scores.ts';

/** Name that stands for all fields of a document. Used for example if only one version has an output. */
export const everyField = '';

/**
 * Returns the top-level fields whose value differs between the first two versions in any repeat. Ignores the order of
 * object keys, because it does not affect scores. Two failed runs count as equal.
 */
export function findOutputChanges({ versions }: DocumentScores): readonly string[] {
  const [before, after] = versions;
  if (before === undefined || after === undefined) return [];
  if (before.length !== after.length) return [everyField];
  const found = new Set(before.flatMap((run, repeat) => changesBetween(run, after[repeat] as ScoredRun)));
  return found.has(everyField) ? [everyField] : [...found];
}

function changesBetween(before: ScoredRun, after: ScoredRun): readonly string[] {
  if (before.state !== after.state) return [everyField];
  const [one, other] = [outputOf(before), outputOf(after)];
  if (JSON.stringify(one) === JSON.stringify(other)) return [];
  if (!isJsonObject(one) || !isJsonObject(other)) return areEqual(one, other) ? [] : [everyField];
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].filter((key) => !areEqual(memberOf(one, key), memberOf(other, key)));
}

function memberOf(object: object, key: string): unknown {
  return Object.hasOwn(object, key) ? (object as Record<string, unknown>)[key] : undefined;
}

function areEqual(one: unknown, other: unknown): boolean {
  // Equal values usually have equal JSON texts. Canonical texts take longer, so they are computed only if the JSON
  // texts differ.
  if ((one === undefined) !== (other === undefined)) return false;
  return JSON.stringify(one) === JSON.stringify(other) || canonicalJson(one) === canonicalJson(other);
}

/** Returns the part of an output that is scored: the fields of an extraction, or the predicted class or segments. */
function outputOf({ score, state, row }: ScoredRun): unknown {
  // A document without gold has no score, so its values are read from the output.
  if (state === 'without-gold') return answerOf(score.kind, row?.output);
  if (score.kind === 'EXTRACT') return score.counts.predicted;
  return leavesOf(score).map(({ predicted }) => predicted ?? null);
}

/** Returns the scored part of a raw output: the fields, the class, or the type and pages of each segment. */
function answerOf(kind: ScoredRun['score']['kind'], output: unknown): unknown {
  if (!isJsonObject(output)) return output ?? null;
  if (kind === 'EXTRACT') return isJsonObject(output.value) ? output.value : output;
  if (kind === 'CLASSIFY') return output.type ?? null;
  if (!Array.isArray(output.splits)) return null;
  return output.splits.map((split) =>
    isJsonObject(split) ? [split.type ?? null, split.startPage ?? null, split.endPage ?? null] : null,
  );
}
