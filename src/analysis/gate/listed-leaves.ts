import { emptyMark } from '../../base/phrases.ts';
import type { CheckedLeaf } from '../../model/score/comparison.ts';
import { displayValue } from '../display-value.ts';
import type { ClassScore, DocumentScores, ScoredRun } from '../fold/documents/document-scores.ts';
import { changeFlags, findChanges } from '../fold/documents/find-changes.ts';
import type { FoldedRun, VersionColumns } from '../fold/folded-run.ts';
import { countsOf, type PartScope, scopeLeaves } from '../fold/parts.ts';

/** Returns the positions of the documents with a wrong leaf of the scope in the first repeat, in ascending order. */
export function wrongDocuments(scope: PartScope, version: VersionColumns, documents: Int32Array): number[] {
  const counts = countsOf(version, scope);
  const isWrong =
    counts === null
      ? version.ofScores(([first]) => first !== undefined && scopeLeaves(scope, first).some(isWrongLeaf))
      : counts.map(([first]) => first !== undefined && first.incorrect + first.missing + first.spurious > 0);
  return Array.from(documents).filter(isWrong);
}

export function wrongLeaves(scope: PartScope, { item, versions }: DocumentScores): CheckedLeaf[] {
  const [[first]] = versions as readonly [readonly [ScoredRun]];
  return scopeLeaves(scope, first.score)
    .filter(isWrongLeaf)
    .map(({ path, expected, predicted }) => ({
      itemId: item.id,
      path,
      expected: displayValue(expected),
      baseline: null,
      candidate: displayValue(predicted),
    }));
}

/**
 * Returns the positions of the documents with new errors in the first repeat, in ascending order. These have a leaf of
 * the scope that is right in the baseline and wrong in the candidate, or an output only in the baseline.
 */
export function newErrorDocuments(
  scope: PartScope,
  matches: (field: string) => boolean,
  pair: FoldedRun,
  documents: Int32Array,
): number[] {
  const [before, after] = pair.versions as readonly [VersionColumns, VersionColumns];
  const lostOutput = (position: number) =>
    before.states.at(position) === 'scored' && after.states.at(position) !== 'scored';
  const isInScope = (field: string) => (scope.fields?.has(field) ?? true) && matches(field);
  const changed = new Set(pair.changes?.documentsWith(isInScope, changeFlags.newErrors));
  const hasNewErrors =
    scope.label === undefined ? (position: number) => changed.has(position) : newErrorsOfLabel();
  return Array.from(documents).filter((position) => hasNewErrors(position) || lostOutput(position));

  function newErrorsOfLabel(): (position: number) => boolean {
    const firstOf = (version: VersionColumns) => version.ofScores(([first]) => first);
    const [was, is] = [firstOf(before), firstOf(after)];
    return (position) => newErrorsIn(scope, matches, '', was(position), is(position)).length > 0;
  }
}

/**
 * Returns the new errors of the scope in one document, or one entry for the document if the candidate has no output.
 */
export function newErrorLeaves(
  scope: PartScope,
  matches: (field: string) => boolean,
  { item, versions }: DocumentScores,
): readonly CheckedLeaf[] {
  const [[before], [after]] = versions as readonly [readonly [ScoredRun], readonly [ScoredRun]];
  const found = newErrorsIn(scope, matches, item.id, before.score, after.score);
  if (found.length > 0 || before.state !== 'scored' || after.state === 'scored') return found;
  return [
    {
      itemId: item.id,
      path: '(whole document)',
      expected: '',
      baseline: 'an output',
      candidate: after.failure ?? emptyMark,
    },
  ];
}

function newErrorsIn(
  scope: PartScope,
  matches: (field: string) => boolean,
  itemId: string,
  before: ScoredRun['score'] | ClassScore | undefined,
  after: ScoredRun['score'] | ClassScore | undefined,
): readonly CheckedLeaf[] {
  if (before === undefined || after === undefined) return [];
  return findChanges(itemId, scopeLeaves(scope, before), scopeLeaves(scope, after)).newErrors.filter(
    ({ path }) => matches(path.replaceAll(/\[\d+\]/g, '')),
  );
}

function isWrongLeaf({ outcome }: { readonly outcome: string }): boolean {
  return outcome === 'incorrect' || outcome === 'missing' || outcome === 'spurious';
}
