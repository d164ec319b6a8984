import type { PairedComparison } from '../../model/comparison.ts';
import { comparePaired, type PairedDocument } from '../compare-paired.ts';
import { answersOf, classLabels, partsOf } from '../report/class-section.ts';
import type { ScoredRun } from '../scored-run.ts';
import type { StatisticsSettings } from '../statistics-settings.ts';

/** F1 of every class, one label against the rest: of documents, or of the pages of packets. One family of questions. */
export function compareClasses(run: ScoredRun, settings: StatisticsSettings): PairedComparison[] {
  const [baseline, candidate] = run.versions as readonly [number, number];
  const before = run.items.map((item) => answersOf(item, baseline));
  const after = run.items.map((item) => answersOf(item, candidate));
  const questions = classLabels(run).map((label) => ({
    metric: 'f1',
    scope: `class:${label}`,
    test: 'permutation' as const,
    documents: before.map((answers, i): PairedDocument => {
      const others = after[i] ?? null;
      return {
        baseline: answers && partsOf('f1', label, answers),
        candidate: others && partsOf('f1', label, others),
        baselineRight: null,
        candidateRight: null,
      };
    }),
  }));
  return comparePaired(questions, settings);
}
