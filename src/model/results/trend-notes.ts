import { pluralise } from '../../base/phrases.ts';
import type { TrendResult } from './score-results.ts';

/** Number of changed configurations on the same gold from which a trend advises a confirmation. */
const manyConfigurations = 5;

/**
 * Returns sentences on what a trend of several comparisons does not guarantee: the false alarms to expect, and the
 * advice to confirm the best of many configurations on other documents. Empty for a trend without comparisons and tries.
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
  if (changed < manyConfigurations) return alarms;
  return [
    ...alarms,
    `${changed} changed configurations were run on the same documents and gold, so the best of them owes a part of its result to these documents: confirm it on other documents`,
  ];
}
