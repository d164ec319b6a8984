import { isJsonObject } from '../../../model/json/json-value.ts';
import { leavesOf } from './document-leaves.ts';
import type { DocumentScores, ScoredRun } from './document-scores.ts';

/** Stands for all fields of a document, for example if only one version has an output. */
export const everyField = '';

/**
 * Returns the top-level fields whose value differs between the first two versions in any repeat. Two values are equal
 * if their JSON texts are equal. Two failed runs are equal.
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
  if (!isJsonObject(one) || !isJsonObject(other)) return [everyField];
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  const textOf = (object: object, key: string) =>
    Object.hasOwn(object, key) ? JSON.stringify((object as Record<string, unknown>)[key]) : undefined;
  return [...keys].filter((key) => textOf(one, key) !== textOf(other, key));
}

/** Returns the values that are scored: the fields of an extraction, otherwise the predicted classes and segments. */
function outputOf({ score, state, row }: ScoredRun): unknown {
  // A document without gold has no score, so its values come from the output itself.
  if (state === 'without-gold') return answerOf(score.kind, row?.output);
  if (score.kind === 'EXTRACT') return score.counts.predicted;
  return leavesOf(score).map(({ predicted }) => predicted ?? null);
}

/** Returns the answer in an output: the fields, the class, or type and pages of each segment. */
function answerOf(kind: ScoredRun['score']['kind'], output: unknown): unknown {
  if (!isJsonObject(output)) return output ?? null;
  if (kind === 'EXTRACT') return isJsonObject(output.value) ? output.value : output;
  if (kind === 'CLASSIFY') return output.type ?? null;
  if (!Array.isArray(output.splits)) return null;
  return output.splits.map((split) =>
    isJsonObject(split) ? [split.type ?? null, split.startPage ?? null, split.endPage ?? null] : null,
  );
}
