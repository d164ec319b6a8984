import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../../../../src/base/random.ts';
import { binomialDraw } from '../../../../src/stats/numeric/binomial-draw.ts';
import { binomialQuantiles } from '../../../../src/stats/numeric/binomial-quantiles.ts';
import { binomialCdf } from '../../../../src/stats/numeric/distributions.ts';
import { criticalLevel, type TestedQuestion } from '../../../../src/stats/power/critical-level.ts';
import { JointPower } from '../../../../src/stats/power/joint-power.ts';
import { mcnemarPower } from '../../../../src/stats/power/mcnemar-power.ts';
import {
  minimumDetectableDifference,
  powerAtLevel,
} from '../../../../src/stats/power/minimum-detectable-difference.ts';
import {
  type CountDesign,
  discordantShares,
  type QuestionDesign,
  spreadVariances,
} from '../../../../src/stats/power/question-design.ts';
import { mcnemarExact } from '../../../../src/stats/tests/mcnemar-exact.ts';
import { independentErrors } from '../../../fixtures/comparisons/question-designs.ts';
import { times } from '../../../fixtures/long-form.ts';

/** Returns all possible p-values of `m` discordant documents. */
const allPs = (m: number) => Array.from({ length: Math.floor(m / 2) + 1 }, (_, k) => mcnemarExact(k, m - k));

/**
 * Returns the probability that at least one question has a p-value of at most weight x `c`, if both versions are
 * equally good.
 */
function chanceOfAny(questions: readonly TestedQuestion[], c: number): number {
  const none = questions.map(({ discordant, weight = 1 }) => {
    const bound = weight * c;
    if (discordant === null) return 1 - Math.min(1, bound);
    return 1 - Math.max(0, ...allPs(discordant).filter((p) => p <= bound * (1 + 1e-12)));
  });
  return 1 - none.reduce((product, one) => product * one, 1);
}

describe('criticalLevel', () => {
  it('equals levels computed by hand', () => {
    // A single question that can have any p-value is tested at .05. Two such questions are tested at 1 - sqrt(.95).
    expect(criticalLevel([{ discordant: null }])).toBeCloseTo(0.05, 8);
    expect(criticalLevel([{ discordant: null }, { discordant: null }])).toBeCloseTo(1 - Math.sqrt(0.95), 8);
    // The smallest p-value of 4 discordant documents is .125, so the second question does not reduce the level of the
    // first one.
    expect(criticalLevel([{ discordant: null }, { discordant: 4 }])).toBeCloseTo(0.05, 8);
    // The smallest p-values of 6 discordant documents are 2 / 64 and 14 / 64. Below 14 / 64, only 2 / 64 counts, so the
    // error probability of one question is 2 / 64. The error probability of two questions is 1 - (1 - 2 / 64)² = .0615,
    // which is above .05.
    expect(criticalLevel([{ discordant: 6 }])).toBeCloseTo(14 / 64, 8);
    expect(criticalLevel([{ discordant: 6 }, { discordant: 6 }])).toBeCloseTo(2 / 64, 8);
    // With the weights 1.5 and .5, the level c solves (1 - 1.5 c)(1 - .5 c) = .95, so c is .02527.
    const weighted = criticalLevel([
      { discordant: null, weight: 1.5 },
      { discordant: null, weight: 0.5 },
    ]);
    expect((1 - 1.5 * weighted) * (1 - 0.5 * weighted)).toBeCloseTo(0.95, 8);
    expect(criticalLevel([])).toBeCloseTo(1, 6);
    expect(criticalLevel([{ discordant: 0 }, { discordant: 0 }])).toBeCloseTo(1, 6);
  });

  it('is the largest level at which the error probability of all questions together is at most 1 - confidence', () => {
    const question = fc.record({
      discordant: fc.oneof({ weight: 9, arbitrary: fc.nat(60) }, { weight: 1, arbitrary: fc.constant(null) }),
      weight: fc.constantFrom(0.5, 1, 3),
    });
    const families = fc.array(question, { minLength: 1, maxLength: 8 });
    const holds = (questions: readonly Required<TestedQuestion>[], confidence: number) => {
      const level = criticalLevel(questions, confidence);
      expect(chanceOfAny(questions, level)).toBeLessThanOrEqual(1 - confidence + 1e-12);
      const highest = 1 / Math.max(...questions.map(({ weight }) => weight));
      if (level < highest * (1 - 1e-6))
        expect(chanceOfAny(questions, level * (1 + 1e-6))).toBeGreaterThan(1 - confidence);
    };
    fc.assert(fc.property(families, fc.constantFrom(0.9, 0.95, 0.99), holds), { numRuns: times(40, 1000) });
  });

  it('rejects broken questions', () => {
    expect(() => criticalLevel([{ discordant: 1.5 }])).toThrow(/whole number or null, got 1.5/);
    expect(() => criticalLevel([{ discordant: -1 }])).toThrow(/got -1/);
    expect(() => criticalLevel([{ discordant: 1, weight: 0 }])).toThrow(/weights must be above 0, got 0/);
    expect(() => criticalLevel([], 1)).toThrow(/confidence/);
  });
});

