// Compares the stated power with the simulated power of the joint test, as in bench/planned-power.ts but with fewer
// runs. Also tests the tables on power in docs/metrics/statistics.md.
import { expect, it } from 'vitest';
import { Random } from '../../../src/base/random.ts';
import { JointPower } from '../../../src/stats/power/joint-power.ts';
import { jointSignFlips } from '../../../src/stats/resampling/joint-sign-flips.ts';
import {
  detectableSentence,
  falseAlarmsSentence,
  plannedPowerTable,
  verdictPowerTable,
} from '../../docs/generators/power-tables.ts';
import {
  drawPair,
  type LeafDesign,
  planOf,
  questionsOf,
  trueLoss,
} from '../../fixtures/comparisons/simulated-pairs.ts';
import { times } from '../../fixtures/long-form.ts';

const runs = times(50, 1000);

it.each<readonly [string, number, number, LeafDesign]>([
  ['a field', 200, 2, { fields: 5, errors: 0.02, loss: 0.07, where: 'one' }],
  ['fully right documents', 150, 0, { fields: 5, errors: 0.02, loss: 0.025, where: 'all' }],
  ['correct leaves', 100, 1, { fields: 5, errors: 0.05, loss: 0.045, where: 'all' }],
])('the stated power of a loss of %s is that of the verdict', (_, n, asked, design) => {
  const stated = new JointPower(planOf(design)).power(n, asked, trueLoss(design, asked));
  const random = new Random(`planned power ${n}`);
  let found = 0;
  for (let run = 0; run < runs; run++) {
    const questions = questionsOf(drawPair(random, design, n));
    const test = jointSignFlips(questions, { unitId: String, flips: 400, seed: `${run}` });
    const sum = Array.from(questions[asked]?.differences ?? []).reduce((total, value) => total + value, 0);
    if ((test.adjustedP[asked] ?? 1) <= 0.05 + 1e-9 && sum < 0) found++;
  }
  const simulated = found / runs;
  const mcse = Math.sqrt((simulated * (1 - simulated)) / runs);
  expect(stated).toBeGreaterThan(0.5);
  expect(Math.abs(simulated - stated)).toBeLessThan(0.03 + 2 * mcse);
});

it('the documented tables have the figures of the stored ones', () => {
  const planned = [
    'design                                        n  needed  loss  level  stated  simulated  MCSE  met',
    '12 fields, 2 %, one drops 5 points           446     445   5.0 0.0068    80.3       80.1   0.9  yes',
    'exact documents, 12 fields, 1 to 1.6 % each  832     824   6.2 0.0073    80.7       81.7   0.9  yes',
    'correct leaves, 12 fields, 5 to 7 % each     200     314   2.0 0.0073    57.1       56.3   1.1  yes',
    'F1 with spurious leaves, 5 to 7 % each       330     372   1.5 0.0061    74.3       73.6   1.0  NO',
    'detectable, 12 fields, 2 %                   200       -   8.2 0.0117    80.0       80.2   0.9  yes',
    'detectable, 12 fields, 5 %                   500       -   6.4 0.0055    80.0       81.5   0.9  yes',
  ].join('\n');
  expect(plannedPowerTable(planned).split('\n').slice(2)).toEqual([
    '| 12 fields with 2 % errors, one field loses 5 points | 446 | 80.3 % | 80.1 % |',
    '| fully right documents, the errors of 12 fields rise from 1 to 1.6 % | 832 | 80.7 % | 81.7 % |',
    '| right values, the errors of 12 fields rise from 5 to 7 % | 200 | 57.1 % | 56.3 % |',
    '| F1 with spurious values, the errors of 12 fields rise from 5 to 7 % | 330 | 74.3 % | 73.6 % |',
  ]);
  expect(detectableSentence(planned)).toContain('in 80.2 to 81.5 % of the comparisons');
  const verdicts = [
    'errors weights | field regressed (MCSE)  limit | verdict on another field |  Holm | result',
    '  0.02 equal   |            36.0 (0.6)   35.0 |                      2.6 |  21.3 | pass',
    '  0.02 primary |            57.4 (0.6)   56.0 |                      1.8 |       | pass',
  ].join('\n');
  expect(verdictPowerTable(verdicts).split('\n').slice(2)).toEqual(['| 2 % | 36.0 % | 57.4 % | 21.3 % |']);
  const alarms = [
    '      200     12   0.05     1.0       1       -     no |         4.75 (0.34)      1.15    3.80 | pass',
    '      200     12   0.05     1.0       1       -    yes |         5.05 (0.35)      0.88    4.50 | pass',
    '      200     12   0.05     1.0       1       -     no |         4.75 (0.34)      1.15    3.80 | pass',
  ].join('\n');
  expect(falseAlarmsSentence(alarms)).toMatch(/in 2 designs.*In 1 of the 2 designs.*is 5\.05 %.*up to \.35/s);
  for (const table of [plannedPowerTable, detectableSentence, verdictPowerTable, falseAlarmsSentence])
    expect(() => table('')).toThrow('the table has no row');
});
