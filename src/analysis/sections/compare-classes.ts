import type { PairedComparison } from '../../model/score/comparison.ts';
import { allPositions, type FoldedRun, type VersionColumns } from '../fold/folded-run.ts';
import { comparePaired, type PairedQuestion } from '../measure/compare-paired.ts';
import type { StatisticsSettings } from '../measure/statistics-settings.ts';
import { classLabels, classParts } from './class-section.ts';

/** F1 of every class, one label against the rest: of documents, or of the pages of packets. One family of questions. */
export function compareClasses(run: FoldedRun, settings: StatisticsSettings): PairedComparison[] {
  const [baseline, candidate] = run.versions as readonly [VersionColumns, VersionColumns];
  const documents = allPositions(run.count);
  const questions = classLabels(run).map(
    (label): PairedQuestion => ({
      metric: 'f1',
      scope: `class:${label}`,
      test: 'permutation',
      documents,
      baseline: classParts(baseline, 'f1', label),
      candidate: classParts(candidate, 'f1', label),
      baselineRight: () => null,
      candidateRight: () => null,
    }),
  );
  return comparePaired(questions, settings);
}
