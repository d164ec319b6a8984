import type { SplittingScore } from '../../model/score/class-and-split-scores.ts';
import type { Measurement } from '../../model/score/measurement.ts';
import type { Parts } from '../../model/score/metrics.ts';
import { averageRepeats } from '../fold/average-repeats.ts';
import type { FoldedRun } from '../fold/folded-run.ts';
import { measureRatio, type Sample } from '../measure/ratio-series.ts';

/**
 * Returns, for each version, how many cuts per page must be moved, added or removed (`cutsToMove`). The figures have
 * intervals.
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
 * Returns how many cuts of one packet must be moved, added or removed, and its number of pages. A cut is the first page
 * of a document, except page 1. A missing and an extra cut together are one cut to move. So the result is the number of
 * missing or of extra cuts, whichever is larger.
 *
 * Example: 4 cuts are expected and 5 are predicted, of which 3 are right. The result is 2: one cut to move and one to
 * remove.
 */
export function cutsToMove({ boundaries, pages }: SplittingScore): Parts {
  const { expected, predicted, correct } = boundaries.tolerance0;
  return [Math.max(expected, predicted) - correct, pages];
}