describe('binomialQuantiles', () => {
  it('inverts the distribution function', () => {
    const inverts = (n: number, p: number, seed: number) => {
      const random = new Random(seed);
      const probabilities = Array.from({ length: 20 }, () => random.next()).sort((a, b) => a - b);
      for (const [i, draw] of binomialQuantiles(n, p, probabilities).entries()) {
        const probability = probabilities[i] as number;
        expect(binomialCdf(draw, n, p)).toBeGreaterThan(probability - 1e-9);
        if (draw > 0) expect(binomialCdf(draw - 1, n, p)).toBeLessThan(probability + 1e-9);
      }
    };
    const shares = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(fc.property(fc.nat(3000), shares, fc.nat(1e6), inverts), { numRuns: times(25, 1000) });
  });

  it('gives the numbers of heads of two coins', () => {
    expect([...binomialQuantiles(2, 0.5, [0.2, 0.5, 0.8])]).toEqual([0, 1, 2]);
    expect([...binomialQuantiles(0, 0.5, [0.5])]).toEqual([0]);
    expect([...binomialQuantiles(5, 0, [0.5])]).toEqual([0]);
    expect([...binomialQuantiles(5, 1, [0.5])]).toEqual([5]);
  });
});

describe('designs with a loss', () => {
  it('adds the loss to units that were right', () => {
    // `kept` is (.04 / 2)(1 - .05 / .98) = .01898.
    const shares = discordantShares({ discordant: 0.04, rate: 0.98 }, 0.05);
    expect(shares.kept).toBeCloseTo(0.0189796, 7);
    expect(shares.lost).toBeCloseTo(0.0689796, 7);
    // A design with a movement and a spread of .04 has the same variance as these counts, (kept + lost) / n.
    const { v, flips } = spreadVariances({ rate: 0.98, movement: 0.04, spread: 0.04 }, 100, 0.05);
    expect(v).toBeCloseTo((shares.kept + shares.lost) / 100, 12);
    expect(flips).toBeCloseTo(v + 0.05 ** 2 / 100, 12);
  });

  it('rejects losses above the rate and impossible shares', () => {
    expect(() => discordantShares({ discordant: 0.1, rate: 0.02 }, 0.03)).toThrow(/cannot fall below 0/);
    expect(() => discordantShares({ discordant: 1.2, rate: 0.5 }, 0.1)).toThrow(/discordant and rate/);
    expect(() => spreadVariances({ rate: 0.02, movement: 1, spread: 1 }, 10, 0.03)).toThrow(/below 0/);
    expect(() => spreadVariances({ rate: 1, movement: 0, spread: 1 }, 10, 0.03)).toThrow(/above 0/);
  });
});

/**
 * Returns the power of question `k`. Simulates all discordant documents, and computes the critical level of each
 * simulated data set.
 */
