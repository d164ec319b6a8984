// Short form of bench/planned-power.ts: compares the stated power with the simulated power of the joint test.
import { expect, it } from 'vitest';
import { Random } from '../../../src/base/random.ts';
import { JointPower } from '../../../src/stats/power/joint-power.ts';
import { jointSignFlips } from '../../../src/stats/resampling/joint-sign-flips.ts';
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
