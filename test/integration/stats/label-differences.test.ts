import { expect, test } from 'vitest';
import { Random } from '../../../src/base/random.ts';
import {
  drawDifferences,
  estimateFrom,
  estimateRecall,
  labelSequentially,
  type Sampling,
  sampling,
} from '../../fixtures/comparisons/simulated-labels.ts';
import { times } from '../../fixtures/long-form.ts';

const runs = times(40, 1500);
const design = { documents: 400, fields: 12, baseline: 0.05, candidate: 0.05 };

// bench/label-differences.ts makes the same measurement with more runs.
test.each(Object.keys(sampling) as Sampling[])(
  'labels of differences give unbiased estimates, and at most 5 % false alarms: %s',
  (kind) => {
    const random = new Random(`short ${kind}`);
    for (const candidate of [0.05, 0.08]) {
      const truth = design.fields * (design.baseline - candidate);
      let [sum, squares, covered, fieldCovered, significant] = [0, 0, 0, 0, 0];
      for (let run = 0; run < runs; run++) {
        const differing = drawDifferences(random, { ...design, candidate });
        const { overall, field, p } = estimateFrom(random, differing, design, kind, {
          seed: `${run}`,
          flips: 500,
        });
        sum += overall.difference;
        squares += overall.difference ** 2;
        if (overall.low <= truth && truth <= overall.high) covered++;
        if (field.low <= truth / design.fields && truth / design.fields <= field.high) fieldCovered++;
        if (p <= 0.05) significant++;
      }
      const error = (count: number) => Math.sqrt(((count / runs) * (1 - count / runs)) / runs);
      const mean = sum / runs;
      const meanError = Math.sqrt((squares / runs - mean ** 2) / runs);
      expect(Math.abs(mean - truth)).toBeLessThanOrEqual(3 * meanError);
      expect(covered / runs + 2 * error(covered)).toBeGreaterThanOrEqual(0.935);
      expect(fieldCovered / runs + 2 * error(fieldCovered)).toBeGreaterThanOrEqual(0.935);
      if (candidate === design.baseline)
        expect(significant / runs - 2 * error(significant)).toBeLessThanOrEqual(0.05);
    }
  },
);

test('a sequential list decides wrongly for equal versions in at most 5 % of the runs, and finds a large loss', () => {
  const random = new Random('short sequential');
  const decided = { same: 0, worse: 0 };
  for (let run = 0; run < runs; run++) {
    if (labelSequentially(random, drawDifferences(random, design)).decision !== 0) decided.same++;
    const worse = { ...design, candidate: 0.1 };
    if (labelSequentially(random, drawDifferences(random, worse)).decision === -1) decided.worse++;
  }
  const share = decided.same / runs;
  expect(share - 2 * Math.sqrt((share * (1 - share)) / runs)).toBeLessThanOrEqual(0.05);
  expect(decided.worse / runs).toBeGreaterThan(0.9);
});

test.each([null, 20])(
  'intervals for recall contain the true difference, with %s counted documents',
  (counted) => {
    const random = new Random(`short recall ${counted}`);
    let covered = 0;
    const repeats = 4 * runs;
    for (let run = 0; run < repeats; run++) {
      const { low, high } = estimateRecall(random, {
        documents: 200,
        baseline: 0.05,
        candidate: 0.15,
        counted,
      });
      if (low <= -0.1 && -0.1 <= high) covered++;
    }
    const share = covered / repeats;
    expect(share + 2 * Math.sqrt((share * (1 - share)) / repeats)).toBeGreaterThanOrEqual(0.935);
  },
);