function simulatedPower(questions: readonly CountDesign[], n: number, k: number, loss: number, runs: number) {
  const random = new Random(`brute force ${n} ${loss}`);
  const { lost, kept } = discordantShares(questions[k] as CountDesign, loss);
  let found = 0;
  for (let run = 0; run < runs; run++) {
    const counts = questions.map(({ discordant }, j) =>
      binomialDraw(random, n, j === k ? lost + kept : discordant),
    );
    const { weight = 1 } = questions[k] as CountDesign;
    const level =
      weight *
      criticalLevel(counts.map((discordant, j) => ({ discordant, weight: questions[j]?.weight ?? 1 })));
    const m = counts[k] as number;
    const keptUnits = binomialDraw(random, m, kept / (lost + kept));
    if (2 * keptUnits < m && mcnemarExact(keptUnits, m - keptUnits) <= level) found++;
  }
  return found / runs;
}

describe('JointPower', () => {
  it('equals the exact power of McNemar’s test for a single question', () => {
    for (const [n, discordant, rate, loss] of [
      [50, 0.2, 0.9, 0.2],
      [200, 0.04, 0.98, 0.05],
      [600, 0.18, 0.9, 0.05],
    ] as const) {
      const design = { kind: 'counts', discordant, rate } as const;
      const exact = mcnemarPower({ n, ...discordantShares(design, loss) });
      expect(Math.abs(new JointPower([design]).power(n, 0, loss) - exact)).toBeLessThan(0.001);
    }
  });

  it('agrees with a simulation of all questions', () => {
    const few: CountDesign[] = [0.02, 0.04, 0.1, 0.3].map((discordant) => ({
      kind: 'counts',
      discordant,
      rate: 0.9,
    }));
    const primary = few.map((design, j) => ({ ...design, weight: j === 1 ? 2 : 2 / 3 }));
    const runs = times(750, 20_000);
    for (const questions of [few, primary])
      for (const [n, loss] of [
        [60, 0.15],
        [200, 0.06],
      ] as const) {
        const power = new JointPower(questions).power(n, 1, loss);
        const simulated = simulatedPower(questions, n, 1, loss, runs);
        const mcse = Math.sqrt((simulated * (1 - simulated)) / runs);
        expect(Math.abs(power - simulated)).toBeLessThan(3.5 * mcse + 0.005);
      }
  });

  it('states the power and level of the designs of the documentation', () => {
    // Both versions err independently in 2 % of the documents. 446 documents detect a loss of 5 points in one of 12
    // fields, at a level of about .0071.
    const joint = new JointPower(independentErrors(12, 0.02));
    expect(joint.power(446, 2, 0.05)).toBeCloseTo(0.804, 2);
    expect(joint.level(446, 2)).toBeCloseTo(0.0071, 3);
    expect(new JointPower(independentErrors(12, 0.05)).power(765, 2, 0.05)).toBeCloseTo(0.8, 2);
    expect(new JointPower(independentErrors(20, 0.03)).power(601, 2, 0.05)).toBeCloseTo(0.804, 2);
    expect(new JointPower(independentErrors(5, 0.02)).power(919, 2, 0.03)).toBeCloseTo(0.804, 2);
  });

  it('finds the smallest number of units from which the power holds', () => {
    const joint = new JointPower(independentErrors(12, 0.02));
    const n = joint.documents(2, 0.05) as number;
    expect(Math.abs(n - 446)).toBeLessThanOrEqual(9);
    for (let more = n; more <= 1.1 * n; more = Math.ceil(more * 1.01))
      expect(joint.power(more, 2, 0.05)).toBeGreaterThan(0.797);
    expect(joint.power(Math.floor(n / 1.011), 2, 0.05)).toBeLessThan(0.8);
    expect(joint.documents(2, 0.05, { power: 0.9 })).toBeGreaterThan(n);
    expect(joint.documents(2, 0.03)).toBeGreaterThan(n);
    expect(joint.documents(2, 0)).toBeNull();
    expect(joint.documents(2, 1e-6)).toBeNull();
  });

  it('gives a primary question more power and the others less', () => {
    const designs = independentErrors(12, 0.03);
    const all = designs.length;
    const weighted = designs.map((design, j) => ({
      ...design,
      weight: j === 2 ? all / 2 : all / (2 * (all - 1)),
    }));
    const [equal, primary] = [new JointPower(designs), new JointPower(weighted)];
    expect(primary.power(200, 2, 0.05)).toBeGreaterThan(equal.power(200, 2, 0.05) + 0.15);
    expect(primary.power(200, 3, 0.05)).toBeLessThan(equal.power(200, 3, 0.05));
  });

  it('scales a question that only some units have', () => {
    const design: QuestionDesign = { kind: 'counts', discordant: 0.1, rate: 0.9 };
    const [whole, half] = [new JointPower([design]), new JointPower([{ ...design, share: 0.5 }])];
    expect(half.power(400, 0, 0.1)).toBeCloseTo(whole.power(200, 0, 0.1), 6);
  });

  it('uses the normal distribution for many discordant units', () => {
    // Up to 2,000 discordant documents, the power uses the exact distribution, and above that the normal one. With a
    // loss of .005, 25,000 documents of this design contain about 2,000 discordant documents.
    const design: QuestionDesign = { kind: 'counts', discordant: 0.0755, rate: 0.9 };
    const joint = new JointPower([design]);
    const [below, above] = [joint.power(24_900, 0, 0.005), joint.power(25_100, 0, 0.005)];
    expect(Math.abs(above - below)).toBeLessThan(0.01);
  });

  it('rejects broken designs', () => {
    const design: QuestionDesign = { kind: 'counts', discordant: 0.1, rate: 0.9 };
    expect(() => new JointPower([{ ...design, weight: 0 }])).toThrow(/weight must be above 0/);
    expect(() => new JointPower([design], { draws: 0 })).toThrow(/draws must be a whole number/);
    expect(() => new JointPower([design]).power(0, 0, 0.1)).toThrow(/n must be a whole number above 0/);
    expect(() => new JointPower([design]).power(10, 1, 0.1)).toThrow(/found no question 1, expected 0 to 0/);
    expect(() => new JointPower([design]).power(10, 0, 0.95)).toThrow(/cannot fall below 0/);
    expect(() => new JointPower([design]).documents(0, 0.1, { power: 1 })).toThrow(/power/);
  });
});

