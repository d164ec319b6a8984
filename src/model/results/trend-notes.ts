import { pluralise } from '../../base/phrases.ts';
import { manyTries } from '../record/tries.ts';
import type { TrendResult } from './score-results.ts';

/**
 * Returns warnings about a trend: the number of false alarms to expect, and, after many changes of the configuration,
 * the advice to test the best configuration on other documents. Empty if neither applies.
 */
export function trendNotes({ falseAlarms, tries }: TrendResult): string[] {
  const { comparisons, expected } = falseAlarms;
  const alarms =
    comparisons === 0
      ? []
      : [
          `${pluralise(comparisons, 'comparison')}, about ${Number(expected.toPrecision(2))} false alarms if nothing changed (mean)`,
        ];
  const changed = tries?.changedConfigurations ?? 0;
  if (changed < manyTries) return alarms;
  return [
    ...alarms,
    `${changed} changed configurations were run on the same documents and gold. The best of them was chosen on these documents and looks better than it is: confirm it on other documents`,
  ];
}
