import { sum } from '../../base/collections.ts';
import { everyField } from './documents/find-output-changes.ts';
import type { FoldedRun, VersionColumns } from './folded-run.ts';
import { countsOf, type PartScope, scopeLeaves } from './parts.ts';

/**
 * Returns the number of scored values in a scope if both versions have equal outputs for all of them, in every document
 * and repeat. Two failed item runs count as equal. Returns `null` if any output differs, if there is no value, or if
 * every item run failed.
 */
export function unchangedValues(pair: FoldedRun, scope: PartScope, documents: Int32Array): number | null {
  const [version] = pair.versions as readonly [VersionColumns];
  if (version.runs.scored === 0) return null;
  const fields = [...(scope.fields ?? version.extraction?.fields.keys() ?? [])];
  const isIn = (top: string) =>
    top === everyField ||
    version.extraction === null ||
    fields.some((field) => field === top || field.startsWith(`${top}.`));
  const changed = new Set(pair.outputChanges?.documentsWith(isIn, 1));
  if (changed.size > 0 && documents.some((position) => changed.has(position))) return null;
  const counts = countsOf(version, scope);
  const valuesAt =
    counts === null
      ? version.ofScores((scores) =>
          sum(scores.map((score) => scopeLeaves(scope, score).filter(isValue).length)),
        )
      : counts.map((repeats) =>
          sum(
            repeats.map(
              ({ correct, incorrect, missing, spurious }) => correct + incorrect + missing + spurious,
            ),
          ),
        );
  const values = documents.reduce((total, position) => total + valuesAt(position), 0);
  return values === 0 ? null : values;
}

function isValue({ outcome }: { readonly outcome: string }): boolean {
  return outcome === 'correct' || outcome === 'incorrect' || outcome === 'missing' || outcome === 'spurious';
}
