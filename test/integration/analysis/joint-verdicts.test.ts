import { expect, test } from 'vitest';
import { comparePaired } from '../../../src/analysis/measure/compare-paired.ts';
import { Random } from '../../../src/base/random.ts';
import {
  type ComparisonDesign,
  simulateComparison,
  simulateComparisons,
} from '../../fixtures/comparisons/simulated-comparison.ts';
import { times } from '../../fixtures/long-form.ts';

const runs = times(14, 1000);
const flips = times(400, 1000);

/** Returns the share of runs in which `isCounted` holds for the verdicts of the questions. */
function shareOf(
  design: ComparisonDesign,
  isCounted: (verdicts: readonly string[]) => boolean,
  primary?: string,
): number {
  const random = new Random(`short ${JSON.stringify(design)}`);
  let counted = 0;
  for (let run = 0; run < runs; run++) {
    const { questions, settings } = simulateComparison(random, design, `run ${run}`);
    const compared = comparePaired(questions, { ...settings, flips }, ({ scope }) => scope === primary);
    if (isCounted(compared.map(({ verdict }) => verdict))) counted++;
  }
  return counted / runs;
}

const hasAlarm = (verdicts: readonly string[]) =>
  verdicts.some((verdict) => verdict === 'improved' || verdict === 'regressed');

// bench/verdict-false-alarms.ts makes the same measurement with more runs.
test.each<ComparisonDesign>([
  { documents: 50, fields: 12, errors: 0.2 },
  { documents: 200, fields: 5, errors: 0.05, redrawn: 0.3 },
  { documents: 60, fields: 5, errors: 0.1, repeats: 3 },
  { documents: 100, fields: 5, errors: 0.1, clusterSize: 5 },
  { documents: 50, fields: 5, errors: 0.1, tables: true },
])('raises a false alarm in at most 5 % of comparisons of equal versions: %j', (design) => {
  const share = shareOf(design, hasAlarm);
  expect(share - 2 * Math.sqrt((share * (1 - share)) / runs)).toBeLessThanOrEqual(0.05);
});

// bench/repeated-looks.ts makes the same measurement with more runs.
test('raises a false alarm in at most 5 % of series of five planned comparisons with one baseline', () => {
  const random = new Random('short series');
  const design = { documents: 60, fields: 4, errors: 0.1 };
  const series = times(12, 600);
  const tally = { alone: 0, planned: 0 };
  for (let run = 0; run < series; run++) {
    const comparisons = simulateComparisons(random, design, `run ${run}`, 5);
    const isAlarmed = (looks: number) =>
      comparisons.some(({ questions, settings }) =>
        hasAlarm(comparePaired(questions, { ...settings, flips, looks }).map(({ verdict }) => verdict)),
      );
    if (isAlarmed(1)) tally.alone++;
    if (isAlarmed(5)) tally.planned++;
  }
  const share = tally.planned / series;
  expect(share - 2 * Math.sqrt((share * (1 - share)) / series)).toBeLessThanOrEqual(0.05);
  expect(tally.planned).toBeLessThan(tally.alone);
});

// bench/verdict-power.ts makes the same measurement with more runs.
test.each([
  ['equal weights', undefined, 0.35],
  ['the field declared primary', 'field:field_0', 0.56],
] as const)('finds a field that drops 5 points, with %s', (_name, primary, limit) => {
  const design = { documents: 200, fields: 12, errors: 0.02, drop: 0.05 };
  const share = shareOf(design, (verdicts) => verdicts[2] === 'regressed', primary);
  expect(share + 2 * Math.sqrt((share * (1 - share)) / runs)).toBeGreaterThanOrEqual(limit);
});
