import type { Parts } from '../../model/score/metrics.ts';
import { isExact } from '../fold/columns/stability-columns.ts';
import { allPositions, type FoldedRun, type VersionColumns } from '../fold/folded-run.ts';
import { leafParts } from '../fold/parts.ts';

/**
 * Returns the part of the difference between the first and the last version that is the same in each repeat, from 0 to
 * 1. If d1 and d2 are the differences of a document in the first and the second repeat, the result is mean(d1 x d2) /
 * mean((d1^2 + d2^2) / 2) over all documents. The differences are in F1 over all fields, or in right documents of a
 * classifier or splitter. Returns `null` if fewer than two versions have two repeats, or if no document differs.
 */
export function repeatPersistence(run: FoldedRun): number | null {
  const [first, last] = [run.versions[0], run.versions.at(-1)];
  if (first === undefined || last === undefined || first === last) return null;
  if (first.maxRepeats < 2 || last.maxRepeats < 2) return null;
  const [one, two] = [differences(run, first, last, 0), differences(run, first, last, 1)];
  let products = 0;
  let squares = 0;
  for (let i = 0; i < one.length; i++) {
    const [d1, d2] = [one[i] as number, two[i] as number];
    if (Number.isNaN(d1) || Number.isNaN(d2)) continue;
    products += d1 * d2;
    squares += (d1 ** 2 + d2 ** 2) / 2;
  }
  return squares === 0 ? null : Math.min(1, Math.max(0, products / squares));
}

/** Returns the difference between the versions per document in one repeat; NaN if a version lacks the repeat. */
function differences(
  run: FoldedRun,
  first: VersionColumns,
  last: VersionColumns,
  repeat: number,
): Float64Array {
  const [before, after] = [partsAt(first, repeat), partsAt(last, repeat)];
  let numerator = 0;
  let denominator = 0;
  for (const position of allPositions(run.count)) {
    const [was, is] = [before(position), after(position)];
    if (was === null || is === null) continue;
    numerator += was[0] + is[0];
    denominator += was[1] + is[1];
  }
  const rate = denominator === 0 ? 0 : numerator / denominator;
  // Read the numerators and denominators a second time, because storing them would take 250 MB for 1,000,000 documents.
  return Float64Array.from(allPositions(run.count), (position) => {
    const [was, is] = [before(position), after(position)];
    return was === null || is === null ? Number.NaN : is[0] - was[0] - rate * (is[1] - was[1]);
  });
}

function partsAt(version: VersionColumns, repeat: number): (position: number) => Parts | null {
  if (version.extraction !== null) {
    const { total } = version.extraction;
    return (position) => {
      const run = total.at(position)[repeat];
      return run === undefined ? null : leafParts('f1', run.counts);
    };
  }
  return version.ofScores((scores) => {
    const score = scores[repeat];
    const exact = score === undefined ? null : isExact(score);
    return exact === null ? null : ([Number(exact), 1] as const);
  });
}
