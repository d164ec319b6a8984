import type { SplittingScore } from '../../model/score/class-and-split-scores.ts';
import type { Measurement } from '../../model/score/measurement.ts';
import type { Parts } from '../../model/score/metrics.ts';
import { averageRepeats } from '../fold/average-repeats.ts';
import type { FoldedRun } from '../fold/folded-run.ts';
import { measureRatio, type Sample } from '../measure/ratio-series.ts';

/** Returns the number of cuts to move per page, with its interval, one entry per version. */
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
 * Returns the number of cuts to move, add or remove in one packet, and its pages. A cut is the first page of a document,
 * except page 1. A missing and an extra cut are one cut to move, so the number is the larger of both.
 *
 * Example: 4 expected cuts, 5 predicted ones and 3 at the right place give 2: one to move, and one to remove.
 */
export function cutsToMove({ boundaries, pages }: SplittingScore): Parts {
  const { expected, predicted, correct } = boundaries.tolerance0;
  return [Math.max(expected, predicted) - correct, pages];
}
