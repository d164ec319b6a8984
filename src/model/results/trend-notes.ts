import { pluralise } from '../../base/phrases.ts';
import { manyTries } from '../record/tries.ts';
import type { TrendResult } from './score-results.ts';

/**
 * Returns warnings about a trend. One warning states the number of false alarms to expect. After many changes of the
 * configuration, another warning advises to test the best configuration on other documents. Empty if there is nothing
 * to warn about.
 */
export function trendNotes({ falseAlarms, tries }: TrendResult): string[] {
  const { comparisons, expected } = falseAlarms;
  const alarms =
    comparisons === 0
      ? []
      : [
          `${pluralise(comparisons, 'comparison')}, with ${Number(expected.toPrecision(2))} false alarms on average if nothing changed`,
        ];
  const changed = tries?.changedConfigurations ?? 0;
  if (changed < manyTries) return alarms;
  return [
    ...alarms,
    `${changed} changed configurations were run on the same documents and gold. The best of these configurations is the best partly by chance, so its figures are too good: confirm it on other documents`,
  ];
}
