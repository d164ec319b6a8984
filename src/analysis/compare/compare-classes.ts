import type { PairedComparison } from '../../model/comparison.ts';
import { comparePaired, type PairedDocument } from '../compare-paired.ts';
import { classLabels, classPartsAt } from '../report/class-section.ts';
import type { ScoredRun } from '../scored-run.ts';
import type { StatisticsSettings } from '../statistics-settings.ts';

/** F1 of every class, one label against the rest: of documents, or of the pages of packets. One family of questions. */
export function compareClasses(run: ScoredRun, settings: StatisticsSettings): PairedComparison[] {
  const [baseline, candidate] = run.versions as readonly [number, number];
  const questions = classLabels(run).map((label) => ({
    metric: 'f1',
    scope: `class:${label}`,
    test: 'permutation' as const,
    documents: run.items.map(
      (item): PairedDocument => ({
        baseline: classPartsAt(item, baseline, 'f1', label),
        candidate: classPartsAt(item, candidate, 'f1', label),
        baselineRight: null,
        candidateRight: null,
      }),
    ),
  }));
  return comparePaired(questions, settings);
}