describe('minimumDetectableDifference', () => {
  it('is 8.4, 11.1 and 6.4 points in the designs of the documentation', () => {
    for (const [n, errors, points] of [
      [200, 0.02, 8.4],
      [200, 0.05, 11.1],
      [500, 0.05, 6.4],
    ] as const) {
      const designs = independentErrors(12, errors);
      const level = new JointPower(designs).level(n, 2);
      const detectable = minimumDetectableDifference({
        n,
        design: designs[2] as QuestionDesign,
        level,
      }) as number;
      expect(Math.abs(100 * detectable - points)).toBeLessThan(0.15);
    }
  });

  it('is the loss at which the power is reached', () => {
    const designs: QuestionDesign[] = [
      { kind: 'counts', discordant: 0.05, rate: 0.9 },
      { kind: 'counts', discordant: 0, rate: 1 },
      { kind: 'spread', rate: 0.95, movement: 0.1, spread: 0.01 },
    ];
    for (const design of designs)
      for (const n of [30, 200, 3000]) {
        const found = minimumDetectableDifference({ n, design, level: 0.01 }) as number;
        expect(powerAtLevel(design, n, found, 0.01)).toBeGreaterThanOrEqual(0.8);
        expect(powerAtLevel(design, n, found - 1e-4, 0.01)).toBeLessThan(0.8);
      }
  });

  it('is null if no loss has the power', () => {
    const design: QuestionDesign = { kind: 'counts', discordant: 0, rate: 1 };
    // If 5 documents change in the same direction, p is .0625. If 6 documents do, p is .031. At a loss of .8^(1/6) =
    // .9635, all 6 documents change with the probability .8.
    expect(minimumDetectableDifference({ n: 5, design })).toBeNull();
    expect(minimumDetectableDifference({ n: 6, design })).toBeCloseTo(0.8 ** (1 / 6), 4);
    expect(minimumDetectableDifference({ n: 0, design })).toBeNull();
    expect(minimumDetectableDifference({ n: 100, design: { ...design, rate: 0.01 } })).toBeNull();
    expect(() => minimumDetectableDifference({ n: 1.5, design })).toThrow(/whole number, got 1.5/);
    expect(() => minimumDetectableDifference({ n: 5, design, level: 0 })).toThrow(/level/);
  });
});
