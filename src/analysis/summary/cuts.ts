import type { SplittingScore } from '../../model/score/class-and-split-scores.ts';
import type { Measurement } from '../../model/score/measurement.ts';
import type { Parts } from '../../model/score/metrics.ts';
import { averageRepeats } from '../fold/average-repeats.ts';
import type { FoldedRun } from '../fold/folded-run.ts';
import { measureRatio, type Sample } from '../measure/ratio-series.ts';

/**
 * Returns, for each version, how many cuts per page must be moved, added or removed, with an interval. A cut is the
 * first page of a document.
 */
export function countedCuts(run: FoldedRun, sample: Sample): Measurement[] {
  return run.versions.map((version) => {
    const partsAt = version.ofScores((scores) =>
      averageRepeats(
        scores.flatMap((score) => (score.kind === 'SPLITTER' && score.counted ? [score.split] : [])),
        cutsToMove,
      ),
    );
    return measureRatio('cuts_to_move', 'overall', sample, partsAt);
  });
}

/**
 * Returns how many cuts of one packet are to be moved, added or removed, and the number of its pages. A cut is the
 * first page of a document, except page 1. A missing and an extra cut together are one cut to move. The number is
 * therefore the larger of the numbers of missing and of extra cuts.
 *
 * Example: of 5 predicted cuts, 3 are at the right place, and 4 are expected. The result is 2: one to move and one to
 * remove.
 */
export function cutsToMove({ boundaries, pages }: SplittingScore): Parts {
  const { expected, predicted, correct } = boundaries.tolerance0;
  return [Math.max(expected, predicted) - correct, pages];
}
