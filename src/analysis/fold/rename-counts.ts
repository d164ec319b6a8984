import { canonicalJson } from '../../base/canonical-json.ts';
import { isJsonObject } from '../../model/json/json-value.ts';
import { type RenameCandidate, renameKey } from '../config-changes/renames.ts';
import type { DocumentScores, ScoredRun } from './documents/document-scores.ts';

/** Counts per possible rename the documents in which both versions have a value, and those with equal values. */
export class RenameCounts {
  readonly counts = new Map<string, { same: number; both: number }>();
  readonly #candidates: readonly RenameCandidate[];

  constructor(candidates: readonly RenameCandidate[]) {
    this.#candidates = candidates;
    for (const candidate of candidates) this.counts.set(renameKey(candidate), { same: 0, both: 0 });
  }

  add({ versions }: DocumentScores): void {
    const [baseline, candidate] = versions;
    if (this.#candidates.length === 0 || baseline === undefined || candidate === undefined) return;
    for (const pair of this.#candidates) {
      const counts = this.counts.get(renameKey(pair)) as { same: number; both: number };
      const found =
        baseline[0].score.kind === 'EXTRACT'
          ? sameValue(baseline[0], candidate[0], pair)
          : samePlaces(baseline[0], candidate[0], pair);
      counts.same += found.same;
      counts.both += found.both;
    }
  }
}

function sameValue(before: ScoredRun, after: ScoredRun, { was, is }: RenameCandidate) {
  const one = valueAt(before.row?.output, was);
  const other = valueAt(after.row?.output, is);
  if (one === null || other === null) return { same: 0, both: 0 };
  return { same: canonicalJson(one) === canonicalJson(other) ? 1 : 0, both: 1 };
}

/** Counts the places where either version has its class of the pair, and those where both versions have it. */
function samePlaces(before: ScoredRun, after: ScoredRun, { was, is }: RenameCandidate) {
  const one = placesOf(before, was);
  const other = placesOf(after, is);
  return { same: one.intersection(other).size, both: one.union(other).size };
}

/** Returns the places where an output has a class: one for a classified document, one per document of a packet. */
function placesOf({ score }: ScoredRun, label: string): Set<string> {
  if (score.kind === 'CLASSIFY') return new Set(score.result.predictedLabel === label ? ['type'] : []);
  if (score.kind !== 'SPLITTER') return new Set();
  const typed = score.split.predicted.filter(({ type }) => type === label);
  return new Set(typed.map(({ startPage, endPage }) => `${startPage}-${endPage}`));
}

/** Returns the value of a field, or the list of its values in all rows of an array; `null` if there is none. */
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
