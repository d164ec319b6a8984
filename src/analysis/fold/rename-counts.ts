import { canonicalJson } from '../../base/canonical-json.ts';
import { isJsonObject } from '../../model/json/json-value.ts';
import { type RenameCandidate, renameKey } from '../config-changes/renames.ts';
import type { DocumentScores, ScoredRun } from './documents/document-scores.ts';

/** Evidence for one possible rename: number of compared values (`both`) and of equal values (`same`). */
interface RenameCounts {
  readonly candidate: RenameCandidate;
  both: number;
  same: number;
}

export function emptyRenameCounts(candidates: readonly RenameCandidate[]): Map<string, RenameCounts> {
  return new Map(candidates.map((candidate) => [renameKey(candidate), { candidate, both: 0, same: 0 }]));
}

export function countRenames(counts: Iterable<RenameCounts>, { versions }: DocumentScores): void {
  const [[before] = [], [after] = []] = versions;
  if (before === undefined || after === undefined) return;
  const compare = before.score.kind === 'EXTRACT' ? sameValue : samePlaces;
  for (const entry of counts) {
    const { same, both } = compare(before, after, entry.candidate);
    entry.same += same;
    entry.both += both;
  }
}

function sameValue(before: ScoredRun, after: ScoredRun, { was, is }: RenameCandidate) {
  const one = valueAt(before.row?.output, was);
  const other = valueAt(after.row?.output, is);
  if (one === null || other === null) return { same: 0, both: 0 };
  return { same: canonicalJson(one) === canonicalJson(other) ? 1 : 0, both: 1 };
}

/**
 * Counts evidence that class `was` of the first version is class `is` of the second version. A place is a classified
 * document, or one document of a packet. `both` is the number of places where the first version predicted `was` or the
 * second version predicted `is`. `same` is the number of places where the first version predicted `was` and the second
 * version predicted `is`.
 */
function samePlaces(before: ScoredRun, after: ScoredRun, { was, is }: RenameCandidate) {
  const one = placesOf(before, was);
  const other = placesOf(after, is);
  return { same: one.intersection(other).size, both: one.union(other).size };
}

/**
 * Returns the places where an output has a class. A classified document is one place, and each document of a packet is
 * one place.
 */
function placesOf({ score }: ScoredRun, label: string): Set<string> {
  if (score.kind === 'CLASSIFY') return new Set(score.result.predictedLabel === label ? ['type'] : []);
  if (score.kind !== 'SPLITTER') return new Set();
  const typed = score.split.predicted.filter(({ type }) => type === label);
  return new Set(typed.map(({ startPage, endPage }) => `${startPage}-${endPage}`));
}

/**
 * Returns the value of a field. For a field inside an array, returns the list of its values in all rows. Returns `null`
 * if the output has no value for the field.
 */
function valueAt(output: unknown, field: string): unknown {
  const root = isJsonObject(output) ? (isJsonObject(output.value) ? output.value : output) : null;
  return walk(root, field.split('.'));
}

function walk(value: unknown, names: readonly string[]): unknown {
  const [name, ...rest] = names;
  if (name === undefined) return value === undefined || value === '' ? null : value;
  if (Array.isArray(value)) {
    const inside = value.map((row) => walk(row, names));
    return inside.every((part) => part === null) ? null : inside;
  }
  return isJsonObject(value) && Object.hasOwn(value, name) ? walk(value[name], rest) : null;
}
